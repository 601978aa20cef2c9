package telegraph.language.grammar;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Change;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Query;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.ast.Term;
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
/// What becomes of it:
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

    /// What a branch asks for, and the values it has.
    private record When(boolean matched, Optional<Term> condition, List<Term> values) {}

    private final StatementReader reading;
    private final ChangeGrammar changes;
    private final Tokens tokens;
    private final List<Change.Branch> branches = new ArrayList<>();
    private final List<When> whens = new ArrayList<>();
    private Optional<Identifier> sourceName = Optional.empty();
    private int values;

    MergeGrammar(StatementReader reading, ChangeGrammar changes) {
        this.reading = reading;
        this.changes = changes;
        this.tokens = reading.tokens();
    }

    Statement read() {
        tokens.expect("merge", "into");
        tokens.accept("only");
        Composed composed = Composed.at(tokens.peek().start());
        TableName table = reading.tableName("a table");
        String alias = changes.alias(table, "using");
        tokens.expect("using");
        Query.From source = reading.queries().fromItem();
        sourceName = name(source);
        tokens.expect("on");
        Term condition = reading.term();
        if (!tokens.peek().is("when")) {
            throw tokens.unexpected("WHEN MATCHED or WHEN NOT MATCHED", List.of("WHEN"));
        }
        while (tokens.accept("when")) {
            branch();
        }
        changes.demandExact();
        Optional<Statement.Select> returning = changes.returning(alias);
        Query rows = rows(composed, alias, source, condition);
        return reading.ended(
                new Change.Merge(
                        table, alias, reading.select(rows), List.copyOf(branches), returning),
                "WHEN",
                "RETURNING");
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
        Optional<Term> condition =
                tokens.accept("and") ? Optional.of(reading.term()) : Optional.empty();
        tokens.expect("then");
        List<Term> given = new ArrayList<>();
        branches.add(action(matched, given));
        whens.add(new When(matched, condition, given));
        values += given.size();
    }

    private Change.Branch action(boolean matched, List<Term> given) {
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
        List<Change.Assignment> assignments =
                changes.assignments(
                        "",
                        given::add,
                        (_, _) -> {
                            throw TelegraphException.of(
                                    SqlState.FEATURE_NOT_SUPPORTED,
                                    "MERGE … SET (…, …) = (SELECT …) at "
                                            + tokens.position()
                                            + ". Join what it reads in USING");
                        });
        return new Change.Branch.UpdateMatched(
                assignments.stream()
                        .map(a ->
                                a.isDefault()
                                        ? a
                                        : new Change.Assignment(
                                                a.column(), a.value() + values, a.position()))
                        .toList());
    }

    private Change.Branch insert(List<Term> given) {
        List<Change.Target> columns = tokens.peek().isSign("(") ? reading.targets() : List.of();
        Change.Overriding overriding = changes.overriding();
        List<Integer> numbers = new ArrayList<>();
        if (!tokens.accept("default", "values")) {
            tokens.expect("values");
            tokens.expectSign("(");
            do {
                boolean isDefault = tokens.accept("default");
                numbers.add(isDefault ? Change.Assignment.DEFAULT : values + given.size());
                if (!isDefault) {
                    given.add(ofSource(reading.term()));
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

    /// What a table to merge is called; empty for a join of several.
    private static Optional<Identifier> name(Query.From source) {
        return switch (source) {
            case Query.Table table ->
                    Optional.of(
                            table.alias().map(Query.Alias::name).orElse(table.name().getLast()));
            case Query.Derived derived -> derived.alias().map(Query.Alias::name);
            case Query.Rows rows -> rows.alias().map(Query.Alias::name);
            default -> Optional.empty();
        };
    }

    /// A bare name in what is inserted is one of the source: there is no row of the target.
    private Term ofSource(Term value) {
        return value instanceof Term.Name name && name.parts().size() == 1 && sourceName.isPresent()
                ? new Term.Name(List.of(sourceName.get(), name.words().getFirst()), name.at())
                : value;
    }

    private Query rows(Composed composed, String alias, Query.From source, Term condition) {
        List<Query.Item> items = new ArrayList<>();
        items.add(composed.star(alias));
        List<Term.Branch> tests = new ArrayList<>();
        for (int i = 0; i < whens.size(); i++) {
            tests.add(new Term.Branch(test(composed, alias, whens.get(i)), composed.whole(i)));
        }
        items.add(composed.item(cases(composed, tests)));
        for (When when : whens) {
            for (Term value : when.values()) {
                items.add(composed.item(value(composed, alias, when, value)));
            }
        }
        Query target =
                composed.select(
                        List.of(
                                composed.item(new Term.Star(List.of(), composed.at())),
                                composed.item(composed.truth(), MATCHED)),
                        List.of(
                                new Query.Table(
                                        List.of(composed.name(Change.TARGET)),
                                        Optional.empty(),
                                        composed.at())),
                        Optional.empty());
        Query.From joined =
                new Query.Join(
                        source,
                        new Query.Derived(
                                target, false, Optional.of(composed.alias(alias)), composed.at()),
                        Query.Kind.LEFT,
                        false,
                        Optional.of(condition),
                        List.of(),
                        composed.at());
        return composed.select(items, List.of(joined), Optional.empty());
    }

    private static Term cases(Composed composed, List<Term.Branch> branches) {
        return new Term.Case(Optional.empty(), branches, Optional.empty(), composed.at());
    }

    private static Term test(Composed composed, String alias, When when) {
        Term.What what = when.matched() ? Term.What.TRUE : Term.What.NULL;
        Term matched = new Term.Test(composed.column(alias, MATCHED), what, false, composed.at());
        return when.condition().map(also -> composed.and(matched, also)).orElse(matched);
    }

    private static Term value(Composed composed, String alias, When when, Term value) {
        boolean isNull = value instanceof Term.Literal literal && literal.value() == null;
        return isNull
                ? value
                : cases(composed, List.of(new Term.Branch(test(composed, alias, when), value)));
    }
}
