package telegraph.language.query;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import telegraph.language.ast.Given;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Query;
import telegraph.language.ast.Span;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.ast.Term;
import telegraph.language.lexer.Lexer;
import telegraph.language.lexer.Token;

/// Finds the calls by which a query counts up sequences, and what these call them: a text, or the
/// table and column that one goes with. Such a name is known before the query begins.
///
/// Threads: any.
public final class SequenceCalls {
    /// The functions about sequences, in lower case, and how many arguments they have at least.
    static final Map<String, Integer> FUNCTIONS =
            Map.of("nextval", 1, "currval", 1, "setval", 2, "lastval", 0);

    private static final Set<String> COUNTING = Set.of("nextval", "setval");

    private static final String OF_COLUMN = "pg_get_serial_sequence";
    private static final String SYSTEM = "pg_catalog";

    private SequenceCalls() {}

    /// How a query names a sequence.
    public sealed interface Reference {
        /// The name as a text, in which a word without quotes is in lower case.
        record Named(String text) implements Reference {}

        /// `pg_get_serial_sequence('table', 'column')`.
        record OfColumn(String table, String column) implements Reference {}

        /// What it names: a sequence, or a table.
        default String relation() {
            return switch (this) {
                case Named named -> named.text;
                case OfColumn of -> of.table;
            };
        }

        /// As a text has it that is kept: a bare name stands for nothing temporary.
        default Reference kept() {
            Optional<TableName> bare = tableName(relation()).filter(TableName::isBare);
            if (bare.isEmpty()) {
                return this;
            }
            String qualified = bare.get().in(TableName.PUBLIC).qualified();
            return switch (this) {
                case Named _ -> new Named(qualified);
                case OfColumn of -> new OfColumn(qualified, of.column);
            };
        }

        /// The name as a value of the query.
        default String key() {
            return switch (this) {
                case Named named -> named.text;
                case OfColumn of -> OF_COLUMN + "(" + of.table + ", " + of.column + ")";
            };
        }
    }

    /// The function about sequences that a call calls, in lower case, or empty.
    public static Optional<String> function(Term.Call call) {
        List<Identifier> name = call.name();
        boolean plain =
                name.size() == 1
                        || name.size() == 2 && name.getFirst().name().equalsIgnoreCase(SYSTEM);
        String bare = call.bare().toLowerCase(Locale.ROOT);
        return plain && FUNCTIONS.containsKey(bare) ? Optional.of(bare) : Optional.empty();
    }

    /// How many arguments such a function has at least.
    public static int arguments(String function) {
        return FUNCTIONS.get(function);
    }

    /// The sequences that a query names.
    public static Set<Reference> of(Statement.Select query) {
        Set<Reference> found = new LinkedHashSet<>();
        QueryWalk.walk(query.query(), part -> add(part, query.values(), found));
        return found;
    }

    /// The sequence that a query of one column asks for its next number, if that is all it does.
    public static Optional<Reference> ofNext(Query query) {
        return query.body() instanceof Query.Select select
                        && select.items().size() == 1
                        && select.items().getFirst().term() instanceof Term.Call call
                        && function(call).filter("nextval"::equals).isPresent()
                        && call.arguments().size() == 1
                ? reference(call.arguments().getFirst(), List.of())
                : Optional.empty();
    }

    /// Where a query counts up a sequence or says where one goes on: where each such call begins.
    public static List<Integer> places(Statement.Select query) {
        List<Integer> places = new ArrayList<>();
        QueryWalk.walk(
                query.query(),
                part -> {
                    if (part instanceof Term.Call call
                            && function(call).filter(COUNTING::contains).isPresent()
                            && !isNull(call.arguments())) {
                        places.add(call.at().start());
                    }
                });
        return places;
    }

    /// Whether an argument is NULL, so that nothing is counted.
    private static boolean isNull(List<Term> arguments) {
        return arguments.stream()
                .anyMatch(a -> a instanceof Term.Literal literal && literal.value() == null);
    }

    private static void add(Object part, List<Given> values, Set<Reference> to) {
        if (part instanceof Term.Call call
                && function(call).isPresent()
                && !call.arguments().isEmpty()) {
            reference(call.arguments().getFirst(), values).ifPresent(to::add);
        }
    }

    /// What the first argument of a call names, if it names something whatever the rows are.
    private static Optional<Reference> reference(Term term, List<Given> values) {
        return switch (bare(term)) {
            case Term.Literal literal when literal.value() instanceof String text ->
                    Optional.of(new Reference.Named(text));
            case Term.Parameter parameter when parameter.number() <= values.size() ->
                    values.get(parameter.number() - 1).value() instanceof String text
                            ? Optional.of(new Reference.Named(text))
                            : Optional.empty();
            case Term.Call call -> ofColumn(call);
            default -> Optional.empty();
        };
    }

    private static Optional<Reference> ofColumn(Term.Call call) {
        List<Term> arguments = call.arguments();
        return call.bare().equalsIgnoreCase(OF_COLUMN)
                        && arguments.size() == 2
                        && bare(arguments.get(0)) instanceof Term.Literal table
                        && bare(arguments.get(1)) instanceof Term.Literal column
                        && table.value() instanceof String tableText
                        && column.value() instanceof String columnText
                ? Optional.of(new Reference.OfColumn(tableText, columnText))
                : Optional.empty();
    }

    /// The first argument of a call as a term whose value is the [Reference#key].
    public static Term named(Term first) {
        Span at = first.at();
        return bare(first) instanceof Term.Call call && ofColumn(call).isPresent()
                ? Term.Literal.text(ofColumn(call).get().key(), at)
                : bare(first);
    }

    /// A later argument, which is read as what it is to be if it is a text or a parameter.
    public static Term read(Term argument, int index) {
        return BareTexts.read(argument, index == 1 ? "bigint" : "boolean");
    }

    /// A term without the casts that make a text the name of a table.
    private static Term bare(Term term) {
        Term inner = term;
        while (inner instanceof Term.Cast cast
                && Set.of("regclass", "text", "varchar").contains(cast.type().bare())) {
            inner = cast.term();
        }
        return inner;
    }

    /// A text read as the name of a table or sequence, as a statement would write it; empty if it
    /// is none.
    public static Optional<TableName> tableName(String text) {
        List<Token> tokens = Lexer.cut(text).tokens();
        List<Token> names = tokens.stream().filter(Token::isName).toList();
        List<Token> dots = tokens.stream().filter(token -> token.isSign(".")).toList();
        boolean alternating =
                !names.isEmpty()
                        && names.size() == dots.size() + 1
                        && names.size() <= 2
                        && tokens.stream()
                                .allMatch(t ->
                                        t.isName() || t.isSign(".") || t.kind() == Token.Kind.END);
        if (!alternating || !tokens.getFirst().isName()) {
            return Optional.empty();
        }
        String last = written(names.getLast());
        return Optional.of(
                names.size() == 1
                        ? TableName.of(last)
                        : new TableName(written(names.getFirst()), last));
    }

    private static String written(Token name) {
        return name.kind() == Token.Kind.QUOTED
                ? name.value()
                : name.value().toLowerCase(Locale.ROOT);
    }
}
