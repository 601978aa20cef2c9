package telegraph.sql.introspect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import telegraph.ground.Nearest;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Query;
import telegraph.language.ast.Span;
import telegraph.language.ast.Term;
import telegraph.language.query.IntervalReader;
import telegraph.sql.value.CatalogType;
import telegraph.sql.value.QueryFrame;
import telegraph.sql.value.Table;
import telegraph.sql.value.ValueOrder;

/// Resolves the names in expressions and finds their types.
///
/// Threads: one.
final class TermBinder {
    private final BindContext binding;
    private final QueryNames names;
    private final Optional<Slots> slots;

    /// @param slots where aggregates and sets go; empty where there can be none
    TermBinder(BindContext binding, QueryNames names, Optional<Slots> slots) {
        this.binding = binding;
        this.names = names;
        this.slots = slots;
    }

    private TermBinder plain() {
        return new TermBinder(binding, names, Optional.empty());
    }

    List<Bound> all(List<Term> terms) {
        return terms.stream().map(this::bind).toList();
    }

    Bound bind(Term term) {
        return switch (term) {
            case Term.Literal literal -> literal(literal.value());
            case Term.Parameter parameter ->
                    binding.given(parameter)
                            .map(this::bind)
                            .orElseGet(() -> binding.parameter(parameter.number()));
            case Term.Name name -> name(name);
            case Term.Star star -> row(star.parts(), star.at());
            case Term.Call call -> new CallBinder(binding, names, slots, this).bind(call);
            case Term.Binary binary -> binary(binary);
            case Term.Unary unary -> unary(unary);
            case Term.Cast cast -> conversions().cast(bind(cast.term()), type(cast.type()));
            case Term.Case cases -> cases(cases);
            case Term.InList in -> inList(in);
            case Term.InQuery in -> inQuery(in);
            case Term.OfArray of -> ofArray(of);
            case Term.OfQuery of -> ofQuery(of);
            case Term.Exists exists -> exists(exists);
            case Term.Scalar scalar -> scalar(scalar);
            case Term.ArrayOf array -> array(array);
            case Term.ArrayQuery array -> arrayQuery(array);
            case Term.Element element -> element(element);
            case Term.Slice slice -> slice(slice);
            case Term.Field field -> field(field);
            case Term.Row row -> row(row);
            case Term.Test test -> test(test);
            case Term.Distinct distinct -> distinct(distinct);
            case Term.Between between -> bind(written(between));
            case Term.Like like -> bind(written(like));
            case Term.Collate collate -> bind(collate.term()); // names have one order
            case Term.Interval interval -> interval(interval);
            case Term.Bytes bytes -> throw refused("bytes", bytes.at());
            case Term.Default byDefault -> throw refused("DEFAULT", byDefault.at());
            case Term.Sets sets -> throw refused("grouping sets", sets.at());
        };
    }

    private TelegraphException refused(String what, Span at) {
        return TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED,
                "queries about the catalog have no " + what + " at " + binding.place(at));
    }

    private static Term written(Term.Between between) {
        Span at = between.at();
        Term ordered = within(between.term(), between.low(), between.high(), at);
        Term whole =
                between.symmetric()
                        ? new Term.Binary(
                                "or",
                                ordered,
                                within(between.term(), between.high(), between.low(), at),
                                at,
                                at)
                        : ordered;
        return between.negated() ? new Term.Unary("not", whole, at) : whole;
    }

    private static Term within(Term term, Term low, Term high, Span at) {
        return new Term.Binary(
                "and",
                new Term.Binary(">=", term, low, at, at),
                new Term.Binary("<=", term, high, at, at),
                at,
                at);
    }

    private static Term written(Term.Like like) {
        Term pattern =
                like.escape()
                        .<Term>map(escape ->
                                Term.Call.plain(
                                        "like_escape", List.of(like.pattern(), escape), like.at()))
                        .orElse(like.pattern());
        String operator = like.match().name().toLowerCase(Locale.ROOT);
        Term match = new Term.Binary(operator, like.term(), pattern, like.operatorAt(), like.at());
        return like.negated() ? new Term.Unary("not", match, like.at()) : match;
    }

    private Bound interval(Term.Interval interval) {
        if (!(interval.value() instanceof Term.Literal value && value.value() instanceof String)) {
            throw refused("intervals that are computed", interval.at());
        }
        String written = IntervalReader.read(interval, binding.position(interval.at())).toString();
        return conversions()
                .cast(Bound.literal(CatalogType.UNKNOWN, written), CatalogType.named("interval"));
    }

    private TypeConversions conversions() {
        return binding.conversions();
    }

    /// As a truth.
    Bound truth(Term term) {
        Bound bound = bind(term);
        if (bound.type().isUnknown()) {
            return conversions().cast(bound, CatalogType.BOOL);
        }
        if (!bound.type().ground().equals(CatalogType.BOOL)) {
            throw TelegraphException.of(
                    SqlState.DATATYPE_MISMATCH,
                    "a condition is true or false: type=" + bound.type());
        }
        return bound;
    }

    private static Bound literal(Object value) {
        CatalogType type =
                switch (value) {
                    case null -> CatalogType.UNKNOWN;
                    case Boolean _ -> CatalogType.BOOL;
                    case Long number ->
                            number == number.intValue() ? CatalogType.INT4 : CatalogType.INT8;
                    case Number _ -> CatalogType.NUMERIC;
                    default -> CatalogType.UNKNOWN;
                };
        return Bound.literal(type, value);
    }

    CatalogType type(Term.TypeName written) {
        CatalogType type =
                CatalogType.find(name(written))
                        .orElseThrow(() ->
                                TelegraphException.of(
                                        SqlState.UNDEFINED_OBJECT,
                                        "unknown type \""
                                                + written.bare()
                                                + "\" at "
                                                + binding.place(written.at())
                                                + Nearest.hint(
                                                        written.bare(),
                                                        CatalogType.all().stream()
                                                                .map(CatalogType::name)
                                                                .toList())));
        return written.array() ? type.arrayOf().orElseThrow() : type;
    }

    private static String name(Term.TypeName type) {
        return type.bare().replace(" with time zone", "tz");
    }

    private Bound name(Term.Name name) {
        Optional<QueryNames.Place> column = names.column(name.parts());
        if (column.isPresent()) {
            QueryNames.Place place = column.get();
            return column(place, names.columns(place).get(place.column()).fields());
        }
        Optional<Long> oid = names.tableOid(name.parts());
        return oid.isPresent()
                ? Bound.literal(CatalogType.OID, oid.get())
                : row(name.parts(), name.at());
    }

    static Bound column(QueryNames.Place place) {
        return column(place, List.of());
    }

    private static Bound column(QueryNames.Place place, List<Relation.Column> fields) {
        int depth = place.depth();
        int item = place.item();
        int column = place.column();
        return new Bound(
                place.type(),
                depth == 0
                        ? frame -> frame.value(item, column)
                        : frame -> frame.at(depth).value(item, column),
                fields,
                false);
    }

    private Bound row(List<String> parts, Span at) {
        QueryNames.Place place =
                names.row(parts).orElseThrow(() -> names.unknown(parts, binding.place(at)));
        return new Bound(
                CatalogType.RECORD,
                frame -> frame.at(place.depth()).row(place.item()),
                names.columns(place),
                false);
    }

    private Bound binary(Term.Binary binary) {
        switch (binary.operator()) {
            case "and" -> {
                return junction(binary, false);
            }
            case "or" -> {
                return junction(binary, true);
            }
            default -> {}
        }
        if (binary.left() instanceof Term.Row left && binary.right() instanceof Term.Row right) {
            return rows(binary, left, right);
        }
        return binding.operators()
                .bind(
                        binary.operator(),
                        bind(binary.left()),
                        bind(binary.right()),
                        binding.place(binary.operatorAt()));
    }

    private Bound rows(Term.Binary binary, Term.Row left, Term.Row right) {
        Term all = null;
        for (int i = 0; i < Math.min(left.terms().size(), right.terms().size()); i++) {
            Term one =
                    new Term.Binary(
                            "=",
                            left.terms().get(i),
                            right.terms().get(i),
                            binary.operatorAt(),
                            binary.at());
            all =
                    all == null
                            ? one
                            : new Term.Binary("and", all, one, binary.operatorAt(), binary.at());
        }
        return binary.operator().equals("<>")
                ? unary(new Term.Unary("not", all, binary.at()))
                : bind(all);
    }

    /// AND and OR: the second side is asked only if the first does not decide.
    private Bound junction(Term.Binary binary, boolean decisive) {
        Bound left = truth(binary.left());
        Bound right = truth(binary.right());
        return Bound.of(
                CatalogType.BOOL,
                frame -> {
                    Object a = left.in(frame);
                    if (a != null && (Boolean) a == decisive) {
                        return decisive;
                    }
                    Object b = right.in(frame);
                    if (b != null && (Boolean) b == decisive) {
                        return decisive;
                    }
                    return a == null || b == null ? null : !decisive;
                });
    }

    private Bound unary(Term.Unary unary) {
        if (unary.operator().equals("not")) {
            Bound truth = truth(unary.term());
            return Bound.of(
                    CatalogType.BOOL,
                    frame -> {
                        Object value = truth.in(frame);
                        return value == null ? null : !(Boolean) value;
                    });
        }
        Bound term = bind(unary.term());
        if (unary.operator().equals("+")) {
            return term;
        }
        if (unary.operator().equals("-")) {
            Bound zero = Bound.literal(CatalogType.INT4, 0L);
            Bound negative = binding.operators().bind("-", zero, term, binding.place(unary.at()));
            return term.constant() ? Bound.literal(negative.type(), negative.value()) : negative;
        }
        throw TelegraphException.of(
                SqlState.UNDEFINED_FUNCTION,
                "there is no such operator: operator="
                        + unary.operator()
                        + " at "
                        + binding.place(unary.at()));
    }

    private Bound cases(Term.Case cases) {
        List<Bound> conditions = new ArrayList<>();
        List<Bound> results = new ArrayList<>();
        CatalogType type = CatalogType.UNKNOWN;
        for (Term.Branch branch : cases.branches()) {
            conditions.add(
                    cases.subject().isEmpty()
                            ? truth(branch.when())
                            : bind(
                                    new Term.Binary(
                                            "=",
                                            cases.subject().get(),
                                            branch.when(),
                                            cases.at(),
                                            cases.at())));
            Bound result = bind(branch.then());
            type = TypeConversions.common(type, result.type());
            results.add(result);
        }
        Bound otherwise =
                cases.otherwise().map(this::bind).orElse(Bound.literal(CatalogType.UNKNOWN, null));
        CatalogType whole = TypeConversions.common(type, otherwise.type());
        CatalogType of = whole.isUnknown() ? CatalogType.TEXT : whole;
        List<Bound> converted = results.stream().map(r -> conversions().cast(r, of)).toList();
        Bound last = conversions().cast(otherwise, of);
        return Bound.of(
                of,
                frame -> {
                    for (int i = 0; i < conditions.size(); i++) {
                        if (Boolean.TRUE.equals(conditions.get(i).in(frame))) {
                            return converted.get(i).in(frame);
                        }
                    }
                    return last.in(frame);
                });
    }

    private Bound inList(Term.InList in) {
        List<Bound> tests =
                in.list().stream()
                        .map(one ->
                                binary(
                                        new Term.Binary(
                                                "=", in.term(), one, in.operatorAt(), in.at())))
                        .toList();
        return Bound.of(
                CatalogType.BOOL,
                frame -> {
                    Boolean found = false;
                    for (Bound test : tests) {
                        Object equal = test.in(frame);
                        if (Boolean.TRUE.equals(equal)) {
                            return !in.negated();
                        }
                        found = equal == null ? null : found;
                    }
                    return found == null ? null : in.negated();
                });
    }

    QueryPlan plan(Query query) {
        return new QueryBinder(binding, names).bind(query);
    }

    private Bound inQuery(Term.InQuery in) {
        QueryPlan plan = plan(in.query());
        List<Bound> left =
                in.term() instanceof Term.Row row ? all(row.terms()) : List.of(bind(in.term()));
        List<Bound> sides = new ArrayList<>();
        List<Bound> found = new ArrayList<>();
        Object[][] current = new Object[1][];
        for (int i = 0; i < left.size(); i++) {
            int column = i;
            ValueOperators.Sides both =
                    binding.operators()
                            .alike(
                                    left.get(i),
                                    Bound.of(
                                            plan.columns().get(i).type(), _ -> current[0][column]));
            sides.add(both.left());
            found.add(both.right());
        }
        return Bound.of(
                CatalogType.BOOL,
                frame -> {
                    Object[] wanted = sides.stream().map(b -> b.in(frame)).toArray();
                    boolean unknown = false;
                    Table table = plan.table(frame);
                    List<Object[]> rows =
                            wanted[0] instanceof Long || wanted[0] instanceof String
                                    ? table.having(0, wanted[0])
                                    : table.rows();
                    boolean isNull = Arrays.asList(wanted).contains(null);
                    if (isNull) {
                        return table.rows().isEmpty() ? in.negated() : null;
                    }
                    for (Object[] row : rows) {
                        current[0] = row;
                        Object[] values = found.stream().map(b -> b.in(frame)).toArray();
                        if (Arrays.asList(values).contains(null)) {
                            unknown = true;
                        } else if (ValueOrder.compare(wanted, values) == 0) {
                            return !in.negated();
                        }
                    }
                    return unknown ? null : in.negated();
                });
    }

    private Bound ofArray(Term.OfArray of) {
        Bound left = bind(of.left());
        Bound written = bind(of.array());
        Bound array =
                written.type().isArray()
                        ? written
                        : conversions()
                                .cast(
                                        written,
                                        left.type().arrayOf().orElse(CatalogType.named("_text")));
        Object[] current = new Object[1];
        Bound element =
                Bound.of(array.type().elementType().orElse(CatalogType.TEXT), _ -> current[0]);
        Bound test =
                binding.operators()
                        .bind(of.operator(), left, element, binding.place(of.operatorAt()));
        return Bound.of(
                CatalogType.BOOL,
                frame ->
                        array.in(frame) instanceof List<?> list
                                ? quantified(list, current, test, frame, of.all())
                                : null);
    }

    private static Object quantified(
            List<?> list, Object[] current, Bound test, QueryFrame frame, boolean all) {
        boolean unknown = false;
        for (Object value : list) {
            current[0] = value;
            Object holds = test.in(frame);
            if (holds == null) {
                unknown = true;
            } else if ((Boolean) holds != all) {
                return !all;
            }
        }
        return unknown ? null : all;
    }

    private Bound ofQuery(Term.OfQuery of) {
        QueryPlan plan = plan(of.query());
        Object[] current = new Object[1];
        Bound element = Bound.of(plan.columns().getFirst().type(), _ -> current[0]);
        Bound test =
                binding.operators()
                        .bind(
                                of.operator(),
                                bind(of.left()),
                                element,
                                binding.place(of.operatorAt()));
        return Bound.of(
                CatalogType.BOOL,
                frame -> quantified(first(plan.table(frame)), current, test, frame, of.all()));
    }

    private static List<Object> first(Table table) {
        List<Object> values = new ArrayList<>();
        table.rows().forEach(row -> values.add(row[0]));
        return values;
    }

    private Bound exists(Term.Exists exists) {
        QueryPlan plan = plan(exists.query());
        return Bound.of(CatalogType.BOOL, frame -> !plan.some(frame, 1).isEmpty());
    }

    private Bound scalar(Term.Scalar scalar) {
        QueryPlan plan = plan(scalar.query());
        return Bound.of(
                plan.columns().getFirst().type(),
                frame -> {
                    List<Object[]> rows = plan.some(frame, 2);
                    if (rows.size() > 1) {
                        throw TelegraphException.of(
                                SqlState.CARDINALITY_VIOLATION,
                                "a query in parentheses that is a value gives one row at most");
                    }
                    return rows.isEmpty() ? null : rows.getFirst()[0];
                });
    }

    private Bound array(Term.ArrayOf array) {
        List<Bound> terms = all(array.terms());
        CatalogType type = CatalogType.UNKNOWN;
        for (Bound term : terms) {
            type = TypeConversions.common(type, term.type());
        }
        CatalogType element = type.isUnknown() ? CatalogType.TEXT : type;
        List<Bound> converted =
                terms.stream().map(term -> conversions().cast(term, element)).toList();
        CatalogType whole =
                element.isArray() ? element : element.arrayOf().orElse(CatalogType.named("_text"));
        return Bound.of(
                whole,
                frame -> {
                    List<Object> values = new ArrayList<>();
                    converted.forEach(term -> values.add(term.in(frame)));
                    return binding.room().take(values);
                });
    }

    private Bound arrayQuery(Term.ArrayQuery array) {
        QueryPlan plan = plan(array.query());
        CatalogType type =
                plan.columns().getFirst().type().arrayOf().orElse(CatalogType.named("_text"));
        return Bound.of(type, frame -> binding.room().take(first(plan.table(frame))));
    }

    private Bound element(Term.Element element) {
        Bound array = bind(element.array());
        Bound index = conversions().cast(bind(element.index()), CatalogType.INT4);
        int first = array.type().isVector() ? 0 : 1;
        return Bound.of(
                array.type().elementType().orElse(CatalogType.TEXT),
                frame -> {
                    Object at = index.in(frame);
                    if (!(array.in(frame) instanceof List<?> list) || at == null) {
                        return null;
                    }
                    long place = (Long) at - first;
                    return place < 0 || place >= list.size() ? null : list.get((int) place);
                });
    }

    private Bound slice(Term.Slice slice) {
        Bound array = bind(slice.array());
        int first = array.type().isVector() ? 0 : 1;
        Optional<Bound> from = slice.from().map(this::bind);
        Optional<Bound> to = slice.to().map(this::bind);
        return Bound.of(
                array.type(),
                frame -> {
                    if (!(array.in(frame) instanceof List<?> list)) {
                        return null;
                    }
                    long start = from.map(b -> (Long) b.in(frame) - first).orElse(0L);
                    long end =
                            to.map(b -> (Long) b.in(frame) - first + 1).orElse((long) list.size());
                    int low = Math.clamp(start, 0, list.size());
                    int high = Math.clamp(end, low, list.size());
                    return new ArrayList<>(list.subList(low, high));
                });
    }

    private Bound field(Term.Field field) {
        Bound record = bind(field.term());
        for (int i = 0; i < record.fields().size(); i++) {
            if (record.fields().get(i).name().equals(field.name())) {
                int index = i;
                return Bound.of(
                        record.fields().get(i).type(),
                        frame -> record.in(frame) instanceof Object[] row ? row[index] : null);
            }
        }
        throw TelegraphException.of(
                SqlState.UNDEFINED_COLUMN,
                "the record has no such field: field="
                        + field.name()
                        + " at "
                        + binding.place(field.at()));
    }

    private Bound row(Term.Row row) {
        List<Bound> terms = all(row.terms());
        List<Relation.Column> fields = new ArrayList<>();
        for (int i = 0; i < terms.size(); i++) {
            fields.add(new Relation.Column("f" + (i + 1), terms.get(i).type()));
        }
        return new Bound(
                CatalogType.RECORD,
                frame -> terms.stream().map(term -> term.in(frame)).toArray(),
                fields,
                false);
    }

    private Bound test(Term.Test test) {
        Bound term = test.what() == Term.What.NULL ? bind(test.term()) : truth(test.term());
        return Bound.of(
                CatalogType.BOOL,
                frame -> {
                    Object value = term.in(frame);
                    boolean holds =
                            switch (test.what()) {
                                case NULL, UNKNOWN -> value == null;
                                case TRUE -> Boolean.TRUE.equals(value);
                                case FALSE -> Boolean.FALSE.equals(value);
                            };
                    return holds != test.negated();
                });
    }

    private Bound distinct(Term.Distinct distinct) {
        ValueOperators.Sides sides =
                binding.operators().alike(bind(distinct.left()), bind(distinct.right()));
        return Bound.of(
                CatalogType.BOOL,
                frame -> {
                    Object a = sides.left().in(frame);
                    Object b = sides.right().in(frame);
                    boolean differ =
                            a == null || b == null ? a != b : ValueOrder.compare(a, b) != 0;
                    return differ != distinct.negated();
                });
    }

    /// Binds what may hold no aggregate.
    TermBinder inner() {
        return plain();
    }
}
