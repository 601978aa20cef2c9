package telegraph.query.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import telegraph.language.query.EachTime;
import telegraph.query.function.ArrayAgg;
import telegraph.query.function.Routine;
import telegraph.query.function.Routines;

/// The operators and functions a query may use: SQL's, PostgreSQL's as Calcite has them, and in
/// place of those it lacks or defines otherwise Telegraph's own.
public final class Functions {
    /// Calcite's functions that are no functions in PostgreSQL, or mean something else there.
    private static final Set<String> REFUSED = Set.of("DATE_TRUNC", "TRUNCATE", "LOGICAL_AND");

    /// The aggregates of ordered values, which are written in other words before a query is
    /// validated.
    public static final List<String> PERCENTILES =
            List.of(
                    "median",
                    "mode",
                    "percentile_cont",
                    "percentile_disc",
                    "quantile_cont",
                    "quantile_disc");

    /// Under names that no statement has, those that statements are rewritten to have.
    private static final Set<String> ASKED =
            Set.of(
                    "$TIES_COUNT",
                    "$INTERVAL",
                    "$ELEMENT",
                    "$SLICE",
                    "$OVERLAP",
                    "$REGEXP_MATCHES",
                    "$ARRAY_SET",
                    "$OR_EMPTY",
                    "$UUID",
                    "$ANY_OF",
                    "$ALL_OF");

    private static final Map<String, Routine> OWN = Routines.all();
    private static final SqlOperatorTable TABLE = table();
    private static final SqlOperatorTable EXACT_TABLE = exactTable();
    private static final Set<String> AGGREGATES = aggregates();

    private Functions() {}

    /// What the validator looks functions up in.
    public static SqlOperatorTable operatorTable() {
        return TABLE;
    }

    /// The same with `date + 1` and its kin, `||` of bytes and OVERLAPS as PostgreSQL has it, for
    /// plans whose expressions an [ExactBuilder] makes.
    public static SqlOperatorTable exactOperatorTable() {
        return EXACT_TABLE;
    }

    /// Every function's name, in lower case, to offer when one is unknown.
    public static List<String> names() {
        Stream<String> found =
                TABLE.getOperatorList().stream()
                        .map(SqlOperator::getName)
                        .filter(name -> !name.isEmpty() && Character.isLetter(name.charAt(0)))
                        .filter(name -> name.indexOf(' ') < 0 && name.indexOf('$') < 0)
                        .map(name -> name.toLowerCase(Locale.ROOT));
        return Stream.of(found, PERCENTILES.stream(), JsonAggregates.names().stream())
                .flatMap(names -> names)
                .distinct()
                .sorted()
                .toList();
    }

    private static Set<String> aggregates() {
        return Stream.concat(
                        TABLE.getOperatorList().stream()
                                .filter(SqlOperator::isAggregator)
                                .map(SqlOperator::getName),
                        PERCENTILES.stream())
                .map(name -> name.toUpperCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
    }

    /// Whether a function of that name is one over many rows.
    public static boolean isAggregate(String name) {
        return AGGREGATES.contains(name.toUpperCase(Locale.ROOT));
    }

    /// One of Telegraph's own, for plans to put in place of Calcite's.
    public static SqlOperator own(String name) {
        return OWN.get(name);
    }

    private static SqlOperatorTable table() {
        SqlOperatorTable own =
                SqlOperatorTables.of(
                        Stream.concat(
                                        OWN.values().stream().filter(r -> isAsked(r.getName())),
                                        Stream.concat(
                                                Stream.of(
                                                        ArrayAgg.ALL,
                                                        Shift.LAG,
                                                        Shift.LEAD,
                                                        Nullif.INSTANCE,
                                                        Nullif.COMPARED,
                                                        Now.INSTANCE,
                                                        MayBeNull.INSTANCE,
                                                        ComparedJson.INSTANCE,
                                                        Sets.SERIES,
                                                        Sets.PARTS,
                                                        Sets.PIECES,
                                                        Sets.PADDED,
                                                        Sets.ORDINALITY),
                                                Stream.concat(
                                                        Stream.concat(
                                                                Stream.concat(
                                                                        Spread.all().stream(),
                                                                        PairAggregate.all()
                                                                                .stream()),
                                                                Stream.concat(
                                                                        Total.all().stream(),
                                                                        Extract.all().stream())),
                                                        Stream.concat(
                                                                Sets.ofJson().stream(),
                                                                Stream.concat(
                                                                        EnumValues.all(),
                                                                        JsonConstructor.all())))))
                                .toList());
        return new Preferring(own, CalciteFunctions.table(), Functions::stays);
    }

    /// Whether an operator counts up a sequence, or says where it goes on.
    public static boolean counts(SqlOperator operator) {
        return operator instanceof Routine
                && (operator.getName().equals("$NEXTVAL") || operator.getName().equals("$SETVAL"));
    }

    /// Whether statements have functions of that name, or are rewritten to have them.
    private static boolean isAsked(String name) {
        return !name.startsWith("$")
                || name.startsWith("$SECONDS")
                || name.startsWith("$JSON")
                || name.startsWith("$BIT")
                || name.startsWith("$REG")
                || name.startsWith("$NAME_OF_")
                || name.equals("$OID")
                || name.equals("$TYPEOF")
                || ASKED.contains(name)
                || EachTime.OPERATORS.contains(name);
    }

    /// Whether Calcite's function is not one that Telegraph has itself or refuses.
    private static boolean stays(SqlOperator operator) {
        String name = operator.getName().toUpperCase(Locale.ROOT);
        if (operator == SqlLibraryOperators.ARRAY_AGG
                || operator == SqlStdOperatorTable.NULLIF
                || operator == SqlStdOperatorTable.CURRENT_TIMESTAMP
                || Spread.replaces(operator)
                || PairAggregate.replaces(operator)
                || Total.replaces(operator)
                || Extract.replaces(operator)
                || Shift.replaces(operator)) {
            return false;
        }
        return operator.getSyntax() != SqlSyntax.FUNCTION
                || !OWN.containsKey(name) && !REFUSED.contains(name);
    }

    /// Operators of one table before those of another that stay. It asks the other table itself
    /// instead of listing it, since only Calcite's own finds COUNT(*) among the functions.
    private record Preferring(
            SqlOperatorTable own, SqlOperatorTable other, Predicate<SqlOperator> stays)
            implements SqlOperatorTable {
        @Override
        public void lookupOperatorOverloads(
                SqlIdentifier name,
                SqlFunctionCategory category,
                SqlSyntax syntax,
                List<SqlOperator> found,
                SqlNameMatcher matcher) {
            own.lookupOperatorOverloads(name, category, syntax, found, matcher);
            List<SqlOperator> theirs = new ArrayList<>();
            other.lookupOperatorOverloads(name, category, syntax, theirs, matcher);
            theirs.stream().filter(stays).forEach(found::add);
        }

        @Override
        public List<SqlOperator> getOperatorList() {
            List<SqlOperator> all = new ArrayList<>(own.getOperatorList());
            other.getOperatorList().stream().filter(stays).forEach(all::add);
            return all;
        }
    }

    private static SqlOperatorTable exactTable() {
        return new Preferring(
                SqlOperatorTables.of(
                        DayOperator.PLUS,
                        DayOperator.MINUS,
                        JoinOperator.INSTANCE,
                        OverlapsOperator.INSTANCE),
                TABLE,
                operator ->
                        operator != SqlStdOperatorTable.PLUS
                                && operator != SqlStdOperatorTable.MINUS
                                && operator != SqlStdOperatorTable.CONCAT
                                && operator != SqlStdOperatorTable.OVERLAPS);
    }
}
