package telegraph.tables.change;

import java.util.Map;
import java.util.Optional;
import telegraph.language.ast.Change;
import telegraph.language.ast.Statement;
import telegraph.memory.Region;

/// What RETURNING is asked about: the rows that a statement inserted, changed or deleted.
///
/// Threads: one. Memory: rows are kept only if something is asked about them.
public final class Returned implements AutoCloseable {
    private final Target target;
    private final Optional<Statement.Select> query;
    private final RowSpool rows;

    public Returned(Target target, Optional<Statement.Select> query, Region region) {
        this.target = target;
        this.query = query;
        this.rows = query.isEmpty() ? null : new RowSpool(region, target.types());
    }

    /// A row as it was inserted or became, or as it was before it was deleted.
    void add(Object[] row) {
        if (rows != null) {
            rows.add(row);
        }
    }

    /// What is asked, over the rows; empty if nothing is. To be planned before rows are changed, so
    /// that a mistake in it is found before.
    public Optional<Questions.Question> question(Questions questions) {
        return query.map(select ->
                questions.ask(
                        select,
                        Map.of(
                                Change.ROW,
                                new SpooledSource(
                                        target.name(),
                                        target.columnNames(),
                                        target.declared(),
                                        rows))));
    }

    /// No more rows are added.
    public void end() {
        if (rows != null) {
            rows.end();
        }
    }

    @Override
    public void close() {
        if (rows != null) {
            rows.close();
        }
    }
}
