package telegraph.language.ast;

import java.util.List;
import java.util.Map;
import telegraph.language.lexer.Lines;
import telegraph.language.lexer.Position;

/// One statement of a script.
///
/// Names of sources, views and settings are in lower case unless they were quoted; names of columns
/// are as written, since a source finds values by them, and are matched without regard to case.
public sealed interface Statement
        permits Change,
                TransactionControl,
                Definition,
                Preparation,
                Rights,
                Transfer,
                Upkeep,
                Statement.Select,
                Statement.With,
                Statement.SelectForUpdate,
                Statement.OfCatalog,
                Statement.Explain,
                Statement.CreateSource,
                Statement.DropSource,
                Statement.CreateView,
                Statement.DropView,
                Statement.ShowSources,
                Statement.ShowViews,
                Statement.ShowTables,
                Statement.ShowSchemas,
                Statement.ShowSettings,
                Statement.Show,
                Statement.ShowCreate,
                Statement.Describe,
                Statement.DescribeQuery,
                Statement.Set,
                Statement.Reset {
    /// A statement before which rows are changed or locked.
    ///
    /// @param steps in their order
    /// @param last a query, a change, or rows that are locked
    record With(List<Step> steps, Statement last) implements Statement {}

    /// What is done before a statement, which can name the rows that it gives.
    sealed interface Step {
        Identifier name();

        /// Names for the first of their columns.
        List<Identifier> columns();
    }

    /// The rows that a change in a WITH gives, under a name.
    record ChangedRows(Identifier name, List<Identifier> columns, Change change) implements Step {}

    /// The rows of a query, which are locked, under a name.
    ///
    /// @param inner whether the query stands in another, whose columns it may not name
    record SelectForUpdate(Identifier name, Select query, List<RowLock> locks, boolean inner)
            implements Step, Statement {
        @Override
        public List<Identifier> columns() {
            return List.of();
        }
    }

    /// A query: SELECT, WITH, VALUES, TABLE, or one of these in parentheses; or one that a change
    /// is read as.
    ///
    /// @param source the text of the whole statement
    /// @param lines those of the script, in which the query's spans are
    /// @param tables what stands for the tables that the query writes out
    /// @param estimating what it says of estimates, which is not in the query
    /// @param values those of its parameters, from the first; none while they are open
    record Select(
            Query query,
            String source,
            Lines lines,
            List<TableLiteral> tables,
            EstimateClause estimating,
            List<Given> values)
            implements Statement {
        /// The query with values for its parameters.
        public Select with(List<Given> given) {
            return new Select(query, source, lines, tables, estimating, given);
        }

        /// Another query, of the same statement.
        public Select with(Query other) {
            return new Select(other, source, lines, tables, estimating, values);
        }

        /// Where something of the query begins in the script.
        public Position position(Span at) {
            return lines.position(at.start());
        }
    }

    /// A query that names something of `pg_catalog` or `information_schema`, or calls one of its
    /// functions, and so is likely to be about the catalog itself.
    record OfCatalog(Select query) implements Statement {}

    /// EXPLAIN, or EXPLAIN ANALYZE, which also runs the query.
    record Explain(boolean analyze, Select query) implements Statement {}

    /// CREATE SOURCE, with OR REPLACE or IF NOT EXISTS.
    ///
    /// @param options in the order written, values as text: numbers as written, `true` or `false`
    record CreateSource(
            TableName name,
            boolean orReplace,
            boolean ifNotExists,
            List<ColumnDefinition> columns,
            Map<String, String> options)
            implements Statement {
        /// The same under the name that it is kept by.
        public CreateSource named(TableName other) {
            return new CreateSource(other, orReplace, ifNotExists, columns, options);
        }
    }

    /// DROP SOURCE, with IF EXISTS.
    record DropSource(List<TableName> names, boolean ifExists) implements Statement {}

    /// CREATE VIEW, with OR REPLACE or IF NOT EXISTS.
    ///
    /// @param columns names of the view's columns, or none to keep the query's
    /// @param query the query's text as written
    record CreateView(
            TableName name,
            boolean orReplace,
            boolean ifNotExists,
            List<String> columns,
            String query)
            implements Statement {
        /// The same under the name that it is kept by.
        public CreateView named(TableName other) {
            return new CreateView(other, orReplace, ifNotExists, columns, query);
        }
    }

    /// DROP VIEW, with IF EXISTS.
    ///
    /// @param cascade whether views that stand on it go, too
    record DropView(List<TableName> names, boolean ifExists, boolean cascade)
            implements Statement {}

    record ShowSources() implements Statement {}

    record ShowViews() implements Statement {}

    record ShowTables() implements Statement {}

    record ShowSchemas() implements Statement {}

    /// SHOW SETTINGS, or SHOW ALL.
    record ShowSettings() implements Statement {}

    /// SHOW and the name of a setting.
    record Show(String setting) implements Statement {}

    /// SHOW CREATE SOURCE, VIEW or TABLE.
    record ShowCreate(TableName name) implements Statement {}

    /// DESCRIBE and the name of a table, source or view.
    record Describe(TableName name) implements Statement {}

    /// DESCRIBE and a query, or a literal table, which is read as `SELECT * FROM` it.
    record DescribeQuery(Select query) implements Statement {}

    /// SET name = value.
    record Set(String name, String value) implements Statement {}

    /// RESET name; RESET ALL has the name `all`.
    record Reset(String name) implements Statement {}
}
