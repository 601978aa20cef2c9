package telegraph.language.grammar;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Change;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.lexer.Tokens;

/// The grammar of MERGE.
///
/// ```
/// merge  = MERGE INTO table [ [ AS ] alias ] USING table ON condition branch { branch }
///          [ RETURNING columns ]
/// branch = WHEN [ NOT ] MATCHED [ BY TARGET ] [ AND condition ] THEN
///          ( UPDATE SET assignments | DELETE | DO NOTHING
///          | INSERT [ names ] [ OVERRIDING ( SYSTEM | USER ) VALUE ]
///              ( DEFAULT VALUES | VALUES "(" value { "," value } ")" ) )
/// ```
///
/// It is read twice: first to find its pieces, then to put them together in another order.
///
/// ```
/// MERGE INTO t USING s ON c                SELECT "t".*,
/// WHEN MATCHED AND d THEN UPDATE SET a = e     CASE WHEN "t"."#matched" IS TRUE AND (d) THEN 0
/// WHEN NOT MATCHED THEN INSERT VALUES (f)           WHEN "t"."#matched" IS NULL THEN 1 END,
///                                              CASE WHEN "t"."#matched" IS TRUE AND (d) THEN (e) END,
///                                              CASE WHEN "t"."#matched" IS NULL THEN (f) END
///                                          FROM s LEFT JOIN
///                                              (SELECT *, TRUE AS "#matched" FROM "#target") AS "t"
///                                              ON c
/// ```
final class MergeGrammar {
    private static final String MATCHED = "#matched";

    /// Tokens from one index to another.
    private record Range(int start, int end) {}

    /// What a branch asks for, and the values it has.
    private record When(boolean matched, Optional<Range> condition, List<Range> values) {}

    private final StatementReader reading;
    private final ChangeGrammar changes;
    private final Tokens tokens;
    private final List<Change.Branch> branches = new ArrayList<>();
    private final List<When> whens = new ArrayList<>();
    private int values;

    MergeGrammar(StatementReader reading, ChangeGrammar changes) {
        this.reading = reading;
        this.changes = changes;
        this.tokens = reading.tokens();
    }

    Statement read() {
        tokens.expect("merge", "into");
        tokens.accept("only");
        TableName table = reading.tableName("a table");
        String alias = changes.alias(table, "using");
        tokens.expect("using");
        Range source = range("a table", true, Clauses.until("on"));
        tokens.expect("on");
        Range condition = range("a condition", false, Clauses.until("when"));
        if (!tokens.peek().is("when")) {
            throw tokens.unexpected("WHEN MATCHED or WHEN NOT MATCHED", List.of("WHEN"));
        }
        while (tokens.accept("when")) {
            branch();
        }
        Optional<Statement.Select> returning = changes.returning(alias);
        tokens.expectEnd("WHEN", "RETURNING");
        Statement.Select rows = rows(ChangeGrammar.quote(alias), source, condition);
        return new Change.Merge(table, alias, rows, List.copyOf(branches), returning);
    }

    private Range range(String what, boolean isTable, Clauses ends) {
        int start = tokens.index();
        reading.rewriter().piece(isTable, what, ends);
        return new Range(start, tokens.index());
    }

    private void branch() {
        boolean matched = !tokens.accept("not");
        tokens.expect("matched");
        if (tokens.peek().is("by") && tokens.peek(1).is("source")) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "MERGE goes over the rows of its source at "
                            + tokens.position()
                            + ". Use DELETE or UPDATE … WHERE NOT EXISTS for the others");
        }
        tokens.accept("by", "target");
        Optional<Range> condition =
                tokens.accept("and")
                        ? Optional.of(range("a condition", false, Clauses.until("then")))
                        : Optional.empty();
        tokens.expect("then");
        List<Range> given = new ArrayList<>();
        branches.add(action(matched, given));
        whens.add(new When(matched, condition, given));
        values += given.size();
    }

    private Change.Branch action(boolean matched, List<Range> given) {
        if (tokens.accept("do", "nothing")) {
            return new Change.Branch.Nothing();
        }
        if (!matched) {
            tokens.expect("insert");
            return insert(given);
        }
        if (tokens.accept("delete")) {
            return new Change.Branch.DeleteMatched();
        }
        if (!tokens.accept("update")) {
            throw tokens.unexpected(
                    "UPDATE, DELETE or DO NOTHING", List.of("UPDATE", "DELETE", "DO"));
        }
        tokens.expect("set");
        ChangeGrammar.Values add = ends -> given.add(range("a value", false, ends));
        List<Change.Assignment> assignments = changes.assignments(add, "when", "returning");
        return new Change.Branch.UpdateMatched(
                assignments.stream()
                        .map(a ->
                                a.isDefault()
                                        ? a
                                        : new Change.Assignment(
                                                a.column(), a.value() + values, a.position()))
                        .toList());
    }

    private Change.Branch insert(List<Range> given) {
        List<Change.Target> columns = tokens.peek().isSign("(") ? reading.targets() : List.of();
        Change.Overriding overriding = changes.overriding();
        List<Integer> numbers = new ArrayList<>();
        if (!tokens.accept("default", "values")) {
            tokens.expect("values");
            tokens.expectSign("(");
            do {
                boolean isDefault = changes.byDefault();
                numbers.add(isDefault ? Change.Assignment.DEFAULT : values + given.size());
                if (!isDefault) {
                    given.add(range("a value", false, Clauses.itemUntil()));
                }
            } while (tokens.acceptSign(","));
            tokens.expectSign(")");
            if (!columns.isEmpty() && columns.size() != numbers.size()) {
                throw Tokens.error(
                        tokens.position(),
                        "INSERT has a value for each of its columns: columns="
                                + columns.size()
                                + " values="
                                + numbers.size());
            }
        }
        return new Change.Branch.InsertUnmatched(columns, numbers, overriding);
    }

    private Statement.Select rows(String alias, Range source, Range condition) {
        int end = tokens.index();
        QueryRewriter rows = reading.rewriter();
        String matched = alias + "." + ChangeGrammar.quote(MATCHED);
        rows.write("SELECT " + alias + ".*, CASE");
        for (int i = 0; i < whens.size(); i++) {
            test(rows, matched, whens.get(i));
            rows.write(" THEN " + i);
        }
        rows.write(" END");
        for (When when : whens) {
            for (Range value : when.values()) {
                value(rows, matched, when, value);
            }
        }
        rows.write(" FROM ");
        copy(rows, source, true);
        rows.write(
                " LEFT JOIN (SELECT *, TRUE AS "
                        + ChangeGrammar.quote(MATCHED)
                        + " FROM "
                        + ChangeGrammar.quote(Change.TARGET)
                        + ") AS "
                        + alias
                        + " ON ");
        copy(rows, condition, false);
        tokens.moveTo(end);
        return rows.composed();
    }

    private void test(QueryRewriter rows, String matched, When when) {
        rows.write(" WHEN " + matched + (when.matched() ? " IS TRUE" : " IS NULL"));
        if (when.condition().isPresent()) {
            rows.write(" AND (");
            copy(rows, when.condition().get(), false);
            rows.write(")");
        }
    }

    private void value(QueryRewriter rows, String matched, When when, Range value) {
        tokens.moveTo(value.start());
        if (tokens.peek().is("null") && value.end() == value.start() + 1) {
            rows.write(", NULL");
            return;
        }
        rows.write(", CASE");
        test(rows, matched, when);
        rows.write(" THEN (");
        copy(rows, value, false);
        rows.write(") END");
    }

    private void copy(QueryRewriter rows, Range range, boolean isTable) {
        tokens.moveTo(range.start());
        rows.piece(isTable, "an expression", t -> t.index() >= range.end());
    }
}
