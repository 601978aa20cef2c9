package telegraph.sql.execution;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.Statements;
import telegraph.language.ast.ColumnDefinition;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.query.QueryWalk;
import telegraph.language.query.SequenceCalls;
import telegraph.sql.Event;
import telegraph.tables.catalog.CatalogView;
import telegraph.tables.catalog.Comments;
import telegraph.tables.catalog.Entry;
import telegraph.tables.define.DropRun;

/// Carries out the statements that declare and drop sources and views.
///
/// Threads: the statement's own.
final class CatalogStatements {
    private final StatementRun run;

    CatalogStatements(StatementRun run) {
        this.run = run;
    }

    Event.End createSource(Statement.CreateSource said) {
        Statement.CreateSource create = said.named(run.view().lasting(said.name(), "source"));
        StatementGround ground = StatementGround.defining(run, "CREATE SOURCE", List.of());
        if (create.ifNotExists() && isThere(create.name())) {
            return run.done("CREATE SOURCE");
        }
        // Whatever is wrong with it is said now.
        run.sandbox().opener().open(create, run.settings().text("on_error"));
        List<String> columns = create.columns().stream().map(ColumnDefinition::name).toList();
        put(ground, new Entry.SourceEntry(create), columns, create.orReplace());
        return run.done("CREATE SOURCE");
    }

    Event.End createView(Statement.CreateView said) {
        Statement.CreateView create = said.named(run.view().lasting(said.name(), "view"));
        StatementGround ground = StatementGround.defining(run, "CREATE VIEW", List.of());
        if (create.ifNotExists() && isThere(create.name())) {
            return run.done("CREATE VIEW");
        }
        String query = run.lasting(create.query());
        Statement.Select select = Statements.query(query);
        if (!SequenceCalls.places(select).isEmpty()) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "a view counts up no sequence: view="
                            + create.name()
                            + ". Count in the statement that reads it");
        }
        if (QueryWalk.tables(select.query()).stream()
                .flatMap(table -> table.sample().stream())
                .anyMatch(sample -> sample.seed().isEmpty())) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "a sample in a view without a seed is not there: view="
                            + create.name()
                            + ". Add REPEATABLE (seed)");
        }
        NamesInTexts.demandLasting(select, create.name());
        RelDataType rowType = run.lasting(select).rowType(select);
        if (!create.columns().isEmpty() && create.columns().size() != rowType.getFieldCount()) {
            throw TelegraphException.of(
                    SqlState.INVALID_TABLE_DEFINITION,
                    "a view names all columns of its query or none: view="
                            + create.name()
                            + " names="
                            + create.columns().size()
                            + " columns="
                            + rowType.getFieldCount());
        }
        List<String> columns =
                create.columns().isEmpty() ? rowType.getFieldNames() : create.columns();
        demandDistinct(columns, create);
        put(
                ground,
                new Entry.ViewEntry(create.name(), create.columns(), query),
                columns,
                create.orReplace());
        return run.done("CREATE VIEW");
    }

    private static void demandDistinct(List<String> names, Statement.CreateView create) {
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (!seen.add(name.toLowerCase(Locale.ROOT))) {
                throw TelegraphException.of(
                        SqlState.DUPLICATE_COLUMN,
                        "a view has a column once. Give one another name with AS: view="
                                + create.name()
                                + " column="
                                + name);
            }
        }
    }

    private boolean isThere(TableName name) {
        return run.view().snapshot().find(name).isPresent();
    }

    /// Keeps an entry, with what was said of one in whose place it comes.
    private void put(StatementGround ground, Entry entry, List<String> columns, boolean orReplace) {
        CatalogView view = ground.view();
        view.requireFree(entry.name(), entry.kind());
        Optional<Entry> before = view.snapshot().find(entry.name());
        if (!orReplace && before.isPresent()) {
            throw TelegraphException.of(
                    SqlState.DUPLICATE_TABLE,
                    entry.kind()
                            + " \""
                            + entry.name()
                            + "\" exists already. CREATE OR REPLACE replaces it");
        }
        Comments comments =
                before.map(Entry::comments)
                        .orElse(Comments.NONE)
                        .of(part -> columns.stream().anyMatch(part.name()::equalsIgnoreCase));
        view.put(ground.transaction(), entry.withComments(comments));
    }

    Event.End dropSource(Statement.DropSource drop) {
        new DropRun(StatementGround.defining(run, "DROP SOURCE", List.of()))
                .sources(drop.names(), drop.ifExists());
        return run.done("DROP SOURCE");
    }

    Event.End dropView(Statement.DropView drop) {
        new DropRun(StatementGround.defining(run, "DROP VIEW", List.of()))
                .views(drop.names(), drop.ifExists(), drop.cascade());
        return run.done("DROP VIEW");
    }
}
