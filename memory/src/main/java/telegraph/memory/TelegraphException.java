package telegraph.memory;

/// A failure that says who can do something about it: a kind for each reaction that exists.
///
/// | kind      | reaction                 |
/// |-----------|--------------------------|
/// | INPUT     | fix the query or source  |
/// | CONFLICT  | retry                    |
/// | RESOURCE  | wait or raise a limit    |
/// | UNKNOWN   | look whether it was done |
/// | CORRUPT   | stop, restore            |
/// | CANCELLED | none: it was asked for   |
/// | BUG       | report                   |
///
/// The message gives the rule first and then the facts, and needs no stack trace to be understood.
public final class TelegraphException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// The reaction a failure asks for.
    public enum Kind {
        INPUT,
        CONFLICT,
        RESOURCE,
        UNKNOWN,
        CORRUPT,
        CANCELLED,
        BUG
    }

    private final Kind kind;
    private final SqlState state;

    private TelegraphException(Kind kind, String message, Throwable cause) {
        this(kind, SqlState.of(kind), message, cause);
    }

    private TelegraphException(Kind kind, SqlState state, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.state = state;
    }

    public Kind kind() {
        return kind;
    }

    /// The code by which programs know the failure.
    public SqlState state() {
        return state;
    }

    /// A failure of the kind that goes with `state`.
    public static TelegraphException of(SqlState state, String message) {
        return new TelegraphException(state.kind(), state, message, null);
    }

    /// A failure of the kind that goes with `state`.
    public static TelegraphException of(SqlState state, String message, Throwable cause) {
        return new TelegraphException(state.kind(), state, message, cause);
    }

    public static TelegraphException input(String message) {
        return new TelegraphException(Kind.INPUT, message, null);
    }

    public static TelegraphException input(String message, Throwable cause) {
        return new TelegraphException(Kind.INPUT, message, cause);
    }

    public static TelegraphException conflict(String message) {
        return new TelegraphException(Kind.CONFLICT, message, null);
    }

    public static TelegraphException resource(String message) {
        return new TelegraphException(Kind.RESOURCE, message, null);
    }

    public static TelegraphException resource(String message, Throwable cause) {
        return new TelegraphException(Kind.RESOURCE, message, cause);
    }

    public static TelegraphException corrupt(String message) {
        return new TelegraphException(Kind.CORRUPT, message, null);
    }

    public static TelegraphException corrupt(String message, Throwable cause) {
        return new TelegraphException(Kind.CORRUPT, message, cause);
    }

    public static TelegraphException cancelled(String message) {
        return new TelegraphException(Kind.CANCELLED, message, null);
    }

    public static TelegraphException bug(String message, Throwable cause) {
        return new TelegraphException(Kind.BUG, message, cause);
    }
}
