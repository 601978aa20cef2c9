package telegraph.language.query;

import java.util.List;
import java.util.Optional;
import telegraph.language.ast.Change;
import telegraph.language.ast.Definition;
import telegraph.language.ast.Given;
import telegraph.language.ast.Preparation;
import telegraph.language.ast.Statement;
import telegraph.language.ast.Transfer;

/// Gives a statement the values of its parameters: they go with the queries in it, whose trees stay
/// what they are.
///
/// Threads: any.
public final class Binding {
    private final List<Given> values;

    private Binding(List<Given> values) {
        this.values = List.copyOf(values);
    }

    /// The statement with values for `$1` and on.
    public static Statement of(Statement statement, List<Given> values) {
        return values.isEmpty() ? statement : new Binding(values).bound(statement);
    }

    private Statement bound(Statement statement) {
        return switch (statement) {
            case Statement.Select select -> bound(select);
            case Statement.OfCatalog asked -> new Statement.OfCatalog(bound(asked.query()));
            case Statement.Explain explain ->
                    new Statement.Explain(explain.analyze(), bound(explain.query()));
            case Statement.DescribeQuery describe ->
                    new Statement.DescribeQuery(bound(describe.query()));
            case Change change -> bound(change);
            case Statement.With with ->
                    new Statement.With(
                            with.steps().stream().map(this::bound).toList(), bound(with.last()));
            case Statement.SelectForUpdate rows -> bound(rows);
            case Definition.CreateTable create ->
                    new Definition.CreateTable(
                            create.name(),
                            create.life(),
                            create.ifNotExists(),
                            create.columns(),
                            create.likes(),
                            create.constraints(),
                            create.as()
                                    .map(as ->
                                            new Definition.As(
                                                    as.columns(), bound(as.query()), as.rows())));
            case Transfer.CopyTo copy -> copy.with(bound(copy.rows()));
            case Preparation.Execute execute ->
                    new Preparation.Execute(execute.name(), bound(execute.values()));
            default -> statement; // which has no queries
        };
    }

    private Statement.Step bound(Statement.Step step) {
        return switch (step) {
            case Statement.ChangedRows rows ->
                    new Statement.ChangedRows(rows.name(), rows.columns(), bound(rows.change()));
            case Statement.SelectForUpdate rows -> bound(rows);
        };
    }

    private Statement.SelectForUpdate bound(Statement.SelectForUpdate rows) {
        return new Statement.SelectForUpdate(
                rows.name(), bound(rows.query()), rows.locks(), rows.inner());
    }

    private Statement.Select bound(Statement.Select select) {
        return select.with(values);
    }

    private Optional<Statement.Select> bound(Optional<Statement.Select> select) {
        return select.map(this::bound);
    }

    private Change bound(Change change) {
        return switch (change) {
            case Change.Insert insert ->
                    new Change.Insert(
                            insert.table(),
                            insert.alias(),
                            insert.columns(),
                            bound(insert.source()),
                            insert.marked(),
                            insert.overriding(),
                            insert.onConflict().map(this::bound),
                            bound(insert.returning()));
            case Change.Update update ->
                    new Change.Update(
                            update.table(),
                            update.alias(),
                            update.assignments(),
                            bound(update.rows()),
                            update.joined(),
                            bound(update.returning()));
            case Change.Delete delete ->
                    new Change.Delete(
                            delete.table(),
                            delete.alias(),
                            bound(delete.rows()),
                            delete.joined(),
                            bound(delete.returning()));
            case Change.Merge merge ->
                    new Change.Merge(
                            merge.table(),
                            merge.alias(),
                            bound(merge.rows()),
                            merge.branches(),
                            bound(merge.returning()));
        };
    }

    private Change.OnConflict bound(Change.OnConflict conflict) {
        return new Change.OnConflict(
                conflict.columns(),
                conflict.condition(),
                conflict.constraint(),
                conflict.update()
                        .map(update ->
                                new Change.ConflictUpdate(
                                        update.assignments(),
                                        bound(update.values()),
                                        update.conditional())));
    }
}
