package telegraph.testkit.web;

import java.nio.ByteBuffer;
import java.util.Arrays;
import telegraph.testkit.model.Bytes;
import telegraph.testkit.model.NameKind;
import telegraph.testkit.model.WebModel;

/// What the name server of a synthetic web answers.
///
/// Threads: any.
final class NameAnswers {
    private static final int ROOM = 512;
    private static final int CNAME = 5;
    private static final int SOA = 6;
    private static final int INTERNET = 1;

    /// A pointer to the name of the question, behind the header.
    private static final short ASKED_NAME = (short) 0xC00C;

    private static final int POINTER = 0xC000;
    private static final int CUT = 0x200;
    private static final String MIDDLE = "middle.";
    private static final String ALIAS = "real.";
    private static final int ANSWER = 0x8580;
    private static final int FAILED = 2;
    private static final int NO_SUCH_NAME = 3;
    private static final int HOUR = 3_600;
    private static final int MINUTE = 60;

    private final WebModel model;

    NameAnswers(WebModel model) {
        this.model = model;
    }

    /// How the host behaves that is asked for; a plain one for other names.
    NameKind kind(NameQuestion question) {
        int host = host(question);
        return host < 0 ? NameKind.PLAIN : model.nameKind(host);
    }

    private int host(NameQuestion question) {
        String name = question.name();
        String host = name.startsWith(ALIAS) ? name.substring(ALIAS.length()) : name;
        byte[] octets = Bytes.ascii(host);
        return model.findHost(octets, 0, octets.length);
    }

    /// The answer in the end.
    byte[] answer(NameQuestion question) {
        int host = host(question);
        if (host < 0) {
            return nothing(question, NO_SUCH_NAME);
        }
        NameKind kind = model.nameKind(host);
        if (!kind.resolves()) {
            return nothing(question, kind == NameKind.UNREGISTERED ? NO_SUCH_NAME : FAILED);
        }
        if (question.type() != NameQuestion.A) {
            return nothing(question, 0);
        }
        boolean isAlias = kind == NameKind.ALIASED && !question.name().startsWith(ALIAS);
        ByteBuffer answer = begin(question, 0, isAlias ? 3 : 1, 0);
        int seconds = kind == NameKind.SHORT_LIVED ? 1 : HOUR;
        short owner = ASKED_NAME;
        if (isAlias) {
            owner = alias(owner, MIDDLE, answer);
            owner = alias(owner, ALIAS, answer);
        }
        address(owner, model.address(host).getAddress(), seconds, answer);
        return Arrays.copyOf(answer.array(), answer.position());
    }

    /// An alias of a label before the name asked for; gives a pointer to it.
    private static short alias(short owner, String label, ByteBuffer answer) {
        answer.putShort(owner).putShort((short) CNAME).putShort((short) INTERNET).putInt(HOUR);
        byte[] octets = Bytes.ascii(label.substring(0, label.length() - 1));
        answer.putShort((short) (octets.length + 3));
        short pointer = (short) (POINTER | answer.position());
        answer.put((byte) octets.length).put(octets).putShort(ASKED_NAME);
        return pointer;
    }

    private static void address(short owner, byte[] address, int seconds, ByteBuffer answer) {
        answer.putShort(owner).putShort((short) NameQuestion.A).putShort((short) INTERNET);
        answer.putInt(seconds).putShort((short) 4).put(address);
    }

    /// That the answer is too long for UDP.
    byte[] truncated(NameQuestion question) {
        ByteBuffer answer = begin(question, CUT, 0, 0);
        return Arrays.copyOf(answer.array(), answer.position());
    }

    /// An answer to another question, with an address that is not the right one.
    byte[] forged(NameQuestion question) {
        NameQuestion other =
                new NameQuestion(
                        question.id() ^ 0x5A5A,
                        question.octets(),
                        question.name(),
                        question.type());
        ByteBuffer answer = begin(other, 0, 1, 0);
        address(ASKED_NAME, new byte[] {127, 6, 6, 6}, HOUR, answer);
        return Arrays.copyOf(answer.array(), answer.position());
    }

    /// An answer without an address, that may be kept for a minute.
    private byte[] nothing(NameQuestion question, int code) {
        ByteBuffer answer = begin(question, code, 0, 1);
        answer.put((byte) 0).putShort((short) SOA).putShort((short) INTERNET).putInt(MINUTE);
        answer.putShort((short) 22).put((byte) 0).put((byte) 0);
        answer.putInt(1).putInt(MINUTE).putInt(MINUTE).putInt(MINUTE).putInt(MINUTE);
        return Arrays.copyOf(answer.array(), answer.position());
    }

    private static ByteBuffer begin(NameQuestion question, int code, int answers, int others) {
        ByteBuffer answer = ByteBuffer.allocate(ROOM);
        answer.putShort((short) question.id()).putShort((short) (ANSWER | code));
        answer.putShort((short) 1).putShort((short) answers).putShort((short) others);
        answer.putShort((short) 0).put(question.octets());
        return answer;
    }
}
