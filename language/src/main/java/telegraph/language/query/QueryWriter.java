package telegraph.language.query;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import telegraph.language.ast.Given;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Query;
import telegraph.language.ast.Query.From;
import telegraph.language.ast.Statement;
import telegraph.language.ast.Term;

/// Writes a query in one form: two texts that say the same but for white space, comments, the case
/// of words and needless parentheses are written alike, and what is written is read as the same
/// query again.
///
/// ```
/// select  Name from t where ID=17   →   SELECT "name" FROM "t" WHERE ("id" = 17)
/// ```
///
/// Threads: one, once.
public final class QueryWriter {
    private static final String ZONE = " with time zone";

    /// Names of types that have several words.
    private static final Set<String> SEVERAL_WORDS =
            Set.of(
                    "double precision",
                    "character varying",
                    "char varying",
                    "bit varying",
                    "national character",
                    "national char",
                    "national character varying",
                    "national char varying");

    private final StringBuilder out = new StringBuilder();
    private final Literals literals;
    private final List<Given> values;

    /// What writes a literal in another form.
    @FunctionalInterface
    public interface Literals {
        /// Writes a literal; false if it is to be written as it is.
        boolean write(Term.Literal literal, StringBuilder to);
    }

    private QueryWriter(Literals literals, List<Given> values) {
        this.literals = literals;
        this.values = values;
    }

    /// The query in its one form.
    public static String written(Query query) {
        return written(query, List.of(), (_, _) -> false);
    }

    /// The query of a statement, with the values of its parameters in their places.
    public static String written(Statement.Select statement) {
        return written(statement, (_, _) -> false);
    }

    /// The same with other forms for literals and values.
    public static String written(Statement.Select statement, Literals literals) {
        return written(statement.query(), statement.values(), literals);
    }

    private static String written(Query query, List<Given> values, Literals literals) {
        QueryWriter writer = new QueryWriter(literals, values);
        writer.query(query);
        return writer.out.toString();
    }

    /// An expression in its one form.
    public static String written(Term term) {
        return new QueryWriter((_, _) -> false, List.of()).term(term).out.toString();
    }

    private QueryWriter put(String text) {
        out.append(text);
        return this;
    }

    private QueryWriter name(Identifier name) {
        quoted(name.name(), '"');
        return this;
    }

    private void quoted(String text, char quote) {
        out.append(quote);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == quote) {
                out.append(quote);
            }
            out.append(c);
        }
        out.append(quote);
    }

    private void names(List<Identifier> parts) {
        listed(parts, ".", this::name);
    }

    private <T> void listed(List<T> all, String between, Consumer<T> write) {
        for (int i = 0; i < all.size(); i++) {
            put(i == 0 ? "" : between);
            write.accept(all.get(i));
        }
    }

    private <T> void list(List<T> all, Consumer<T> write) {
        listed(all, ", ", write);
    }

    private void terms(List<? extends Term> terms) {
        list(terms, this::term);
    }

    private void inParentheses(Query query) {
        put("(");
        query(query);
        put(")");
    }

    private void query(Query query) {
        if (!query.with().isEmpty()) {
            put(query.with().getFirst().recursive() ? "WITH RECURSIVE " : "WITH ");
            list(
                    query.with(),
                    with -> {
                        name(with.name());
                        columns(with.columns());
                        put(" AS ");
                        inParentheses(with.query());
                    });
            put(" ");
        }
        body(query.body());
        order(query.order(), " ");
        if (!query.ties()) {
            query.limit().ifPresent(count -> put(" LIMIT ").term(count));
        }
        query.offset().ifPresent(count -> put(" OFFSET ").term(count));
        if (query.ties()) {
            put(" FETCH FIRST (").term(query.limit().orElseThrow()).put(") ROWS WITH TIES");
        }
    }

    private void columns(List<Identifier> columns) {
        if (!columns.isEmpty()) {
            put(" (");
            list(columns, this::name);
            put(")");
        }
    }

    private void body(Query.Body body) {
        switch (body) {
            case Query.Select select -> select(select);
            case Query.Both both -> both(both);
            case Query.Values values -> {
                put("VALUES ");
                list(
                        values.rows(),
                        row -> {
                            put("(");
                            terms(row.terms());
                            put(")");
                        });
            }
            case Query.Nested nested -> inParentheses(nested.query());
        }
    }

    private void both(Query.Both last) {
        List<Query.Both> chain = last.chain();
        put("(".repeat(chain.size() - 1));
        inParentheses(chain.getFirst().left());
        int written = 0;
        for (Query.Both both : chain) {
            put(" " + both.operator().name() + (both.all() ? " ALL " : " "));
            inParentheses(both.right());
            put(++written < chain.size() ? ")" : "");
        }
    }

    private void select(Query.Select select) {
        put("SELECT");
        if (select.distinct().rows()) {
            put(" DISTINCT");
            if (!select.distinct().on().isEmpty()) {
                put(" ON (");
                terms(select.distinct().on());
                put(")");
            }
        }
        put(select.items().isEmpty() ? "" : " ");
        list(
                select.items(),
                item -> {
                    term(item.term());
                    item.alias().ifPresent(alias -> put(" AS ").name(alias));
                });
        if (!select.from().isEmpty()) {
            put(" FROM ");
            list(select.from(), this::from);
        }
        select.where().ifPresent(term -> put(" WHERE ").term(term));
        select.grouping()
                .by()
                .ifPresent(keys -> {
                    put(keys.distinct() ? " GROUP BY DISTINCT " : " GROUP BY ");
                    terms(keys.terms());
                });
        select.grouping().having().ifPresent(term -> put(" HAVING ").term(term));
        if (!select.windows().isEmpty()) {
            put(" WINDOW ");
            list(select.windows(), named -> name(named.name()).put(" AS ").window(named.window()));
        }
        select.qualify().ifPresent(term -> put(" QUALIFY ").term(term));
    }

    private void from(From from) {
        switch (from) {
            case Query.Table table -> {
                names(table.name());
                alias(table.alias());
                table.sample().ifPresent(sample -> put(" ").put(sample.clause()));
            }
            case Query.Derived derived -> {
                put(derived.lateral() ? "LATERAL " : "");
                inParentheses(derived.query());
                alias(derived.alias());
            }
            case Query.Rows rows -> {
                put(rows.lateral() ? "LATERAL " : "");
                call(rows.call());
                put(rows.ordinality() ? " WITH ORDINALITY" : "");
                alias(rows.alias());
            }
            case Query.Join join -> join(join);
        }
    }

    private void alias(Optional<Query.Alias> alias) {
        if (alias.isPresent()) {
            put(" AS ").name(alias.get().name());
            columns(alias.get().columns());
        }
    }

    private void join(Query.Join last) {
        List<Query.Join> chain = last.chain();
        from(chain.getFirst().left());
        for (Query.Join join : chain) {
            put(join.natural() ? " NATURAL " : " ");
            put(join.kind().name()).put(" JOIN ");
            boolean nested = join.right() instanceof Query.Join;
            put(nested ? "(" : "");
            from(join.right());
            put(nested ? ")" : "");
            join.on().ifPresent(on -> put(" ON ").term(on));
            if (!join.using().isEmpty()) {
                put(" USING");
                columns(join.using());
            }
        }
    }

    private void order(List<Term.SortKey> keys, String before) {
        if (!keys.isEmpty()) {
            put(before).put("ORDER BY ");
            list(
                    keys,
                    key -> {
                        term(key.term());
                        put(key.descending() ? " DESC" : "");
                        key.nullsAreFirst()
                                .ifPresent(first -> put(first ? " NULLS FIRST" : " NULLS LAST"));
                    });
        }
    }

    private void window(Term.Window window) {
        if (window.named()) {
            name(window.base().orElseThrow());
            return;
        }
        put("(");
        window.base().ifPresent(this::name);
        if (!window.partition().isEmpty()) {
            put(" PARTITION BY ");
            terms(window.partition());
        }
        order(window.order(), " ");
        window.frame().ifPresent(this::frame);
        put(")");
    }

    private void frame(Term.Frame frame) {
        put(" ").put(frame.unity().name()).put(frame.to().isPresent() ? " BETWEEN " : " ");
        bound(frame.from());
        frame.to()
                .ifPresent(to -> {
                    put(" AND ");
                    bound(to);
                });
        put(
                switch (frame.exclusion()) {
                    case UNSAID -> "";
                    case NO_OTHERS -> " EXCLUDE NO OTHERS";
                    case CURRENT_ROW -> " EXCLUDE CURRENT ROW";
                    case GROUP -> " EXCLUDE GROUP";
                    case TIES -> " EXCLUDE TIES";
                });
    }

    private void bound(Term.Bound bound) {
        if (bound.side() == Term.Side.CURRENT) {
            put("CURRENT ROW");
            return;
        }
        bound.distance().ifPresentOrElse(this::term, () -> put("UNBOUNDED"));
        put(" ").put(bound.side().name());
    }

    private void call(Term.Call call) {
        if (call.form() == Term.Form.BARE) {
            put(call.bare());
            return;
        }
        if (call.form() == Term.Form.WORDS) {
            worded(call);
        } else {
            names(call.name());
            put("(");
            put(call.star() ? "*" : "").put(call.gathering().distinct() ? "DISTINCT " : "");
            terms(call.arguments());
            order(call.gathering().order(), " ");
            put(")");
        }
        Term.Gathering gathering = call.gathering();
        gathering
                .nulls()
                .ifPresent(said -> put(said.ignored() ? " IGNORE" : " RESPECT").put(" NULLS"));
        gathering
                .within()
                .ifPresent(within -> {
                    put(" WITHIN GROUP (");
                    order(within.order(), "");
                    put(")");
                });
        gathering
                .filter()
                .ifPresent(filter -> put(" FILTER (WHERE ").term(filter.condition()).put(")"));
        call.over().ifPresent(window -> put(" OVER ").window(window));
    }

    private void worded(Term.Call call) {
        List<Term> arguments = call.arguments();
        switch (call.bare()) {
            case "extract" -> {
                put("extract(");
                quoted((String) ((Term.Literal) arguments.getFirst()).value(), '\'');
                put(" FROM ").term(arguments.get(1));
            }
            case "position" ->
                    put("position(").term(arguments.get(1)).put(" IN ").term(arguments.get(0));
            case "substring" -> {
                put("substring(").term(arguments.get(0)).put(" FROM ").term(arguments.get(1));
                if (arguments.size() > 2) {
                    put(" FOR ").term(arguments.get(2));
                }
            }
            case "overlay" -> {
                put("overlay(").term(arguments.get(0)).put(" PLACING ").term(arguments.get(1));
                put(" FROM ").term(arguments.get(2));
                if (arguments.size() > 3) {
                    put(" FOR ").term(arguments.get(3));
                }
            }
            default -> {
                String side =
                        switch (call.bare()) {
                            case "ltrim" -> "LEADING";
                            case "rtrim" -> "TRAILING";
                            default -> "BOTH";
                        };
                put("trim(" + side + " ");
                terms(arguments.subList(1, arguments.size()));
                put(" FROM ").term(arguments.getFirst());
            }
        }
        put(")");
    }

    private void type(Term.TypeName type) {
        for (Identifier part : type.name().subList(0, type.name().size() - 1)) {
            name(part).put(".");
        }
        String name = type.bare();
        String zone = " with time zone";
        boolean bare = isBare(name);
        boolean zoned = bare && name.endsWith(zone);
        if (bare) {
            put(zoned ? name.substring(0, name.length() - ZONE.length()) : name);
        } else {
            name(type.name().getLast());
        }
        type.fields().ifPresent(fields -> fields(fields));
        numbers(type.modifiers());
        put(zoned ? ZONE : "").put(type.array() ? "[]" : "");
    }

    /// Whether a type's name, of one word or more, is what it is without quotes.
    private static boolean isBare(String name) {
        return SEVERAL_WORDS.contains(name)
                || name.equals("\"char\"")
                || name.endsWith(ZONE)
                || name.chars()
                        .allMatch(c -> c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_');
    }

    private void numbers(List<Integer> numbers) {
        if (!numbers.isEmpty()) {
            put("(");
            list(numbers, number -> put(number.toString()));
            put(")");
        }
    }

    private void fields(Term.Fields fields) {
        unit(fields.from());
        fields.to()
                .ifPresent(to -> {
                    put(" TO");
                    unit(to);
                });
    }

    private void unit(Term.Unit unit) {
        put(" ").put(unit.name().toUpperCase(Locale.ROOT));
        numbers(unit.precisions());
    }

    private void literal(Term.Literal literal) {
        if (literals.write(literal, out)) {
            return;
        }
        switch (literal.value()) {
            case null -> put("NULL");
            case Boolean truth -> put(truth ? "TRUE" : "FALSE");
            case String text -> quoted(text, '\'');
            default -> put(literal.written());
        }
    }

    private void binary(Term.Binary last) {
        List<Term.Binary> chain = last.chain();
        put("(".repeat(chain.size()));
        term(chain.getFirst().left());
        for (Term.Binary link : chain) {
            put(" ").put(link.operator()).put(" ").term(link.right()).put(")");
        }
    }

    private QueryWriter term(Term term) {
        switch (term) {
            case Term.Literal literal -> literal(literal);
            case Term.Bytes bytes -> put("x").quoted(bytes.digits(), '\'');
            case Term.Interval interval -> interval(interval);
            case Term.Parameter parameter -> parameter(parameter);
            case Term.Name name -> names(name.words());
            case Term.Star star -> {
                names(star.qualifier());
                put(star.qualifier().isEmpty() ? "*" : ".*");
            }
            case Term.Call call -> call(call);
            case Term.Binary binary -> binary(binary);
            case Term.Unary unary -> unary(unary);
            case Term.Cast cast -> cast(cast);
            case Term.Case cases -> cases(cases);
            case Term.InList in -> {
                put("(").term(in.term()).put(in.negated() ? " NOT IN (" : " IN (");
                terms(in.list());
                put("))");
            }
            case Term.InQuery in -> {
                put("(").term(in.term()).put(in.negated() ? " NOT IN " : " IN ");
                inParentheses(in.query());
                put(")");
            }
            case Term.Between between -> between(between);
            case Term.Like like -> like(like);
            case Term.OfArray of ->
                    quantified(of.left(), of.operator(), of.all())
                            .put("(")
                            .term(of.array())
                            .put("))");
            case Term.OfQuery of -> {
                quantified(of.left(), of.operator(), of.all());
                inParentheses(of.query());
                put(")");
            }
            case Term.Exists exists -> {
                put("EXISTS ");
                inParentheses(exists.query());
            }
            case Term.Scalar scalar -> inParentheses(scalar.query());
            case Term.ArrayOf array -> {
                put("ARRAY[");
                terms(array.terms());
                put("]");
            }
            case Term.ArrayQuery array -> {
                put("ARRAY");
                inParentheses(array.query());
            }
            case Term.Element element ->
                    put("(").term(element.array()).put(")[").term(element.index()).put("]");
            case Term.Slice slice -> {
                put("(").term(slice.array()).put(")[");
                slice.from().ifPresent(this::term);
                put(":");
                slice.to().ifPresent(this::term);
                put("]");
            }
            case Term.Field field -> {
                put("(").term(field.term()).put(").");
                if (field.name().equals("*")) {
                    put("*");
                } else {
                    name(field.field());
                }
            }
            case Term.Row row -> {
                put("ROW(");
                terms(row.terms());
                put(")");
            }
            case Term.Test test ->
                    put("(").term(test.term())
                            .put(test.negated() ? " IS NOT " : " IS ")
                            .put(test.what().name())
                            .put(")");
            case Term.Distinct distinct ->
                    put("(").term(distinct.left())
                            .put(distinct.negated() ? " IS NOT" : " IS")
                            .put(" DISTINCT FROM ")
                            .term(distinct.right())
                            .put(")");
            case Term.Collate collate -> {
                put("(").term(collate.term()).put(" COLLATE ");
                names(collate.collation());
                put(")");
            }
            case Term.Default _ -> put("DEFAULT");
            case Term.Sets sets -> sets(sets);
        }
        return this;
    }

    /// A number with its sign is a literal as well.
    private void unary(Term.Unary unary) {
        if (unary.operator().equals("-")
                && unary.term() instanceof Term.Literal number
                && number.isNumber()
                && !number.written().startsWith("-")) {
            Object value =
                    number.value() instanceof Long whole
                            ? (Object) Long.valueOf(-whole)
                            : ((BigDecimal) number.value()).negate();
            literal(new Term.Literal(value, "-" + number.written(), unary.at()));
        } else {
            put("(").put(unary.operator()).put(" ").term(unary.term()).put(")");
        }
    }

    private void parameter(Term.Parameter parameter) {
        if (values.isEmpty()) {
            put("$" + parameter.number());
        } else {
            Given given = values.get(parameter.number() - 1);
            term(ValueTerms.of(given.value(), given.type(), parameter.at()));
        }
    }

    private void interval(Term.Interval interval) {
        put(interval.negative() ? "INTERVAL -" : "INTERVAL ");
        if (interval.value() instanceof Term.Literal literal
                && literal.value() instanceof String text) {
            quoted(text, '\'');
        } else {
            put("(").term(interval.value()).put(")");
        }
        interval.fields().ifPresent(this::fields);
    }

    private void cast(Term.Cast cast) {
        switch (cast.style()) {
            case CALL -> {
                put("CAST(").term(cast.term()).put(" AS ");
                type(cast.type());
                put(")");
            }
            case COLONS -> {
                put("(").term(cast.term()).put(")::");
                type(cast.type());
            }
            case PREFIX -> {
                type(cast.type());
                put(" ");
                // Its text belongs to the type and is no constant that might be another.
                quoted((String) ((Term.Literal) cast.term()).value(), '\'');
            }
        }
    }

    private void cases(Term.Case cases) {
        put("CASE");
        cases.subject().ifPresent(subject -> put(" ").term(subject));
        for (Term.Branch branch : cases.branches()) {
            put(" WHEN ").term(branch.when()).put(" THEN ").term(branch.then());
        }
        cases.otherwise().ifPresent(term -> put(" ELSE ").term(term));
        put(" END");
    }

    private void between(Term.Between between) {
        put("(").term(between.term()).put(between.negated() ? " NOT BETWEEN " : " BETWEEN ");
        put(between.symmetric() ? "SYMMETRIC " : "");
        term(between.low()).put(" AND ").term(between.high()).put(")");
    }

    private void like(Term.Like like) {
        put("(").term(like.term()).put(like.negated() ? " NOT " : " ");
        put(like.match() == Term.Match.SIMILAR ? "SIMILAR TO" : like.match().name());
        put(" ").term(like.pattern());
        like.escape().ifPresent(escape -> put(" ESCAPE ").term(escape));
        put(")");
    }

    private QueryWriter quantified(Term left, String operator, boolean all) {
        return put("(").term(left).put(" " + operator + (all ? " ALL " : " ANY "));
    }

    private void sets(Term.Sets sets) {
        put(
                switch (sets.sort()) {
                    case EMPTY -> "";
                    case ROLLUP -> "ROLLUP ";
                    case CUBE -> "CUBE ";
                    case SETS -> "GROUPING SETS ";
                });
        put("(");
        terms(sets.terms());
        put(")");
    }
}
