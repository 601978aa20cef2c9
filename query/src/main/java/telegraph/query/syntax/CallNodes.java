package telegraph.query.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlJsonConstructorNullClause;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.apache.calcite.sql.parser.SqlParserPos;
import telegraph.language.ast.Identifier;
import telegraph.language.ast.Term;
import telegraph.language.query.EachTime;
import telegraph.language.query.SequenceCalls;
import telegraph.language.shape.Abbreviations;
import telegraph.language.shape.MixedTerms;
import telegraph.query.operator.Extract;
import telegraph.query.operator.Functions;
import telegraph.query.operator.JsonAggregates;
import telegraph.query.operator.MayBeNull;
import telegraph.query.operator.WholeNumber;

/// Calls of functions as Calcite has them, with what stands about their rows.
///
/// Threads: one.
final class CallNodes {
    /// Functions whose arguments have one type.
    private static final Set<String> ALIKE = Set.of("greatest", "least");

    /// Aggregates that may have an order among their arguments.
    private static final Set<String> ORDERED =
            Set.of("array_agg", "array_concat_agg", "group_concat", "string_agg");

    /// Functions that change the case of letters.
    private static final Set<String> CASED = Set.of("lower", "upper", "initcap");

    private final Places places;
    private final TermNodes terms;

    CallNodes(Places places, TermNodes terms) {
        this.places = places;
        this.terms = terms;
    }

    SqlNode of(Term.Call call) {
        if (call.form() == Term.Form.BARE) {
            return bare(call.bare(), places.of(call.at()));
        }
        if (SetTables.isSet(call)) {
            return terms.sets().column(call);
        }
        if (JsonAggregates.isOne(call)) {
            return terms.of(JsonAggregates.gathering(call));
        }
        Optional<Term> written = Abbreviations.of(call);
        if (written.isPresent()) {
            return terms.of(written.get());
        }
        boolean gathers = call.over().isPresent() || Functions.isAggregate(call.bare());
        return gathers ? terms.sets().gathering(() -> called(call)) : called(call);
    }

    private static SqlNode bare(String name, SqlParserPos at) {
        return switch (name) {
            case "current_catalog" -> Functions.own("CURRENT_DATABASE").createCall(at);
            case "current_schema" -> Functions.own("CURRENT_SCHEMA").createCall(at);
            case "current_role" -> new SqlIdentifier("current_user", at);
            default -> new SqlIdentifier(name, at);
        };
    }

    private SqlNode called(Term.Call call) {
        Term.Gathering gathering = call.gathering();
        SqlNode node = function(call);
        if (gathering.nulls().isPresent()) {
            Term.Nulls said = gathering.nulls().get();
            SqlOperator treatment =
                    said.ignored()
                            ? SqlStdOperatorTable.IGNORE_NULLS
                            : SqlStdOperatorTable.RESPECT_NULLS;
            node = treatment.createCall(places.of(said.at()), node);
        }
        if (gathering.within().isPresent()) {
            Term.Within within = gathering.within().get();
            node =
                    SqlStdOperatorTable.WITHIN_GROUP.createCall(
                            places.of(within.at()), node, order(within.order()));
        }
        if (gathering.filter().isPresent()) {
            Term.Filter filter = gathering.filter().get();
            node =
                    SqlStdOperatorTable.FILTER.createCall(
                            places.of(filter.at()), node, terms.of(filter.condition()));
        }
        if (call.over().isPresent()) {
            Term.Window window = call.over().get();
            node = SqlStdOperatorTable.OVER.createCall(places.of(window.at()), node, over(window));
        }
        return node;
    }

    private SqlNode function(Term.Call call) {
        SqlParserPos at = places.of(call.at());
        if (call.form() == Term.Form.WORDS) {
            return worded(call, at);
        }
        Optional<String> counting = SequenceCalls.function(call);
        if (counting.isPresent()) {
            return counting(counting.get(), call, at);
        }
        String name = call.name().size() == 1 ? call.bare() : "";
        if (CASED.contains(name)) {
            call.arguments().forEach(terms::demandUncollated);
        }
        List<SqlNode> arguments = arguments(call);
        if (name.equals("pg_typeof") && arguments.size() == 1) {
            if (call.arguments().getFirst() instanceof Term.Parameter parameter) {
                throw terms.refused(parameter.at(), "pg_typeof of a parameter. Cast it");
            }
            arguments.add(SqlLiteral.createCharString("", at)); // the type, see ReferenceUses
            return Functions.own("$TYPEOF").createCall(at, arguments);
        }
        SqlLiteral quantifier =
                call.gathering().distinct() ? SqlSelectKeyword.DISTINCT.symbol(at) : null;
        if (name.equals("nth_value") && !arguments.isEmpty()) {
            arguments.set(0, MayBeNull.of(arguments.getFirst()));
        }
        if (ORDERED.contains(name)) {
            List<SqlNode> ordered = new ArrayList<>(arguments);
            if (!call.gathering().order().isEmpty()) {
                ordered.add(order(call.gathering().order()));
            }
            return ordered(name).createCall(quantifier, at, ordered);
        }
        if (name.equals("json_array")) {
            List<SqlNode> operands = new ArrayList<>(arguments);
            operands.addFirst(
                    SqlLiteral.createSymbol(SqlJsonConstructorNullClause.ABSENT_ON_NULL, at));
            return SqlStdOperatorTable.JSON_ARRAY.createCall(at, operands);
        }
        if (!call.gathering().order().isEmpty()) {
            throw terms.refused(
                    call.gathering().order().getFirst().at(),
                    "ORDER BY among the arguments of " + call.bare());
        }
        if (EachTime.isCalled(call)) {
            return eachTime(name, terms.all(EachTime.read(call)), call, at);
        }
        return builtIn(name, arguments.size())
                .<SqlNode>map(operator -> operator.createCall(quantifier, at, arguments))
                .orElseGet(() ->
                        unresolved(
                                call.name(),
                                SqlFunctionCategory.USER_DEFINED_FUNCTION,
                                quantifier,
                                arguments,
                                at));
    }

    /// A function that gives another value each time, with its place.
    private static SqlNode eachTime(
            String name, List<SqlNode> arguments, Term.Call call, SqlParserPos at) {
        List<SqlNode> placed = new ArrayList<>(arguments);
        placed.add(SqlLiteral.createExactNumeric(String.valueOf(call.at().start()), at));
        return Functions.own(EachTime.operator(name)).createCall(at, placed);
    }

    /// A function about sequences, which a key stands for.
    private SqlNode counting(String name, Term.Call call, SqlParserPos at) {
        List<Term> arguments = new ArrayList<>(call.arguments());
        if (!arguments.isEmpty()) {
            arguments.set(0, SequenceCalls.named(arguments.getFirst()));
        }
        for (int i = 1; i < arguments.size(); i++) {
            arguments.set(i, SequenceCalls.read(arguments.get(i), i));
        }
        int least = SequenceCalls.arguments(name);
        boolean many = arguments.size() > least + (name.equals("setval") ? 1 : 0);
        if (arguments.size() < least || many || call.star()) {
            return unresolved(
                    call.name(),
                    SqlFunctionCategory.USER_DEFINED_FUNCTION,
                    null,
                    terms.all(arguments),
                    at);
        }
        return eachTime(name, terms.all(arguments), call, at);
    }

    private List<SqlNode> arguments(Term.Call call) {
        if (call.star()) {
            return List.of(SqlIdentifier.star(places.of(call.at())));
        }
        boolean alike = call.name().size() == 1 && ALIKE.contains(call.bare());
        return terms.all(alike ? MixedTerms.alike(call.arguments()) : call.arguments());
    }

    private static SqlOperator ordered(String name) {
        return switch (name) {
            case "array_agg" -> SqlLibraryOperators.ARRAY_AGG;
            case "array_concat_agg" -> SqlLibraryOperators.ARRAY_CONCAT_AGG;
            case "group_concat" -> SqlLibraryOperators.GROUP_CONCAT;
            default -> SqlLibraryOperators.STRING_AGG;
        };
    }

    /// What is called by a name that Calcite's validator does not look up.
    private static Optional<SqlOperator> builtIn(String name, int arguments) {
        return Optional.ofNullable(
                switch (name) {
                    case "substring" ->
                            arguments == 2 || arguments == 3 ? SqlStdOperatorTable.SUBSTRING : null;
                    case "floor" -> arguments == 1 ? WholeNumber.FLOOR : null;
                    case "ceil", "ceiling" -> arguments == 1 ? WholeNumber.CEIL : null;
                    case "translate" -> arguments == 3 ? SqlLibraryOperators.TRANSLATE3 : null;
                    case "percentile_cont" ->
                            arguments == 1 ? SqlStdOperatorTable.PERCENTILE_CONT : null;
                    case "percentile_disc" ->
                            arguments == 1 ? SqlStdOperatorTable.PERCENTILE_DISC : null;
                    default -> null;
                });
    }

    /// A call whose function the validator finds.
    SqlNode unresolved(
            List<Identifier> name,
            SqlFunctionCategory category,
            SqlLiteral quantifier,
            List<SqlNode> arguments,
            SqlParserPos at) {
        return new SqlUnresolvedFunction(places.name(name), null, null, null, null, category)
                .createCall(quantifier, at, arguments);
    }

    /// A call in FROM.
    SqlNode table(Term.Call call) {
        SqlParserPos at = places.of(call.at());
        return SqlStdOperatorTable.COLLECTION_TABLE.createCall(
                at,
                unresolved(
                        call.name(),
                        SqlFunctionCategory.USER_DEFINED_TABLE_FUNCTION,
                        null,
                        arguments(call),
                        at));
    }

    private SqlNode worded(Term.Call call, SqlParserPos at) {
        List<SqlNode> arguments = terms.all(call.arguments());
        return switch (call.bare()) {
            case "extract" ->
                    Extract.EXTRACT.createCall(
                            at, unit((Term.Literal) call.arguments().getFirst()), arguments.get(1));
            case "position" ->
                    SqlStdOperatorTable.POSITION.createCall(at, arguments.get(1), arguments.get(0));
            case "substring" -> SqlStdOperatorTable.SUBSTRING.createCall(at, arguments);
            case "overlay" -> SqlStdOperatorTable.OVERLAY.createCall(at, arguments);
            case "ltrim" -> trim(SqlTrimFunction.Flag.LEADING, arguments, at);
            case "rtrim" -> trim(SqlTrimFunction.Flag.TRAILING, arguments, at);
            default -> trim(SqlTrimFunction.Flag.BOTH, arguments, at);
        };
    }

    private SqlNode trim(SqlTrimFunction.Flag side, List<SqlNode> arguments, SqlParserPos at) {
        SqlNode characters = arguments.size() > 1 ? arguments.get(1) : null;
        return SqlStdOperatorTable.TRIM.createCall(
                at, side.symbol(at), characters, arguments.getFirst());
    }

    private SqlIntervalQualifier unit(Term.Literal field) {
        String name = (String) field.value();
        SqlParserPos at = places.of(field.at());
        String upper = name.toUpperCase(Locale.ROOT);
        for (TimeUnit unit : TimeUnit.values()) {
            if (unit.name().equals(upper)) {
                return new SqlIntervalQualifier(unit, null, at);
            }
        }
        return new SqlIntervalQualifier(name, at);
    }

    /// The keys of ORDER BY.
    SqlNodeList order(List<Term.SortKey> keys) {
        List<SqlNode> nodes = new ArrayList<>();
        for (Term.SortKey key : keys) {
            SqlParserPos at = places.of(key.at());
            SqlNode node = terms.of(key.term());
            if (key.descending()) {
                node = SqlStdOperatorTable.DESC.createCall(at, node);
            }
            if (key.nullsAreFirst().isPresent()) {
                node =
                        (key.nullsAreFirst().get()
                                        ? SqlStdOperatorTable.NULLS_FIRST
                                        : SqlStdOperatorTable.NULLS_LAST)
                                .createCall(at, node);
            }
            nodes.add(node);
        }
        return nodes.isEmpty()
                ? SqlNodeList.EMPTY
                : new SqlNodeList(nodes, SqlParserPos.sum(nodes));
    }

    private SqlNode over(Term.Window window) {
        return window.named() ? places.name(window.base().orElseThrow()) : window(window);
    }

    SqlWindow window(Term.Window window) {
        SqlParserPos at = places.of(window.at());
        SqlNodeList partition =
                window.partition().isEmpty()
                        ? SqlNodeList.EMPTY
                        : new SqlNodeList(terms.all(window.partition()), at);
        Optional<Term.Frame> frame = window.frame();
        if (frame.isPresent() && frame.get().unity() == Term.Unity.GROUPS) {
            throw terms.refused(frame.get().at(), "a frame of GROUPS. Write ROWS or RANGE");
        }
        return SqlWindow.create(
                null,
                window.base().map(places::name).orElse(null),
                partition,
                order(window.order()),
                SqlLiteral.createBoolean(
                        frame.isPresent() && frame.get().unity() == Term.Unity.ROWS, at),
                frame.map(f -> bound(f.from())).orElse(null),
                frame.flatMap(Term.Frame::to).map(this::bound).orElse(null),
                null,
                exclusion(frame, at),
                at);
    }

    private static SqlLiteral exclusion(Optional<Term.Frame> frame, SqlParserPos at) {
        return switch (frame.map(Term.Frame::exclusion).orElse(Term.Exclusion.UNSAID)) {
            case UNSAID, NO_OTHERS -> SqlWindow.createExcludeNoOthers(at);
            case CURRENT_ROW -> SqlWindow.createExcludeCurrentRow(at);
            case GROUP -> SqlWindow.createExcludeGroup(at);
            case TIES -> SqlWindow.createExcludeTies(at);
        };
    }

    private SqlNode bound(Term.Bound bound) {
        SqlParserPos at = places.of(bound.at());
        return switch (bound.side()) {
            case CURRENT -> SqlWindow.createCurrentRow(at);
            case PRECEDING ->
                    bound.distance().isEmpty()
                            ? SqlWindow.createUnboundedPreceding(at)
                            : SqlWindow.createPreceding(terms.of(bound.distance().get()), at);
            case FOLLOWING ->
                    bound.distance().isEmpty()
                            ? SqlWindow.createUnboundedFollowing(at)
                            : SqlWindow.createFollowing(terms.of(bound.distance().get()), at);
        };
    }
}
