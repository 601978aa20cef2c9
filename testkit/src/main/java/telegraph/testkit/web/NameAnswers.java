package telegraph.testkit.web;

import java.nio.ByteBuffer;
import java.util.Arrays;

/// What the name server of a synthetic web answers.
///
/// Threads: any.
final class NameAnswers {
    private static final int ROOM = 512;
    private static final int SOA = 6;
    private static final int INTERNET = 1;

    /// A pointer to the name of the question, behind the header.
    private static final short ASKED_NAME = (short) 0xC00C;

    private static final int ANSWER = 0x8580;
    private static final int NO_SUCH_NAME = 3;
    private static final int HOUR = 3_600;
    private static final int MINUTE = 60;

    private final WebModel model;

    NameAnswers(WebModel model) {
        this.model = model;
    }

    byte[] answer(NameQuestion question) {
        byte[] name = Bytes.ascii(question.name());
        int host = model.findHost(name, 0, name.length);
        if (host < 0 || model.nameKind(host) == NameKind.UNREGISTERED) {
            return nothing(question, NO_SUCH_NAME);
        }
        if (question.type() != NameQuestion.A) {
            return nothing(question, 0);
        }
        ByteBuffer answer = begin(question, 0, 1, 0);
        answer.putShort(ASKED_NAME).putShort((short) NameQuestion.A).putShort((short) INTERNET);
        answer.putInt(HOUR).putShort((short) 4).put(model.address(host).getAddress());
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
