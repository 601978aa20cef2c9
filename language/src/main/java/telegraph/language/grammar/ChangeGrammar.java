package telegraph.language.grammar;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Change;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Query;
import telegraph.language.ast.Query.Item;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.ast.Term;
import telegraph.language.lexer.Position;
import telegraph.language.lexer.Token;
import telegraph.language.lexer.Tokens;

/// The grammar of UPDATE and DELETE, and what all changes have in common. INSERT and MERGE have
/// grammars of their own.
///
/// ```
/// update      = UPDATE table [ [ AS ] alias ] SET assignments
///               [ FROM tables ] [ WHERE condition ] [ RETURNING columns ]
/// delete      = DELETE FROM table [ [ AS ] alias ]
///               [ USING tables ] [ WHERE condition ] [ RETURNING columns ]
/// assignments = assignment { "," assignment }
/// assignment  = name [ "[" index "]" ] "=" ( expression | DEFAULT )
///             | names "=" ( [ ROW ] "(" ( expression | DEFAULT ) { "," … } ")" | "(" query ")" )
/// ```
///
/// What becomes of them:
///
/// ```
/// UPDATE t SET a = e, b = f FROM u WHERE c     SELECT "t".*, (e), (f) FROM "#target" AS "t", u WHERE c
/// DELETE FROM t USING u WHERE c                SELECT "t".* FROM "#target" AS "t", u WHERE c
/// RETURNING x, y                               SELECT x, y FROM "#row" AS "t"
/// ```
///
/// An element that is set is a function of the whole array: `SET a[i] = e` is `SET a =
/// $array_set(a, i, e)`. A query that gives several columns their values stands in FROM, behind all
/// others, and gives one row: `SET (a, b) = (SELECT x, y …)` is `a = "#set0"."0", b = "#set0"."1"`
/// and
///
/// ```
/// LATERAL (SELECT single_value("0"), single_value("1") FROM (SELECT x, y …) AS "#rows" ("0", "1"))
///     AS "#set0" ("0", "1")
/// ```
final class ChangeGrammar {
    private final StatementReader reading;
    private final Tokens tokens;

    ChangeGrammar(StatementReader reading) {
        this.reading = reading;
        this.tokens = reading.tokens();
    }

    /// Reads the statement if it is one of these.
    Optional<Statement> read() {
        String word = tokens.peek().value().toLowerCase(Locale.ROOT);
        return switch (word) {
            case "insert" -> Optional.of(new InsertGrammar(reading, this).read());
            case "update" -> Optional.of(update());
            case "delete" -> Optional.of(delete());
            case "merge" -> Optional.of(new MergeGrammar(reading, this).read());
            default -> Optional.empty();
        };
    }

    private Statement update() {
        tokens.expect("update");
        tokens.accept("only");
        Composed composed = Composed.at(tokens.peek().start());
        TableName table = reading.tableName("a table");
        String alias = alias(table, "set");
        tokens.expect("set");
        List<Item> items = new ArrayList<>();
        items.add(composed.star(alias));
        List<Query.From> given = new ArrayList<>();
        List<Change.Assignment> assignments =
                assignments(
                        alias,
                        value -> items.add(composed.item(value)),
                        (query, count) -> {
                            OneRow row = new OneRow(composed, "#set" + given.size(), count);
                            row.columns().forEach(items::add);
                            given.add(row.of(query));
                        });
        Found found = found(composed, items, given, alias, "from");
        return ended(
                new Change.Update(
                        table,
                        alias,
                        assignments,
                        found.rows(),
                        found.joined().names(),
                        found.returning()));
    }

    private Statement delete() {
        tokens.expect("delete", "from");
        tokens.accept("only");
        Composed composed = Composed.at(tokens.peek().start());
        TableName table = reading.tableName("a table");
        String alias = alias(table, "using", "where", "returning");
        Found found =
                found(
                        composed,
                        new ArrayList<>(List.of(composed.star(alias))),
                        List.of(),
                        alias,
                        "using");
        return ended(
                new Change.Delete(
                        table, alias, found.rows(), found.joined().names(), found.returning()));
    }

    /// The rows to change, and what RETURNING gives of them and of those that they were joined
    /// with.
    private record Found(
            Statement.Select rows, JoinedTables joined, Optional<Statement.Select> returning) {}

    /// Reads the other tables, which `word` begins, the condition and RETURNING.
    ///
    /// @param given what stands behind the other tables
    private Found found(
            Composed composed,
            List<Item> items,
            List<Query.From> given,
            String alias,
            String word) {
        List<Query.From> others = tokens.accept(word) ? reading.queries().from() : List.of();
        List<Query.From> from = new ArrayList<>();
        from.add(composed.table(Change.TARGET, alias));
        from.addAll(others);
        from.addAll(given);
        Optional<Term> where =
                tokens.accept("where") ? Optional.of(reading.term()) : Optional.empty();
        demandExact();
        JoinedTables joined =
                tokens.peek().is("returning") ? JoinedTables.of(others) : JoinedTables.NONE;
        items.addAll(joined.items(composed));
        Statement.Select rows = reading.select(composed.select(items, from, where));
        return new Found(rows, joined, returning(alias, joined));
    }

    /// Fails where estimates are asked for.
    void demandExact() {
        Position position = tokens.position();
        reading.queries().clauses();
        if (reading.queries().estimating().isAsked()) {
            throw Tokens.error(position, "rows that are kept are exact: ask for no estimates here");
        }
    }

    private Statement ended(Change statement) {
        return reading.ended(statement, "WHERE", "RETURNING");
    }

    /// Reads `[ AS ] alias` if one of these words is not next; else the table's name.
    String alias(TableName table, String... after) {
        if (tokens.accept("as")) {
            return tokens.expectName("an alias");
        }
        Token next = tokens.peek();
        boolean named = next.isName();
        for (String word : after) {
            named &= !next.is(word);
        }
        if (named) {
            return tokens.expectName("an alias");
        }
        reading.queries().changing(table);
        return table.name();
    }

    /// Reads assignments.
    ///
    /// @param alias what the table is called in them, "" where its columns are not qualified
    /// @param values takes the values that are no DEFAULT, in their order
    /// @param queries takes queries that give several of them, and how many, in the same order
    List<Change.Assignment> assignments(
            String alias, Consumer<Term> values, ObjIntConsumer<Query> queries) {
        List<Change.Assignment> assignments = new ArrayList<>();
        int given = 0;
        do {
            if (!tokens.peek().isSign("(")) {
                Position position = tokens.position();
                Identifier name = reading.queries().terms().identifier("a column");
                String column = name.name();
                Optional<Term> index = index();
                tokens.expectSign("=");
                boolean isDefault = index.isEmpty() && tokens.accept("default");
                if (!isDefault) {
                    Term value = reading.term();
                    values.accept(index.map(at -> element(alias, name, at, value)).orElse(value));
                }
                assignments.add(assignment(column, isDefault ? -1 : given++, position));
                continue;
            }
            List<Change.Target> targets = reading.targets();
            int before = assignments.size();
            tokens.expectSign("=");
            if (reading.queries().isQueryInParentheses()) {
                Position place = tokens.position();
                tokens.expectSign("(");
                Query query = reading.queries().query();
                tokens.expectSign(")");
                OneRow.demandWidth(query, targets.size(), place);
                queries.accept(query, targets.size());
                for (Change.Target target : targets) {
                    assignments.add(assignment(target.column(), given++, target.position()));
                }
                continue;
            }
            for (Optional<Term> value : row(targets.size())) {
                value.ifPresent(values);
                Change.Target target = targets.get(assignments.size() - before);
                assignments.add(
                        assignment(
                                target.column(),
                                value.isPresent() ? given++ : Change.Assignment.DEFAULT,
                                target.position()));
            }
        } while (tokens.acceptSign(","));
        requireDistinct(assignments);
        return List.copyOf(assignments);
    }

    /// Reads the index of an element of an array, if one is given.
    private Optional<Term> index() {
        if (!tokens.acceptSign("[")) {
            return Optional.empty();
        }
        Position place = tokens.position();
        Term index = reading.term();
        if (tokens.peek().isSign(":")) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED, "a slice of an array is not set at " + place);
        }
        tokens.expectSign("]");
        return Optional.of(index);
    }

    /// The array of a column with another element.
    private static Term element(String alias, Identifier column, Term index, Term value) {
        List<Identifier> words =
                alias.isEmpty()
                        ? List.of(column)
                        : List.of(new Identifier(alias, column.at()), column);
        Term array = new Term.Name(words, column.at());
        return Term.Call.plain("$array_set", List.of(array, index, value), value.at());
    }

    /// Reads the values for several columns, empty for DEFAULT.
    private List<Optional<Term>> row(int count) {
        Position place = tokens.position();
        boolean named = tokens.accept("row");
        List<Optional<Term>> row = new ArrayList<>();
        if (tokens.acceptSign("(")) {
            do {
                row.add(tokens.accept("default") ? Optional.empty() : Optional.of(reading.term()));
            } while (tokens.acceptSign(","));
            tokens.expectSign(")");
        }
        if (!named && row.size() == 1 && row.getFirst().orElse(null) instanceof Term.Row inner) {
            row = inner.terms().stream().map(Optional::of).toList();
            named = true;
        }
        if (row.isEmpty() || row.size() == 1 && !named) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "several columns get their values from a query or a row, (…, …) or ROW(…) at "
                            + place);
        }
        OneRow.demandWidth(row.size(), count, place);
        return row;
    }

    private static Change.Assignment assignment(String column, int value, Position position) {
        return new Change.Assignment(column, value, position);
    }

    private static void requireDistinct(List<Change.Assignment> assignments) {
        for (int i = 1; i < assignments.size(); i++) {
            for (int j = 0; j < i; j++) {
                Change.Assignment second = assignments.get(i);
                if (assignments.get(j).column().equalsIgnoreCase(second.column())) {
                    throw Tokens.error(
                            second.position(),
                            "a column is assigned once: column=" + second.column());
                }
            }
        }
    }

    /// Reads RETURNING if it is next.
    Optional<Statement.Select> returning(String alias) {
        return returning(alias, JoinedTables.NONE);
    }

    private Optional<Statement.Select> returning(String alias, JoinedTables joined) {
        int start = tokens.peek().start();
        if (!tokens.accept("returning")) {
            return Optional.empty();
        }
        Composed composed = Composed.at(start);
        List<Item> items = joined.spread(reading.queries().items(), alias, composed);
        demandExact();
        return Optional.of(
                reading.select(
                        composed.select(
                                items,
                                List.of(composed.table(Change.ROW, alias)),
                                Optional.empty())));
    }

    Change.Overriding overriding() {
        if (!tokens.accept("overriding")) {
            return Change.Overriding.NONE;
        }
        boolean system = tokens.accept("system");
        if (!system) {
            tokens.expect("user");
        }
        tokens.expect("value");
        return system ? Change.Overriding.SYSTEM : Change.Overriding.USER;
    }
}
