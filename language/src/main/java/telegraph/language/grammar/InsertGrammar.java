package telegraph.language.grammar;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Change;
import telegraph.language.ast.Query;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.ast.Term;
import telegraph.language.lexer.Position;
import telegraph.language.lexer.Tokens;
import telegraph.language.shape.MixedTerms;

/// The grammar of INSERT.
///
/// ```
/// insert   = INSERT INTO table [ AS alias ] [ names ] [ OVERRIDING ( SYSTEM | USER ) VALUE ]
///            ( DEFAULT VALUES | query ) [ conflict ] [ RETURNING columns ]
/// conflict = ON CONFLICT [ names [ WHERE condition ] | ON CONSTRAINT name ]
///            DO ( NOTHING | UPDATE SET assignments [ WHERE condition ] )
/// ```
///
/// A DEFAULT among the VALUES becomes a NULL, and then each row has a text at its end that says
/// where one stood: `VALUES (1, DEFAULT), (2, 3)` is read as `VALUES (1, NULL, '-d'), (2, 3,
/// '--')`. ON CONFLICT … SET a = e WHERE c becomes `SELECT (e), (c) FROM "#row" AS "t", "#excluded"
/// AS "excluded"`.
final class InsertGrammar {
    private final StatementReader reading;
    private final ChangeGrammar changes;
    private final Tokens tokens;

    InsertGrammar(StatementReader reading, ChangeGrammar changes) {
        this.reading = reading;
        this.changes = changes;
        this.tokens = reading.tokens();
    }

    Statement read() {
        tokens.expect("insert", "into");
        TableName table = reading.tableName("a table");
        String alias = tokens.accept("as") ? tokens.expectName("an alias") : table.name();
        boolean named = tokens.peek().isSign("(") && !reading.isQueryNext();
        List<Change.Target> columns = named ? reading.targets() : List.of();
        Change.Overriding overriding = changes.overriding();
        Optional<Statement.Select> source = Optional.empty();
        boolean marked = false;
        if (!tokens.accept("default", "values")) {
            Statement.Select written = reading.exactQuery();
            Optional<Query> values = marked(written.query());
            marked = values.isPresent();
            values = values.or(() -> stored(written.query()));
            source = Optional.of(values.map(reading::select).orElse(written));
        }
        Optional<Change.OnConflict> conflict =
                tokens.accept("on", "conflict") ? Optional.of(conflict(alias)) : Optional.empty();
        return reading.ended(
                new Change.Insert(
                        table,
                        alias,
                        columns,
                        source,
                        marked,
                        overriding,
                        conflict,
                        changes.returning(alias)),
                "ON",
                "RETURNING");
    }

    /// The rows of VALUES as they are stored, if they are all there is.
    private static Optional<Query> stored(Query query) {
        return query.isPlain() && query.body() instanceof Query.Values values
                ? Optional.of(Query.of(MixedTerms.stored(values), query.at()))
                : Optional.empty();
    }

    /// The rows of VALUES with a mark at the end of each, if one of them has a DEFAULT.
    private static Optional<Query> marked(Query query) {
        if (!(query.body() instanceof Query.Values values)
                || values.rows().stream().noneMatch(InsertGrammar::hasDefault)) {
            return Optional.empty();
        }
        List<Term.Row> rows =
                MixedTerms.stored(values).rows().stream().map(InsertGrammar::marked).toList();
        return Optional.of(Query.of(new Query.Values(rows, values.at()), query.at()));
    }

    private static boolean hasDefault(Term.Row row) {
        return row.terms().stream().anyMatch(Term.Default.class::isInstance);
    }

    private static Term.Row marked(Term.Row row) {
        List<Term> terms = new ArrayList<>();
        StringBuilder marks = new StringBuilder();
        for (Term term : row.terms()) {
            boolean isDefault = term instanceof Term.Default;
            terms.add(isDefault ? new Term.Literal(null, "", term.at()) : term);
            marks.append(isDefault ? 'd' : '-');
        }
        terms.add(Term.Literal.text(marks.toString(), row.at()));
        return new Term.Row(terms, row.at());
    }

    private Change.OnConflict conflict(String alias) {
        List<Change.Target> columns = List.of();
        Optional<String> condition = Optional.empty();
        String constraint = "";
        if (tokens.accept("on", "constraint")) {
            constraint = tokens.expectName("a constraint");
        } else if (tokens.peek().isSign("(")) {
            columns = reading.targets();
            if (tokens.accept("where")) {
                condition = Optional.of(reading.expression());
            }
        }
        tokens.expect("do");
        if (tokens.accept("nothing")) {
            return new Change.OnConflict(columns, condition, constraint, Optional.empty());
        }
        Position place = tokens.position();
        tokens.expect("update", "set");
        if (columns.isEmpty() && constraint.isEmpty()) {
            throw Tokens.error(
                    place,
                    "ON CONFLICT DO UPDATE needs to know of which key: ON CONFLICT (column, …) or"
                            + " ON CONFLICT ON CONSTRAINT name");
        }
        return new Change.OnConflict(columns, condition, constraint, Optional.of(update(alias)));
    }

    private Change.ConflictUpdate update(String alias) {
        Composed composed = Composed.at(tokens.peek().start());
        List<Query.Item> items = new ArrayList<>();
        items.add(composed.item(composed.truth()));
        List<Change.Assignment> assignments =
                changes.assignments(
                        alias,
                        value -> items.add(composed.item(value)),
                        (_, _) -> {
                            throw TelegraphException.of(
                                    SqlState.FEATURE_NOT_SUPPORTED,
                                    "ON CONFLICT … SET (…, …) = (SELECT …) at "
                                            + tokens.position());
                        });
        boolean conditional = tokens.accept("where");
        if (conditional) {
            items.add(composed.item(reading.term()));
        }
        Query values =
                composed.select(
                        items,
                        List.of(
                                composed.table(Change.ROW, alias),
                                composed.table(Change.EXCLUDED, "excluded")),
                        Optional.empty());
        return new Change.ConflictUpdate(assignments, reading.select(values), conditional);
    }
}
