package telegraph.sql;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// A sandbox that answers every statement or refuses it by name, or else the test has failed.
public final class Questions implements AutoCloseable {
    private final Telegraph telegraph;
    private int refused;

    public Questions(Path data) {
        this.telegraph = Telegraph.open(data, Map.of(), Map.of());
    }

    /// The lines of the result, a header first; empty if it is refused as not supported, or as
    /// larger than a limit that was looked at before.
    ///
    /// @param replay how to come here again
    public Optional<List<String>> ask(String statement, String replay) throws InterruptedException {
        Answer answer = Answer.of(telegraph, statement);
        if (answer.cause() != null && isRefusal(answer.cause())) {
            refused++;
            return Optional.empty();
        }
        if (answer.error() != null) {
            throw new AssertionError(replay + statement + "\n" + answer.error(), answer.cause());
        }
        return Optional.of(answer.rows());
    }

    /// A stack that ended has the same code as a limit, but is what caused it.
    private static boolean isRefusal(TelegraphException failure) {
        return failure.state() == SqlState.FEATURE_NOT_SUPPORTED
                || failure.state() == SqlState.TOO_COMPLEX && failure.getCause() == null;
    }

    /// How many statements were refused.
    public int refused() {
        return refused;
    }

    @Override
    public void close() {
        telegraph.close();
    }
}
