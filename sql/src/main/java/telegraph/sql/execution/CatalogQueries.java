package telegraph.sql.execution;

import java.util.List;
import java.util.Optional;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Statement;
import telegraph.sql.Event;
import telegraph.sql.ResultColumn;
import telegraph.sql.introspect.Inquiry;
import telegraph.sql.introspect.Relation;
import telegraph.sql.pgcatalog.CatalogSurroundings;

/// Answers queries about the catalog, without a plan.
///
/// A query that looks like one and is none ([CatalogScope]) goes the way of all queries.
///
/// Threads: the statement's own.
final class CatalogQueries {
    /// Rows of an event.
    private static final int ROWS_MAX = 1_000;

    private final StatementRun run;

    CatalogQueries(StatementRun run) {
        this.run = run;
    }

    /// The query, or empty if it is not about the catalog.
    ///
    /// @throws TelegraphException of kind INPUT if it is, and makes no sense
    Optional<Inquiry> inquiry(Statement.OfCatalog asked) {
        Statement.Select query = asked.query();
        CatalogSurroundings around =
                run.catalog()
                        .surroundings(
                                run.view().snapshot(), query.source(), run.query()::isCancelled);
        return CatalogScope.isOfCatalog(query, around)
                ? Optional.of(Inquiry.of(query, around))
                : Optional.empty();
    }

    Event.End out(Statement.OfCatalog query) {
        Optional<Inquiry> asked = inquiry(query);
        if (asked.isEmpty()) {
            return new QueryStatements(run).select(query.query());
        }
        run.emit(new Event.Columns(columns(asked.get())));
        List<Object[]> rows = asked.get().rows();
        for (int start = 0; start < rows.size(); start += ROWS_MAX) {
            int end = Math.min(rows.size(), start + ROWS_MAX);
            run.emit(new Event.Rows(rows.subList(start, end)));
        }
        return new Event.End(
                "SELECT " + rows.size(), rows.size(), run.elapsed(), List.of(), List.of());
    }

    static List<ResultColumn> columns(Inquiry asked) {
        return asked.columns().stream().map(CatalogQueries::column).toList();
    }

    private static ResultColumn column(Relation.Column column) {
        String type = column.type().ground().sql();
        return new ResultColumn(column.name(), type, type);
    }
}
