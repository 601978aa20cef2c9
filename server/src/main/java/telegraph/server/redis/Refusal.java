package telegraph.server.redis;

/// A command that is not carried out, with the error that its client reads; the connection goes on.
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    static final Refusal NOT_WHOLE = new Refusal("ERR value is not an integer or out of range");
    static final Refusal SYNTAX = new Refusal("ERR syntax error");

    /// @param message a code in capitals, and what is wrong, in Redis' words where it has some
    Refusal(String message) {
        super(message, null, false, false);
    }
}
