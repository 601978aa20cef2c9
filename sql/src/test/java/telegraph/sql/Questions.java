package telegraph.sql;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import telegraph.ground.SqlState;

/// A sandbox that answers every statement or refuses it by name, or else the test has failed.
public final class Questions implements AutoCloseable {
    private static final Set<SqlState> REFUSALS =
            EnumSet.of(SqlState.FEATURE_NOT_SUPPORTED, SqlState.TOO_COMPLEX);

    private final Telegraph telegraph;
    private int refused;

    public Questions(Path data) {
        this.telegraph = Telegraph.open(data, Map.of(), Map.of());
    }

    /// The lines of the result, a header first; empty if it is refused as not supported or as too
    /// complex.
    ///
    /// @param replay how to come here again
    public Optional<List<String>> ask(String statement, String replay) throws InterruptedException {
        Answer answer = Answer.of(telegraph, statement);
        if (answer.cause() != null && REFUSALS.contains(answer.cause().state())) {
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
