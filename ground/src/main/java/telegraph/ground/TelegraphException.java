package telegraph.ground;

import java.util.Optional;

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
    private final transient Optional<Violation> violation;

    private TelegraphException(Kind kind, String message, Throwable cause) {
        this(kind, SqlState.of(kind), message, cause);
    }

    private TelegraphException(Kind kind, SqlState state, String message, Throwable cause) {
        this(kind, state, message, cause, Optional.empty());
    }

    private TelegraphException(
            Kind kind,
            SqlState state,
            String message,
            Throwable cause,
            Optional<Violation> violation) {
        super(message, cause);
        this.kind = kind;
        this.state = state;
        this.violation = violation;
    }

    public Kind kind() {
        return kind;
    }

    /// The code by which programs know the failure.
    public SqlState state() {
        return state;
    }

    /// Which promise of a table was broken, if it is one's that was.
    public Optional<Violation> violation() {
        return violation;
    }

    /// A promise of a table was broken.
    ///
    /// @param rule the message without the violation's detail
    public static TelegraphException violated(SqlState state, String rule, Violation violation) {
        String message = violation.detail().isEmpty() ? rule : rule + ": " + violation.detail();
        return new TelegraphException(state.kind(), state, message, null, Optional.of(violation));
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

    /// A failure of ours; but where the process had no stack or no heap left, or was asked for a
    /// value longer than it can have, that is what the user is told, and not in Java's words.
    public static TelegraphException bug(String message, Throwable cause) {
        Throwable root = cause;
        while (root != null && root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        return switch (root) {
            case StackOverflowError _ ->
                    of(
                            SqlState.TOO_COMPLEX,
                            "the statement is nested too deep. Split it, or put its values into a"
                                    + " table",
                            cause);
            case OutOfMemoryError lack -> outOfMemory(String.valueOf(lack.getMessage()), cause);
            case null, default -> new TelegraphException(Kind.BUG, message, cause);
        };
    }

    private static TelegraphException outOfMemory(String said, Throwable cause) {
        if (said.contains("length") || said.contains("size")) {
            return of(
                    SqlState.PROGRAM_LIMIT,
                    "a value is longer than a process can have one: limit="
                            + Integer.MAX_VALUE
                            + " bytes. Make shorter values, or more of them",
                    cause);
        }
        if (said.contains("thread")) {
            return of(
                    SqlState.OUT_OF_MEMORY,
                    "the system gives the process no more threads. Wait until others have ended, or"
                            + " raise the system's limit of threads and memory",
                    cause);
        }
        return of(
                SqlState.OUT_OF_MEMORY,
                "the process has no heap left for the statement: heap="
                        + (Runtime.getRuntime().maxMemory() >> 20)
                        + " MB. Ask for less at once, wait until others have ended, or start with a"
                        + " larger -Xmx",
                cause);
    }
}
