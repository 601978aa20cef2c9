package telegraph.sql.execution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.Statements;
import telegraph.language.ast.Definition;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableColumn;
import telegraph.language.ast.TableName;
import telegraph.language.query.SequenceCalls;
import telegraph.sql.Event;
import telegraph.sql.session.Naming;
import telegraph.tables.catalog.TableDefinition;
import telegraph.tables.change.Questions;
import telegraph.tables.change.RowSpool;
import telegraph.tables.define.CreateRun;
import telegraph.tables.define.RefreshRun;

/// Carries out the statements that make materialized views and fill them anew.
///
/// The query runs first, and its rows are kept in the statement's memory; only when all are there
/// the definitions are locked, and the rows put in the place of the old ones. So a query over slow
/// sources keeps nobody from the view, and one that fails leaves it as it was.
///
/// Threads: the statement's own.
final class MaterializedStatements {
    private final StatementRun run;

    MaterializedStatements(StatementRun run) {
        this.run = run;
    }

    Event.End create(Definition.CreateMaterialized said) {
        Definition.CreateMaterialized create =
                said.named(run.view().lasting(said.name(), "materialized view"));
        String title = "CREATE MATERIALIZED VIEW";
        run.work().writing(title);
        if (create.ifNotExists()
                && new CreateRun(StatementGround.defining(run, title, List.of()))
                        .isThere(create.name())) {
            return run.done(title);
        }
        run.view().requireFree(create.name(), "");
        try (StatementQuestions questions = new StatementQuestions(run, Naming.LASTING)) {
            String text = run.lasting(create.query());
            Questions.Question asked = asked(text, create.name(), questions);
            List<TableColumn> columns =
                    DefinitionStatements.columns(
                            questions.rowType(asked), asked.declared(), create.columns());
            TableDefinition.Materialized query =
                    new TableDefinition.Materialized(text, asked.columns(), false);
            if (!create.rows()) {
                new CreateRun(StatementGround.defining(run, title, List.of()))
                        .materialized(create.name(), query, columns);
                return run.done(title);
            }
            try (RowSpool rows = rows(asked, questions, all(asked))) {
                StatementGround ground = StatementGround.defining(run, title, List.of());
                new CreateRun(ground).materialized(create.name(), query, columns);
                fill(ground, run.view().relation(create.name()), questions, rows);
                return questions.ended("SELECT " + rows.rows(), 0);
            }
        }
    }

    Event.End refresh(Definition.RefreshMaterialized refresh) {
        String title = "REFRESH MATERIALIZED VIEW";
        run.work().writing(title);
        TableDefinition view = materialized(refresh.name());
        if (refresh.concurrently()) {
            demandConcurrent(view);
        }
        if (!refresh.rows()) {
            new RefreshRun(StatementGround.defining(run, title, List.of())).emptied(view, false);
            return run.done(title);
        }
        try (StatementQuestions questions = new StatementQuestions(run, Naming.KEPT)) {
            TableDefinition.Materialized query = view.materialized().orElseThrow();
            Questions.Question asked = asked(query.text(), view.name(), questions);
            int[] columns = columns(view, asked, questions);
            try (RowSpool rows = rows(asked, questions, columns)) {
                fill(StatementGround.defining(run, title, List.of()), view, questions, rows);
                return questions.ended(title, 0);
            }
        }
    }

    private Questions.Question asked(String text, TableName name, StatementQuestions questions) {
        Statement.Select query = Statements.query(text);
        if (!SequenceCalls.places(query).isEmpty()) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "a materialized view counts up no sequence: view=" + name);
        }
        NamesInTexts.demandLasting(query, name);
        return questions.ask(query, Map.of());
    }

    private static int[] all(Questions.Question asked) {
        int[] all = new int[asked.columns().size()];
        Arrays.setAll(all, c -> c);
        return all;
    }

    /// Runs the query and keeps some columns of its rows.
    private static RowSpool rows(
            Questions.Question asked, StatementQuestions questions, int[] columns) {
        RowSpool rows =
                new RowSpool(
                        questions.region(),
                        Arrays.stream(columns).mapToObj(asked.types()::get).toList());
        try {
            Object[] kept = new Object[columns.length];
            asked.run(batch ->
                    batch.forEach(row -> {
                        for (int c = 0; c < columns.length; c++) {
                            kept[c] = row[columns[c]];
                        }
                        rows.add(kept);
                    }));
            rows.end();
            return rows;
        } catch (RuntimeException | Error e) {
            rows.close();
            throw e;
        }
    }

    private void fill(
            StatementGround ground,
            TableDefinition view,
            StatementQuestions questions,
            RowSpool rows) {
        RefreshRun refreshing = new RefreshRun(ground);
        ChangeStatements.fill(run, refreshing.emptied(view, true), questions, rows);
        refreshing.indexed(view.name());
    }

    private TableDefinition materialized(TableName name) {
        TableDefinition view =
                run.view()
                        .snapshot()
                        .find(name)
                        .filter(entry -> entry.kind().equals("table"))
                        .map(_ -> run.view().table(name))
                        .orElseGet(() -> relation(name));
        if (view.materialized().isEmpty()) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "\"" + view.name() + "\" is not a materialized view");
        }
        return view;
    }

    private TableDefinition relation(TableName name) {
        run.view().require(name, "materialized view");
        return run.view().relation(name);
    }

    private static void demandConcurrent(TableDefinition view) {
        if (view.materialized().filter(query -> !query.populated()).isPresent()) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "CONCURRENTLY cannot be used when the materialized view is not populated: view="
                            + view.name());
        }
        if (view.indexes().stream().noneMatch(TableDefinition.Index::isKey)) {
            throw TelegraphException.of(
                    SqlState.NOT_IN_PREREQUISITE_STATE,
                    "cannot refresh materialized view \""
                            + view.name()
                            + "\" concurrently. Create a unique index of all its rows on"
                            + " one or more columns");
        }
    }

    /// Which columns of the query are those of the view: a `*` in it may stand for more by now.
    private static int[] columns(
            TableDefinition view, Questions.Question asked, StatementQuestions questions) {
        List<String> outputs = view.materialized().orElseThrow().outputs();
        List<String> names = asked.columns();
        int[] columns = new int[outputs.size()];
        for (int c = 0; c < columns.length; c++) {
            String output = outputs.get(c);
            columns[c] = names.equals(outputs) ? c : names.indexOf(output);
            boolean known =
                    columns[c] >= 0
                            && (names.equals(outputs)
                                    || columns[c] == names.lastIndexOf(output)
                                            && outputs.indexOf(output)
                                                    == outputs.lastIndexOf(output));
            if (!known) {
                throw changed(view, "column=" + output);
            }
        }
        List<SqlType> types =
                new ArrayList<>(
                        DefinitionStatements.columns(
                                        questions.rowType(asked), asked.declared(), List.of())
                                .stream()
                                .map(TableColumn::type)
                                .toList());
        for (int c = 0; c < columns.length; c++) {
            SqlType type = types.get(columns[c]);
            if (!type.equals(view.columns().get(c).type())) {
                throw changed(view, "column=" + outputs.get(c) + " type=" + type.written());
            }
        }
        return columns;
    }

    private static TelegraphException changed(TableDefinition view, String what) {
        return TelegraphException.of(
                SqlState.DATATYPE_MISMATCH,
                "the query of a materialized view gives other columns than when it was made: view="
                        + view.name()
                        + " "
                        + what
                        + ". Drop it and create it again");
    }
}
