package telegraph.sql.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.type.SqlTypeName;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.Statements;
import telegraph.language.ast.Definition;
import telegraph.language.ast.SequenceOptions;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.TableColumn;
import telegraph.language.ast.TableName;
import telegraph.language.lexer.Position;
import telegraph.query.label.EnumType;
import telegraph.query.validate.ReferenceUses;
import telegraph.query.value.ArrayArguments;
import telegraph.query.value.Types;
import telegraph.sql.Event;
import telegraph.tables.change.Questions;
import telegraph.tables.define.AlterRun;
import telegraph.tables.define.CommentRun;
import telegraph.tables.define.CreateRun;
import telegraph.tables.define.DropRun;
import telegraph.tables.define.SequenceRun;
import telegraph.tables.define.TypeRun;

/// Carries out the statements that make, change and drop tables, indexes and schemas.
///
/// Threads: the statement's own.
final class DefinitionStatements {
    private static final Position NOWHERE = new Position(1, 1);

    private final StatementRun run;

    DefinitionStatements(StatementRun run) {
        this.run = run;
    }

    Event.End out(Definition definition) {
        return switch (definition) {
            case Definition.CreateTable create -> {
                TableName name = run.view().made(create.name(), create.life().temporary());
                Definition.CreateTable named = create.named(name);
                yield create.as().isPresent() ? createAs(named, create.as().get()) : table(named);
            }
            case Definition.CreateMaterialized create ->
                    new MaterializedStatements(run).create(create);
            case Definition.RefreshMaterialized refresh ->
                    new MaterializedStatements(run).refresh(refresh);
            case Definition.DropMaterialized drop -> {
                new DropRun(ground("DROP MATERIALIZED VIEW")).materialized(drop);
                yield run.done("DROP MATERIALIZED VIEW");
            }
            case Definition.AlterTable alter -> {
                String title = "ALTER " + alter.kind().title().toUpperCase(Locale.ROOT);
                new AlterRun(ground(title, alter.name())).table(alter);
                yield run.done(title);
            }
            case Definition.DropTable drop -> {
                new DropRun(ground("DROP TABLE", drop.names())).tables(drop);
                yield run.done("DROP TABLE");
            }
            case Definition.CreateIndex create -> {
                new CreateRun(ground("CREATE INDEX", create.table())).index(create);
                yield run.done("CREATE INDEX");
            }
            case Definition.AlterIndex rename -> {
                new AlterRun(ground("ALTER INDEX", rename.name())).index(rename);
                yield run.done("ALTER INDEX");
            }
            case Definition.DropIndex drop -> {
                new DropRun(ground("DROP INDEX", drop.names())).indexes(drop);
                yield run.done("DROP INDEX");
            }
            case Definition.CreateSequence create -> {
                TableName name = run.view().lasting(create.name(), "sequence");
                new SequenceRun(ground("CREATE SEQUENCE")).create(create.named(name));
                yield run.done("CREATE SEQUENCE");
            }
            case Definition.AlterSequence alter -> {
                new SequenceRun(ground("ALTER SEQUENCE", alter.name())).alter(alter);
                yield run.done("ALTER SEQUENCE");
            }
            case Definition.DropSequence drop -> {
                new SequenceRun(ground("DROP SEQUENCE", drop.names())).drop(drop);
                yield run.done("DROP SEQUENCE");
            }
            case Definition.CreateType create -> {
                new TypeRun(ground("CREATE TYPE")).create(create);
                yield run.done("CREATE TYPE");
            }
            case Definition.AlterType alter -> {
                new TypeRun(ground("ALTER TYPE")).alter(alter);
                yield run.done("ALTER TYPE");
            }
            case Definition.DropType drop -> {
                new TypeRun(ground("DROP TYPE")).drop(drop);
                yield run.done("DROP TYPE");
            }
            case Definition.CreateSchema create -> {
                new CreateRun(ground("CREATE SCHEMA")).schema(create);
                yield run.done("CREATE SCHEMA");
            }
            case Definition.DropSchema drop -> {
                new DropRun(ground("DROP SCHEMA")).schemas(drop);
                yield run.done("DROP SCHEMA");
            }
            case Definition.CreateExtension create -> {
                new CreateRun(ground("CREATE EXTENSION")).extension(create);
                yield run.done("CREATE EXTENSION");
            }
            case Definition.CommentOn comment -> {
                new CommentRun(ground("COMMENT", comment.on().name())).out(comment);
                yield run.done("COMMENT");
            }
        };
    }

    private StatementGround ground(String statement, TableName... names) {
        return ground(statement, List.of(names));
    }

    /// @param names what is defined; none for what all sessions share
    private StatementGround ground(String statement, List<TableName> names) {
        return StatementGround.defining(run, statement, names);
    }

    private Event.End table(Definition.CreateTable create) {
        new CreateRun(ground("CREATE TABLE", create.name())).table(create, create.columns());
        return run.done("CREATE TABLE");
    }

    private Event.End createAs(Definition.CreateTable create, Definition.As as) {
        StatementGround ground = ground("CREATE TABLE AS", create.name());
        try (StatementQuestions questions = new StatementQuestions(run)) {
            Questions.Question rows = questions.ask(as.query(), Map.of());
            List<TableColumn> columns =
                    columns(questions.rowType(rows), rows.declared(), as.columns());
            boolean made = new CreateRun(ground).table(create, columns).isPresent();
            if (!made || !as.rows()) {
                return run.done("CREATE TABLE AS");
            }
            long count = ChangeStatements.fill(run, create.name(), questions, rows);
            return questions.ended("SELECT " + count, 0);
        }
    }

    /// The columns of a table that has the rows of a query.
    static List<TableColumn> columns(
            RelDataType rowType, List<String> declared, List<String> names) {
        if (names.size() > rowType.getFieldCount()) {
            throw TelegraphException.of(
                    SqlState.SYNTAX_ERROR,
                    "a table of a query has its columns: names="
                            + names.size()
                            + " columns="
                            + rowType.getFieldCount());
        }
        List<TableColumn> columns = new ArrayList<>();
        for (RelDataTypeField field : rowType.getFieldList()) {
            int index = field.getIndex();
            columns.add(
                    new TableColumn(
                            index < names.size() ? names.get(index) : field.getName(),
                            type(field.getType(), declared.get(index), field.getName()),
                            false,
                            Optional.empty(),
                            Optional.empty(),
                            TableColumn.Identity.NONE,
                            SequenceOptions.NONE,
                            NOWHERE));
        }
        return columns;
    }

    /// The type its values were declared with, if such values lie in a batch as these do.
    private static SqlType type(RelDataType type, String declared, String column) {
        if (ReferenceUses.TYPES.contains(declared)) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "a table has no column of type "
                            + declared
                            + ": column="
                            + column
                            + ". Cast it to oid or to text");
        }
        if (EnumType.of(type).isPresent()) {
            return SqlType.of(EnumType.of(type).get());
        }
        Optional<SqlType> same =
                Statements.type(declared)
                        .filter(sql ->
                                Types.physical(type).filter(sql.physical()::equals).isPresent());
        if (same.isPresent()) {
            return same.get();
        }
        if (SqlTypeName.INTERVAL_TYPES.contains(type.getSqlTypeName())) {
            return SqlType.of(SqlType.Name.INTERVAL);
        }
        return Optional.of(type)
                .filter(one -> !ArrayArguments.isArray(one))
                .flatMap(Types::physical)
                .map(SqlType::of)
                .orElseThrow(() ->
                        TelegraphException.of(
                                SqlState.FEATURE_NOT_SUPPORTED,
                                "a table has no column of this type: column="
                                        + column
                                        + " type="
                                        + Types.name(type)
                                        + ". Cast it to another"));
    }
}
