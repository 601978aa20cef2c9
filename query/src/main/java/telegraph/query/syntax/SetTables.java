package telegraph.query.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Query;
import telegraph.language.ast.Term;
import telegraph.query.operator.Functions;
import telegraph.query.operator.Sets;

/// Tables of what functions give for each row, under the names that PostgreSQL gives them.
///
/// ```
/// unnest(a)                               UNNEST(a) AS unnest (unnest)
/// generate_series(1, 3) AS g              UNNEST(generate_series(1, 3)) AS g (g)
/// unnest(a, b) WITH ORDINALITY t (x, y)   UNNEST($PADDED(a), $PADDED(b), $ORDINALITY()) AS t (x, y, ordinality)
/// ```
record SetTables(TermNodes terms, Places places) {
    private static final String STRING_TO_ARRAY = "string_to_array";
    private static final String SPLIT_TO_ARRAY = "regexp_split_to_array";

    static boolean isOne(Query.Rows rows) {
        return isSet(rows.call());
    }

    /// Whether a call gives a set.
    static boolean isSet(Term.Call call) {
        return call.name().size() == 1 && call.form() == Term.Form.PLAIN && Sets.areOf(call.bare());
    }

    SqlNode of(Query.Rows rows, SqlParserPos at) {
        Term.Call call = rows.call();
        String function = call.bare().toLowerCase(Locale.ROOT);
        List<SqlNode> sets = sets(call, at);
        if (sets.size() > 1) {
            sets.replaceAll(set -> Sets.PADDED.createCall(at, set));
        }
        List<String> defaults = new ArrayList<>();
        String only =
                rows.alias()
                        .map(alias -> alias.name().name())
                        .orElse(function.contains("_array_elements") ? "value" : function);
        if (Sets.members(function).isPresent()) {
            defaults.addAll(List.of("key", "value"));
        } else {
            sets.forEach(_ -> defaults.add(sets.size() == 1 ? only : function));
        }
        if (rows.ordinality()) {
            sets.add(Sets.ORDINALITY.createCall(at));
            defaults.add("ordinality");
        }
        List<SqlNode> operands = new ArrayList<>();
        operands.add(SqlStdOperatorTable.UNNEST.createCall(at, sets));
        operands.add(
                rows.alias()
                        .map(alias -> (SqlNode) places.name(alias.name()))
                        .orElseGet(() -> new SqlIdentifier(function, at)));
        List<Identifier> given = rows.alias().map(Query.Alias::columns).orElse(List.of());
        List<String> names = new ArrayList<>(given.stream().map(Identifier::name).toList());
        names.addAll(defaults.subList(Math.min(given.size(), defaults.size()), defaults.size()));
        List<String> apart = DoubledNames.apart(names);
        for (int i = 0; i < apart.size(); i++) {
            SqlParserPos place = i < given.size() ? places.of(given.get(i).at()) : at;
            operands.add(new SqlIdentifier(apart.get(i), place));
        }
        return SqlStdOperatorTable.AS.createCall(SqlParserPos.sum(operands), operands);
    }

    /// One for each array of `unnest`, two for members, one for any other function.
    List<SqlNode> sets(Term.Call call, SqlParserPos at) {
        if (call.bare().equalsIgnoreCase("unnest")) {
            List<SqlNode> sets = new ArrayList<>();
            call.arguments().forEach(array -> sets.add(elements(array)));
            return sets;
        }
        Optional<List<SqlFunction>> members = Sets.members(call.bare());
        if (members.isPresent()) {
            List<SqlNode> sets = new ArrayList<>();
            members.get().forEach(set -> sets.add(set(set, call)));
            return sets;
        }
        if (call.bare().equalsIgnoreCase(Sets.PATH_QUERY)) {
            Term items = Term.Call.plain(Sets.PATH_QUERY + "_array", call.arguments(), call.at());
            return new ArrayList<>(
                    List.of(
                            Sets.json("jsonb_array_elements")
                                    .orElseThrow()
                                    .createCall(at, terms.of(items))));
        }
        if (call.bare().equalsIgnoreCase("regexp_matches")) {
            return new ArrayList<>(
                    List.of(
                            Functions.own("$REGEXP_MATCHES")
                                    .createCall(at, terms.all(call.arguments()))));
        }
        Optional<SqlFunction> ofText = ofText(call.bare());
        if (ofText.isPresent()) {
            return new ArrayList<>(List.of(set(ofText.get(), call)));
        }
        List<Term> arguments = new ArrayList<>(call.arguments());
        if (arguments.size() == 3 && isText(arguments.getLast())) {
            Term.Literal step = (Term.Literal) terms.value(arguments.getLast());
            arguments.set(2, new Term.Interval(step, false, Optional.empty(), step.at()));
        }
        return new ArrayList<>(List.of(Sets.SERIES.createCall(at, terms.all(arguments))));
    }

    /// The set of what a text has that a function of that name gives, be it as an array.
    private static Optional<SqlFunction> ofText(String function) {
        return switch (function.toLowerCase(Locale.ROOT)) {
            case "string_to_table", STRING_TO_ARRAY -> Optional.of(Sets.PARTS);
            case "regexp_split_to_table", SPLIT_TO_ARRAY -> Optional.of(Sets.PIECES);
            default -> Sets.json(function);
        };
    }

    private SqlNode set(SqlFunction function, Term.Call call) {
        return function.createCall(places.of(call.at()), terms.all(call.arguments()));
    }

    /// The elements of an array, which need not be made if it is one of a text.
    private SqlNode elements(Term array) {
        return array instanceof Term.Call call
                        && call.name().size() == 1
                        && call.form() == Term.Form.PLAIN
                        && (call.bare().equalsIgnoreCase(STRING_TO_ARRAY)
                                || call.bare().equalsIgnoreCase(SPLIT_TO_ARRAY))
                ? set(ofText(call.bare()).orElseThrow(), call)
                : terms.of(array);
    }

    /// Whether a step is a text that is no number: then it is an interval.
    private boolean isText(Term step) {
        return terms.value(step) instanceof Term.Literal literal
                && literal.value() instanceof String text
                && !text.strip().matches("[-+]?[0-9.]+");
    }
}
