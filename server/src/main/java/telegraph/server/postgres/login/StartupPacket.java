package telegraph.server.postgres.login;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import telegraph.server.postgres.message.Fields;
import telegraph.server.postgres.message.Malformed;

/// What a client may say first, before messages have types.
///
/// | code       | meaning                                                       |
/// |-----------:|---------------------------------------------------------------|
/// | `3 << 16`  | startup of protocol 3, with the minor version in the low half |
/// | 1234, 5678 | cancel what another connection runs                           |
/// | 1234, 5679 | may we go on in TLS?                                          |
/// | 1234, 5680 | may we go on in GSSAPI?                                       |
public sealed interface StartupPacket {
    /// The longest first packet; PostgreSQL's own bound.
    int BYTES_MAX = 10_000;

    int CANCEL = 1234 << 16 | 5678;
    int TLS = 1234 << 16 | 5679;
    int GSS = 1234 << 16 | 5680;

    /// May we go on in TLS?
    record TlsAsked() implements StartupPacket {}

    /// May we go on in GSSAPI?
    record GssAsked() implements StartupPacket {}

    /// Cancel what another connection runs.
    record Cancel(int process, byte[] secret) implements StartupPacket {}

    /// A protocol that is not spoken here.
    record Foreign(int major, int minor) implements StartupPacket {}

    /// The startup packet.
    ///
    /// @param minor the minor version of the protocol that the client would like
    /// @param user who it says it is
    /// @param database what it wants to use
    /// @param settings what else it says, in its order
    /// @param unknown options of the protocol, which nobody knows here
    record Startup(
            int minor,
            String user,
            String database,
            Map<String, String> settings,
            List<String> unknown)
            implements StartupPacket {}

    /// Reads a packet after its length.
    ///
    /// @throws Malformed if it is none of these
    static StartupPacket read(Fields fields) {
        int code = fields.int32();
        switch (code) {
            case TLS -> {
                fields.demandEnd();
                return new TlsAsked();
            }
            case GSS -> {
                fields.demandEnd();
                return new GssAsked();
            }
            case CANCEL -> {
                return new Cancel(fields.int32(), fields.rest());
            }
            default -> {
                int major = code >>> 16;
                int minor = code & 0xffff;
                return major == 3 ? startup(minor, fields) : new Foreign(major, minor);
            }
        }
    }

    private static Startup startup(int minor, Fields fields) {
        Map<String, String> settings = new LinkedHashMap<>();
        List<String> unknown = new ArrayList<>();
        for (String name = text(fields); !name.isEmpty(); name = text(fields)) {
            String value = text(fields);
            if (name.startsWith("_pq_.")) {
                unknown.add(name);
            } else {
                settings.put(name, value);
            }
        }
        fields.demandEnd();
        String user = settings.getOrDefault("user", "");
        settings.remove("user");
        String database = settings.getOrDefault("database", user);
        settings.remove("database");
        options(settings);
        return new Startup(minor, user, database, settings, unknown);
    }

    /// As [Fields#text]; what is no UTF-8 is no reason to say so before it is known who is there.
    private static String text(Fields fields) {
        ByteBuf bytes = fields.bytes();
        int start = bytes.readerIndex();
        int zero = bytes.indexOf(start, start + fields.left(), (byte) 0);
        if (zero < 0) {
            throw new Malformed("a startup packet ends with a zero byte");
        }
        bytes.readerIndex(zero + 1);
        return bytes.toString(start, zero - start, StandardCharsets.UTF_8);
    }

    /// Takes apart `-c name=value --name=value`, where a backslash takes the next character as it
    /// is.
    private static void options(Map<String, String> settings) {
        String options = settings.remove("options");
        if (options == null) {
            return;
        }
        List<String> words = words(options);
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (word.equals("-c") && i + 1 < words.size()) {
                word = words.get(++i);
            } else if (word.startsWith("--") || word.startsWith("-c")) {
                word = word.substring(2);
            }
            int equals = word.indexOf('=');
            if (equals < 1) {
                throw new Malformed("options are written -c name=value: found " + word);
            }
            settings.put(word.substring(0, equals).replace('-', '_'), word.substring(equals + 1));
        }
    }

    private static List<String> words(String options) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < options.length(); i++) {
            char c = options.charAt(i);
            if (c == '\\' && i + 1 < options.length()) {
                word.append(options.charAt(++i));
            } else if (!Character.isWhitespace(c)) {
                word.append(c);
            } else if (!word.isEmpty()) {
                words.add(word.toString());
                word.setLength(0);
            }
        }
        if (!word.isEmpty()) {
            words.add(word.toString());
        }
        return words;
    }
}
