package telegraph.server.postgres.message;

/// The first bytes of messages from a client.
public final class Kind {
    public static final byte QUERY = 'Q';
    public static final byte PARSE = 'P';
    public static final byte BIND = 'B';
    public static final byte DESCRIBE = 'D';
    public static final byte EXECUTE = 'E';
    public static final byte CLOSE = 'C';
    public static final byte FLUSH = 'H';
    public static final byte SYNC = 'S';
    public static final byte COPY_DATA = 'd';
    public static final byte COPY_DONE = 'c';
    public static final byte COPY_FAIL = 'f';
    public static final byte FUNCTION_CALL = 'F';
    public static final byte TERMINATE = 'X';

    /// A password, or a step of an exchange that proves one.
    public static final byte PROOF = 'p';

    private Kind() {}

    /// Whether a connection that is open may send it.
    public static boolean isKnown(byte type) {
        return switch (type) {
            case QUERY,
                    PARSE,
                    BIND,
                    DESCRIBE,
                    EXECUTE,
                    CLOSE,
                    FLUSH,
                    SYNC,
                    COPY_DATA,
                    COPY_DONE,
                    COPY_FAIL,
                    FUNCTION_CALL,
                    TERMINATE ->
                    true;
            default -> false;
        };
    }

    /// Whether it may carry what a user wrote, and be as long as that.
    public static boolean isLong(byte type) {
        return switch (type) {
            case QUERY, PARSE, BIND, COPY_DATA, FUNCTION_CALL -> true;
            default -> false;
        };
    }
}
