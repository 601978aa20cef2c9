package telegraph.language.grammar;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Change;
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
/// assignment  = name "=" ( expression | DEFAULT )
///             | names "=" [ ROW ] "(" ( expression | DEFAULT ) { "," … } ")"
/// ```
///
/// What becomes of them:
///
/// ```
/// UPDATE t SET a = e, b = f FROM u WHERE c     SELECT "t".*, (e), (f) FROM "#target" AS "t", u WHERE c
/// DELETE FROM t USING u WHERE c                SELECT "t".* FROM "#target" AS "t", u WHERE c
/// RETURNING x, y                               SELECT x, y FROM "#row" AS "t"
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
        List<Change.Assignment> assignments = assignments(value -> items.add(composed.item(value)));
        Query rows = rows(composed, items, alias, "from");
        return ended(
                new Change.Update(
                        table, alias, assignments, reading.select(rows), returning(alias)));
    }

    private Statement delete() {
        tokens.expect("delete", "from");
        tokens.accept("only");
        Composed composed = Composed.at(tokens.peek().start());
        TableName table = reading.tableName("a table");
        String alias = alias(table, "using", "where", "returning");
        Query rows = rows(composed, List.of(composed.star(alias)), alias, "using");
        return ended(new Change.Delete(table, alias, reading.select(rows), returning(alias)));
    }

    /// Reads the other tables, which `word` begins, and the condition.
    private Query rows(Composed composed, List<Item> items, String alias, String word) {
        List<Query.From> from = new ArrayList<>();
        from.add(composed.table(Change.TARGET, alias));
        if (tokens.accept(word)) {
            from.addAll(reading.queries().from());
        }
        Optional<Term> where =
                tokens.accept("where") ? Optional.of(reading.term()) : Optional.empty();
        demandExact();
        return composed.select(items, from, where);
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
        return named ? tokens.expectName("an alias") : table.name();
    }

    /// Reads assignments.
    ///
    /// @param values takes the values that are no DEFAULT, in their order
    List<Change.Assignment> assignments(Consumer<Term> values) {
        List<Change.Assignment> assignments = new ArrayList<>();
        int given = 0;
        do {
            if (!tokens.peek().isSign("(")) {
                Position position = tokens.position();
                String column = tokens.expectName("a column");
                tokens.expectSign("=");
                boolean isDefault = tokens.accept("default");
                if (!isDefault) {
                    values.accept(reading.term());
                }
                assignments.add(assignment(column, isDefault ? -1 : given++, position));
                continue;
            }
            List<Change.Target> targets = reading.targets();
            tokens.expectSign("=");
            tokens.accept("row");
            Position place = tokens.position();
            tokens.expectSign("(");
            if (reading.isQueryNext()) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "a subquery gives one column a value at "
                                + place
                                + ". Write one for each column, or use UPDATE … FROM");
            }
            for (int i = 0; i < targets.size(); i++) {
                if (i > 0) {
                    tokens.expectSign(",");
                }
                boolean isDefault = tokens.accept("default");
                if (!isDefault) {
                    values.accept(reading.term());
                }
                Change.Target target = targets.get(i);
                assignments.add(
                        assignment(target.column(), isDefault ? -1 : given++, target.position()));
            }
            tokens.expectSign(")");
        } while (tokens.acceptSign(","));
        requireDistinct(assignments);
        return List.copyOf(assignments);
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
        int start = tokens.peek().start();
        if (!tokens.accept("returning")) {
            return Optional.empty();
        }
        Composed composed = Composed.at(start);
        List<Item> items = reading.queries().items();
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
