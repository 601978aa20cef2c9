package telegraph.query.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.Given;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Query;
import telegraph.language.ast.Span;
import telegraph.language.ast.Term;
import telegraph.language.query.IntervalReader;
import telegraph.language.query.QueryWalk;
import telegraph.language.query.ValueTerms;
import telegraph.memory.Interval;
import telegraph.query.function.CatalogRoutines;
import telegraph.query.operator.Functions;
import telegraph.query.value.Interrupts;

/// Expressions as Calcite has them.
///
/// Threads: one. It goes down as deep as the expression, but for long chains of operators.
final class TermNodes {
    /// Longer lists are planned with their values.
    private static final int SHORT_LIST_MAX = 32;

    private final List<Given> values;
    private final Places places;
    private final QueryNodes queries;
    private final TypeNodes types;
    private final CallNodes calls;
    private final SelectedSets sets;

    /// @param values those of parameters, from the first; none if they are open
    TermNodes(Places places, QueryNodes queries, List<Given> values) {
        this.values = values;
        this.places = places;
        this.queries = queries;
        this.types = new TypeNodes(places);
        this.calls = new CallNodes(places, this);
        this.sets = new SelectedSets(this, places);
    }

    SelectedSets sets() {
        return sets;
    }

    CallNodes calls() {
        return calls;
    }

    List<SqlNode> all(List<? extends Term> terms) {
        List<SqlNode> nodes = new ArrayList<>(terms.size());
        for (Term term : terms) {
            nodes.add(of(term));
        }
        return nodes;
    }

    SqlNodeList list(List<? extends Term> terms, Span at) {
        return new SqlNodeList(all(terms), at(at));
    }

    private SqlParserPos at(Span span) {
        return places.of(span);
    }

    SqlNode of(Term term) {
        Interrupts.check();
        SqlParserPos at = at(term.at());
        return switch (term) {
            case Term.Literal literal -> literal(literal, at);
            case Term.Bytes bytes -> bytes(bytes, at);
            case Term.Interval interval -> interval(interval, at);
            case Term.Parameter parameter ->
                    given(parameter)
                            .map(this::of)
                            .orElseGet(() -> new SqlDynamicParam(parameter.number() - 1, at));
            case Term.Name name -> places.name(name.words());
            case Term.Star star -> star(star, at);
            case Term.Call call -> calls.of(call);
            case Term.Binary binary -> binary(binary);
            case Term.Unary unary -> unary(unary, at);
            case Term.Cast cast -> cast(cast, at);
            case Term.Case cases -> sets.closed(() -> cases(cases, at));
            case Term.InList in when isShort(in) -> comparisons(in, at);
            case Term.InList in ->
                    (in.negated() ? SqlStdOperatorTable.NOT_IN : SqlStdOperatorTable.IN)
                            .createCall(at, of(in.term()), list(in.list(), in.listAt()));
            case Term.InQuery in ->
                    (in.negated() ? SqlStdOperatorTable.NOT_IN : SqlStdOperatorTable.IN)
                            .createCall(at, of(in.term()), query(in.query()));
            case Term.Between between -> between(between, at);
            case Term.Like like -> like(like, at);
            case Term.OfArray of when of.array() instanceof Term.ArrayOf list && isMatch(of) ->
                    matches(of, list, at);
            case Term.OfArray of ->
                    quantified(of.operator(), of.all(), of.operatorAt())
                            .createCall(
                                    at, of(of.left()), list(List.of(of.array()), of.array().at()));
            case Term.OfQuery of ->
                    quantified(of.operator(), of.all(), of.operatorAt())
                            .createCall(at, of(of.left()), query(of.query()));
            case Term.Exists exists ->
                    SqlStdOperatorTable.EXISTS.createCall(at, queries.existing(exists.query()));
            case Term.Scalar scalar -> query(scalar.query());
            case Term.ArrayOf array ->
                    SqlStdOperatorTable.ARRAY_VALUE_CONSTRUCTOR.createCall(at, all(array.terms()));
            case Term.ArrayQuery array ->
                    SqlStdOperatorTable.ARRAY_QUERY.createCall(at, query(array.query()));
            case Term.Element element -> element(element, at);
            case Term.Slice slice -> slice(slice, at);
            case Term.Field field ->
                    SqlStdOperatorTable.DOT.createCall(
                            at, of(field.term()), places.name(field.field()));
            case Term.Row row -> SqlStdOperatorTable.ROW.createCall(at, all(row.terms()));
            case Term.Test test -> test(test).createCall(at, of(test.term()));
            case Term.Distinct distinct ->
                    (distinct.negated()
                                    ? SqlStdOperatorTable.IS_NOT_DISTINCT_FROM
                                    : SqlStdOperatorTable.IS_DISTINCT_FROM)
                            .createCall(at, of(distinct.left()), of(distinct.right()));
            case Term.Collate collate -> collated(collate);
            case Term.Default _ -> SqlStdOperatorTable.DEFAULT.createCall(at);
            case Term.Sets sets -> sets(sets, at);
        };
    }

    TelegraphException refused(Span where, String what) {
        return TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED,
                "not supported at " + places.text(where) + ": " + what);
    }

    /// What stands for a parameter, if it has a value.
    Optional<Term> given(Term.Parameter parameter) {
        if (values.isEmpty()) {
            return Optional.empty();
        }
        Given given = values.get(parameter.number() - 1);
        return Optional.of(ValueTerms.of(given.value(), given.type(), parameter.at()));
    }

    private SqlNode query(Query query) {
        return queries.of(query);
    }

    private static SqlNode literal(Term.Literal literal, SqlParserPos at) {
        return switch (literal.value()) {
            case null -> SqlLiteral.createNull(at);
            case Boolean truth -> SqlLiteral.createBoolean(truth, at);
            case String text -> SqlLiteral.createCharString(text, at);
            default ->
                    literal.written().indexOf('e') >= 0 || literal.written().indexOf('E') >= 0
                            ? SqlLiteral.createApproxNumeric(literal.written(), at)
                            : SqlLiteral.createExactNumeric(literal.written(), at);
        };
    }

    private SqlNode bytes(Term.Bytes bytes, SqlParserPos at) {
        boolean hex =
                bytes.digits().length() % 2 == 0
                        && bytes.digits().chars().allMatch(c -> Character.digit(c, 16) >= 0);
        if (!hex) {
            throw TelegraphException.of(
                    SqlState.SYNTAX_ERROR,
                    "bytes are pairs of hexadecimal digits at " + places.text(bytes.at()));
        }
        return SqlLiteral.createBinaryString(bytes.digits(), at);
    }

    /// Its parts, or so many times one of its unit.
    private SqlNode interval(Term.Interval interval, SqlParserPos at) {
        if (value(interval.value()) instanceof Term.Literal literal
                && literal.value() instanceof String) {
            return interval(
                    IntervalReader.read(interval, places.lines().position(interval.at().start())),
                    at);
        }
        Term.Fields fields = interval.fields().orElseThrow();
        if (fields.to().isPresent()) {
            throw refused(interval.at(), "a number of several units");
        }
        Interval one = IntervalReader.one(fields.from());
        return SqlStdOperatorTable.MULTIPLY.createCall(
                at, of(interval.value()), interval(interval.negative() ? one.negated() : one, at));
    }

    private static SqlNode interval(Interval interval, SqlParserPos at) {
        return Functions.own("$INTERVAL")
                .createCall(
                        at,
                        number(interval.months(), at),
                        number(interval.days(), at),
                        number(interval.micros(), at));
    }

    private static SqlNode number(long number, SqlParserPos at) {
        return SqlLiteral.createExactNumeric(Long.toString(number), at);
    }

    private SqlNode star(Term.Star star, SqlParserPos at) {
        if (star.qualifier().isEmpty()) {
            return SqlIdentifier.star(at);
        }
        List<Identifier> parts = new ArrayList<>(star.qualifier());
        parts.add(new Identifier("*", star.at()));
        List<SqlParserPos> components = new ArrayList<>();
        parts.forEach(part -> components.add(at(part.at()).withQuoting(true)));
        return SqlIdentifier.star(Identifier.names(parts), at, components);
    }

    private SqlNode binary(Term.Binary last) {
        List<Term.Binary> chain = last.chain();
        SqlNode node = of(chain.getFirst().left());
        for (Term.Binary link : chain) {
            Interrupts.check();
            if (link.operator().endsWith("~*")) {
                demandUncollated(link);
            }
            node = operator(link).createCall(at(link.at()), node, of(link.right()));
        }
        return node;
    }

    private SqlOperator operator(Term.Binary binary) {
        return switch (binary.operator()) {
            case "and" -> SqlStdOperatorTable.AND;
            case "or" -> SqlStdOperatorTable.OR;
            case "=" -> SqlStdOperatorTable.EQUALS;
            case "<>" -> SqlStdOperatorTable.NOT_EQUALS;
            case "<" -> SqlStdOperatorTable.LESS_THAN;
            case "<=" -> SqlStdOperatorTable.LESS_THAN_OR_EQUAL;
            case ">" -> SqlStdOperatorTable.GREATER_THAN;
            case ">=" -> SqlStdOperatorTable.GREATER_THAN_OR_EQUAL;
            case "+" -> SqlStdOperatorTable.PLUS;
            case "-" -> SqlStdOperatorTable.MINUS;
            case "*" -> SqlStdOperatorTable.MULTIPLY;
            case "/" -> SqlStdOperatorTable.DIVIDE;
            case "%" -> SqlStdOperatorTable.PERCENT_REMAINDER;
            case "||" -> SqlStdOperatorTable.CONCAT;
            case "^" -> SqlStdOperatorTable.POWER;
            case "&" -> Functions.own("$BIT_AND");
            case "|" -> Functions.own("$BIT_OR");
            case "#" -> Functions.own("$BIT_XOR");
            case "<<" -> Functions.own("$BIT_LEFT");
            case ">>" -> Functions.own("$BIT_RIGHT");
            case "~" -> SqlStdOperatorTable.POSIX_REGEX_CASE_SENSITIVE;
            case "~*" -> SqlStdOperatorTable.POSIX_REGEX_CASE_INSENSITIVE;
            case "!~" -> SqlStdOperatorTable.NEGATED_POSIX_REGEX_CASE_SENSITIVE;
            case "!~*" -> SqlStdOperatorTable.NEGATED_POSIX_REGEX_CASE_INSENSITIVE;
            case "~~" -> SqlStdOperatorTable.LIKE;
            case "!~~" -> SqlStdOperatorTable.NOT_LIKE;
            case "~~*" -> SqlLibraryOperators.ILIKE;
            case "!~~*" -> SqlLibraryOperators.NOT_ILIKE;
            case "->" -> Functions.own("$JSON_GET");
            case "->>" -> Functions.own("$JSON_TEXT");
            case "#>" -> Functions.own("$JSON_AT");
            case "#>>" -> Functions.own("$JSON_TEXT_AT");
            case "^@" -> SqlLibraryOperators.STARTS_WITH;
            case "&&" -> Functions.own("$OVERLAP");
            case "@>" -> Functions.own("JSONB_CONTAINS");
            case "<@" -> Functions.own("JSONB_CONTAINED");
            case "?" -> Functions.own("JSONB_EXISTS");
            case "?|" -> Functions.own("JSONB_EXISTS_ANY");
            case "?&" -> Functions.own("JSONB_EXISTS_ALL");
            case "@?" -> Functions.own("$JSONB_PATH_EXISTS");
            case "@@" -> Functions.own("$JSONB_PATH_MATCH");
            case "#-" -> Functions.own("JSONB_DELETE_PATH");
            case "overlaps" -> SqlStdOperatorTable.OVERLAPS;
            default -> throw unknown(binary.operator(), binary.operatorAt());
        };
    }

    private SqlNode element(Term.Element element, SqlParserPos at) {
        if (element.array() instanceof Term.Slice) {
            throw refused(element.at(), "an element of a slice. Take it of the array");
        }
        return SqlStdOperatorTable.ITEM.createCall(at, of(element.array()), of(element.index()));
    }

    private SqlNode slice(Term.Slice slice, SqlParserPos at) {
        if (slice.array() instanceof Term.Slice || slice.array() instanceof Term.Element) {
            throw refused(slice.at(), "a slice of several dimensions");
        }
        SqlNode from =
                slice.from().map(this::of).orElseGet(() -> SqlLiteral.createExactNumeric("1", at));
        SqlNode to =
                slice.to()
                        .map(this::of)
                        .orElseGet(() -> SqlLiteral.createExactNumeric(LAST_INDEX, at));
        return Functions.own("$SLICE").createCall(at, of(slice.array()), from, to);
    }

    private static final String LAST_INDEX = String.valueOf(Integer.MAX_VALUE);

    private TelegraphException unknown(String operator, Span at) {
        return TelegraphException.of(
                SqlState.SYNTAX_ERROR,
                "syntax error at "
                        + places.text(at)
                        + ": the operator "
                        + operator
                        + " is not supported");
    }

    private SqlNode unary(Term.Unary unary, SqlParserPos at) {
        SqlOperator operator =
                switch (unary.operator()) {
                    case "not" -> SqlStdOperatorTable.NOT;
                    case "-" -> SqlStdOperatorTable.UNARY_MINUS;
                    case "+" -> SqlStdOperatorTable.UNARY_PLUS;
                    case "@" -> SqlStdOperatorTable.ABS;
                    case "|/" -> SqlStdOperatorTable.SQRT;
                    case "||/" -> SqlStdOperatorTable.CBRT;
                    case "~" -> Functions.own("$BIT_NOT");
                    case RankedRows.TIES -> Functions.own("$TIES_COUNT");
                    default -> throw unknown(unary.operator(), unary.at());
                };
        SqlNode term = of(unary.term());
        return operator == SqlStdOperatorTable.UNARY_MINUS
                        && term instanceof SqlNumericLiteral number
                ? SqlLiteral.createNegative(number, at)
                : operator.createCall(at, term);
    }

    private SqlNode cast(Term.Cast cast, SqlParserPos at) {
        boolean isInterval =
                cast.type().bare().equals("interval") && cast.type().fields().isEmpty();
        if (isInterval
                && !cast.type().array()
                && value(cast.term()) instanceof Term.Literal literal
                && literal.value() instanceof String text) {
            return interval(
                    IntervalReader.read(text, places.lines().position(cast.at().start())), at);
        }
        if (value(cast.term()) instanceof Term.Literal literal
                && literal.value() instanceof String text) {
            Optional<Term> word = TimeWords.read(cast, text);
            if (word.isPresent()) {
                return of(word.get());
            }
        }
        if (cast.style() == Term.Style.PREFIX) {
            Optional<String> tag = tag(cast.type());
            if (tag.isPresent()) {
                String text = (String) ((Term.Literal) cast.term()).value();
                return SqlLiteral.createUnknown(tag.get(), text, at);
            }
        }
        if (!cast.type().array() && CatalogRoutines.REFERENCES.contains(cast.type().bare())) {
            String reading = "$" + cast.type().bare().toUpperCase(Locale.ROOT);
            return Functions.own(reading).createCall(at, of(cast.term()));
        }
        SqlOperator operator =
                cast.style() == Term.Style.CALL
                        ? SqlStdOperatorTable.CAST
                        : SqlLibraryOperators.INFIX_CAST;
        return operator.createCall(at, of(cast.term()), types.of(cast.type()));
    }

    /// Refuses collations in what changes or passes over the case of letters: C and POSIX know
    /// those of English alone there.
    void demandUncollated(Term term) {
        QueryWalk.walk(
                term,
                part -> {
                    if (part instanceof Term.Collate collate) {
                        throw refused(
                                collate.at(),
                                "COLLATE where the case of letters matters. Leave it out");
                    }
                });
    }

    /// Texts are compared by code point, which is what the collations C and POSIX say.
    private SqlNode collated(Term.Collate collate) {
        String collation = collate.collation().getLast().name();
        if (!collation.equals("C") && !collation.equals("POSIX")) {
            throw refused(
                    collate.at(),
                    "COLLATE \""
                            + collation
                            + "\". Texts are compared by their characters, as COLLATE \"C\" has"
                            + " it");
        }
        return of(collate.term());
    }

    Term value(Term term) {
        return term instanceof Term.Parameter parameter ? given(parameter).orElse(term) : term;
    }

    /// The literals of times that Calcite knows.
    private static Optional<String> tag(Term.TypeName type) {
        if (!type.modifiers().isEmpty()) {
            return Optional.empty();
        }
        return switch (type.bare()) {
            case "date" -> Optional.of("DATE");
            case "time" -> Optional.of("TIME");
            case "timestamp" -> Optional.of("TIMESTAMP");
            case "datetime" -> Optional.of("DATETIME");
            case "time with time zone" -> Optional.of("TIME WITH LOCAL TIME ZONE");
            case "timestamp with time zone" -> Optional.of("TIMESTAMP WITH LOCAL TIME ZONE");
            default -> Optional.empty();
        };
    }

    private SqlNode cases(Term.Case cases, SqlParserPos at) {
        List<SqlNode> whens = new ArrayList<>();
        List<SqlNode> thens = new ArrayList<>();
        for (Term.Branch branch : cases.branches()) {
            whens.add(of(branch.when()));
            thens.add(of(branch.then()));
        }
        return SqlCase.createSwitched(
                at,
                cases.subject().map(this::of).orElse(null),
                new SqlNodeList(whens, SqlParserPos.sum(whens)),
                new SqlNodeList(thens, SqlParserPos.sum(thens)),
                cases.otherwise().map(this::of).orElse(null));
    }

    /// Whether a list is one of a column's values, so few that a plan may leave them open.
    private static boolean isShort(Term.InList in) {
        return in.term() instanceof Term.Name
                && in.list().size() <= SHORT_LIST_MAX
                && in.list().stream()
                        .allMatch(one ->
                                one instanceof Term.Parameter
                                        || one instanceof Term.Literal literal
                                                && literal.value() != null);
    }

    /// `a IN (1, 2)` as `a = 1 OR a = 2`, `a NOT IN (1, 2)` as `a <> 1 AND a <> 2`.
    private SqlNode comparisons(Term.InList in, SqlParserPos at) {
        SqlOperator compared =
                in.negated() ? SqlStdOperatorTable.NOT_EQUALS : SqlStdOperatorTable.EQUALS;
        SqlOperator joined = in.negated() ? SqlStdOperatorTable.AND : SqlStdOperatorTable.OR;
        SqlNode all = null;
        for (Term one : in.list()) {
            SqlNode comparison = compared.createCall(at, of(in.term()), of(one));
            all = all == null ? comparison : joined.createCall(at, all, comparison);
        }
        return all;
    }

    private SqlNode between(Term.Between between, SqlParserPos at) {
        SqlOperator operator =
                between.symmetric()
                        ? between.negated()
                                ? SqlStdOperatorTable.SYMMETRIC_NOT_BETWEEN
                                : SqlStdOperatorTable.SYMMETRIC_BETWEEN
                        : between.negated()
                                ? SqlStdOperatorTable.NOT_BETWEEN
                                : SqlStdOperatorTable.BETWEEN;
        return operator.createCall(at, of(between.term()), of(between.low()), of(between.high()));
    }

    private SqlNode like(Term.Like like, SqlParserPos at) {
        if (like.match() == Term.Match.ILIKE) {
            demandUncollated(like);
        }
        SqlOperator operator =
                switch (like.match()) {
                    case LIKE ->
                            like.negated()
                                    ? SqlStdOperatorTable.NOT_LIKE
                                    : SqlStdOperatorTable.LIKE;
                    case ILIKE ->
                            like.negated()
                                    ? SqlLibraryOperators.NOT_ILIKE
                                    : SqlLibraryOperators.ILIKE;
                    case SIMILAR ->
                            like.negated()
                                    ? SqlStdOperatorTable.NOT_SIMILAR_TO
                                    : SqlStdOperatorTable.SIMILAR_TO;
                };
        List<SqlNode> operands = new ArrayList<>(all(List.of(like.term(), like.pattern())));
        like.escape().map(this::of).ifPresent(operands::add);
        return operator.createCall(at, operands);
    }

    /// Whether it holds patterns against a text.
    private static boolean isMatch(Term.OfArray of) {
        return switch (of.operator()) {
            case "~", "~*", "!~", "!~*", "~~", "~~*", "!~~", "!~~*" -> true;
            default -> false;
        };
    }

    /// A text is held against each pattern that an array lists.
    private SqlNode matches(Term.OfArray of, Term.ArrayOf list, SqlParserPos at) {
        return list.terms().stream()
                .map(pattern ->
                        of(
                                new Term.Binary(
                                        of.operator(),
                                        of.left(),
                                        pattern,
                                        of.operatorAt(),
                                        of.at())))
                .reduce((a, b) ->
                        (of.all() ? SqlStdOperatorTable.AND : SqlStdOperatorTable.OR)
                                .createCall(at, a, b))
                .orElseGet(() -> SqlLiteral.createBoolean(of.all(), at));
    }

    private SqlOperator quantified(String operator, boolean all, Span at) {
        SqlKind kind =
                switch (operator) {
                    case "=" -> SqlKind.EQUALS;
                    case "<>" -> SqlKind.NOT_EQUALS;
                    case "<" -> SqlKind.LESS_THAN;
                    case "<=" -> SqlKind.LESS_THAN_OR_EQUAL;
                    case ">" -> SqlKind.GREATER_THAN;
                    case ">=" -> SqlKind.GREATER_THAN_OR_EQUAL;
                    default -> throw refused(at, "ANY or ALL after anything but a comparison");
                };
        return all ? SqlStdOperatorTable.all(kind) : SqlStdOperatorTable.some(kind);
    }

    private static SqlOperator test(Term.Test test) {
        boolean not = test.negated();
        return switch (test.what()) {
            case NULL -> not ? SqlStdOperatorTable.IS_NOT_NULL : SqlStdOperatorTable.IS_NULL;
            case TRUE -> not ? SqlStdOperatorTable.IS_NOT_TRUE : SqlStdOperatorTable.IS_TRUE;
            case FALSE -> not ? SqlStdOperatorTable.IS_NOT_FALSE : SqlStdOperatorTable.IS_FALSE;
            case UNKNOWN ->
                    not ? SqlStdOperatorTable.IS_NOT_UNKNOWN : SqlStdOperatorTable.IS_UNKNOWN;
        };
    }

    private SqlNode sets(Term.Sets sets, SqlParserPos at) {
        return switch (sets.sort()) {
            case EMPTY -> new SqlNodeList(at);
            case ROLLUP -> SqlStdOperatorTable.ROLLUP.createCall(at, all(sets.terms()));
            case CUBE -> SqlStdOperatorTable.CUBE.createCall(at, all(sets.terms()));
            case SETS -> SqlStdOperatorTable.GROUPING_SETS.createCall(at, all(sets.terms()));
        };
    }
}
