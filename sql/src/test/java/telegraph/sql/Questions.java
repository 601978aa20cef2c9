package telegraph.sql;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import telegraph.ground.SqlState;

/// A sandbox that answers every statement or refuses it by name, or else the test has failed.
public final class Questions implements AutoCloseable {
    private final Telegraph telegraph;
    private int refused;

    public Questions(Path data) {
        this.telegraph = Telegraph.open(data, Map.of(), Map.of());
    }

    /// The lines of the result, a header first; empty if it is refused as not supported.
    ///
    /// @param replay how to come here again
    public Optional<List<String>> ask(String statement, String replay) throws InterruptedException {
        Answer answer = Answer.of(telegraph, statement);
        if (answer.cause() != null && answer.cause().state() == SqlState.FEATURE_NOT_SUPPORTED) {
            refused++;
            return Optional.empty();
        }
        if (answer.error() != null) {
            throw new AssertionError(replay + statement + "\n" + answer.error(), answer.cause());
        }
        return Optional.of(answer.rows());
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
