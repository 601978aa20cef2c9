package telegraph.tables.change;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import telegraph.engine.source.Source;
import telegraph.language.ast.Statement;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// How a statement asks queries: over whatever its session can name, and some tables more.
///
/// Threads: the statement's own.
public interface Questions {
    /// Plans a query.
    ///
    /// @param more tables by the names the query has for them
    Question ask(Statement.Select query, Map<String, Source> more);

    /// The memory of the statement.
    Region region();

    /// A query ready to run, as often as is wanted.
    interface Question {
        /// The names of its columns.
        List<String> columns();

        /// Their types, as they are kept.
        List<Type> types();

        /// Their types as PostgreSQL writes them.
        List<String> declared();

        /// The sources that it reads.
        List<Source> sources();

        /// Whether each row comes from one row of one source, and no two from the same.
        boolean isOneToOne();

        /// Gives all rows to `to`, some at a time, in the thread of the caller.
        void run(Consumer<List<Object[]>> to);
    }
}
