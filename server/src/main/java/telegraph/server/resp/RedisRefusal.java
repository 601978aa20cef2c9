package telegraph.server.resp;

/// A command that is not carried out, with the error that its client reads; the connection goes on.
public final class RedisRefusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    static final RedisRefusal NOT_WHOLE =
            new RedisRefusal("ERR value is not an integer or out of range");
    public static final RedisRefusal SYNTAX = new RedisRefusal("ERR syntax error");

    /// @param message a code in capitals, and what is wrong, in Redis' words where it has some
    public RedisRefusal(String message) {
        super(message, null, false, false);
    }
}
