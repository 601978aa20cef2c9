package telegraph.sql.plan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import telegraph.memory.SqlState;
import telegraph.memory.TelegraphException;
import telegraph.sql.expression.Interrupts;

/// How much of a query there is once each WITH and each view is written out where it is named, as
/// it is for planning, and each CUBE as its grouping sets.
///
/// All of that is counted before any of it is done: of a chain of WITHs, each of which names the
/// last one twice, the n-th stands for 2ⁿ tables.
///
/// Threads: one, once.
final class WrittenOut {
    static final int TABLES_MAX = 1_000;
    static final int GROUPING_SETS_MAX = 4_096;

    private static final String SELDOM =
            "Name it less often, or make a table of what is named often";

    /// More is not told apart.
    private static final long MANY = 1L << 50;

    private final ToLongFunction<String> outside;
    private Optional<TelegraphException> tooLarge = Optional.empty();

    /// @param outside for how many tables a name stands that is no WITH
    WrittenOut(ToLongFunction<String> outside) {
        this.outside = outside;
    }

    /// How many tables, VALUES and SELECTs without FROM a query reads.
    ///
    /// @throws TelegraphException of kind INPUT if they, or the grouping sets, are too many
    long demandFew(SqlNode query) {
        long tables = tables(query, Map.of());
        if (tables > TABLES_MAX) {
            throw tooLarge.orElseGet(() -> tooMany(tables, "this one", SELDOM));
        }
        return tables;
    }

    static TelegraphException tooMany(long tables, String what, String instead) {
        return TelegraphException.of(
                SqlState.TOO_COMPLEX,
                "a query may read "
                        + TABLES_MAX
                        + " tables, once each WITH, view and subquery is written out where it is"
                        + " asked for, and "
                        + what
                        + " reads "
                        + (tables >= MANY ? "far more" : tables)
                        + ". "
                        + instead);
    }

    /// A part of a query that is still to be counted.
    ///
    /// @param with for how many tables each name stands that the query has given itself
    /// @param isTable whether a name here is a table's
    private record Part(SqlNode node, Map<String, Long> with, boolean isTable) {}

    /// By a list of what is left, since a query may be far longer than the stack is deep.
    private long tables(SqlNode query, Map<String, Long> with) {
        long count = 0;
        Deque<Part> left = new ArrayDeque<>();
        left.push(new Part(query, with, false));
        while (!left.isEmpty()) {
            Interrupts.check();
            Part part = left.pop();
            List<Part> below = new ArrayList<>();
            count = Math.min(MANY, count + own(part, below));
            below.reversed().forEach(left::push);
        }
        return count;
    }

    /// How many tables a part is itself; what stands below it goes to `below`.
    private long own(Part part, List<Part> below) {
        Map<String, Long> with = part.with;
        switch (part.node) {
            case SqlIdentifier name -> {
                return part.isTable ? named(name, with) : 0;
            }
            case SqlNodeList list -> list.forEach(node -> add(node, with, false, below));
            case SqlWith all -> below.add(new Part(all.body, items(all, with), false));
            case SqlJoin join -> {
                add(join.getLeft(), with, true, below);
                add(join.getRight(), with, true, below);
                add(join.getCondition(), with, false, below);
            }
            case SqlSelect select -> {
                demandFewSets(select);
                for (SqlNode operand : select.getOperandList()) {
                    add(operand, with, operand == select.getFrom(), below);
                }
                return select.getFrom() == null ? 1 : 0;
            }
            case SqlCall call -> {
                boolean first = part.isTable || call.getKind() == SqlKind.EXPLICIT_TABLE;
                for (SqlNode operand : call.getOperandList()) {
                    add(operand, with, first && isOfTable(call.getKind()), below);
                    first = false;
                }
                return call.getKind() == SqlKind.VALUES ? 1 : 0;
            }
            default -> {}
        }
        return 0;
    }

    private static void add(
            SqlNode node, Map<String, Long> with, boolean isTable, List<Part> below) {
        if (node != null) {
            below.add(new Part(node, with, isTable));
        }
    }

    /// Whether the first operand is what is read.
    private static boolean isOfTable(SqlKind kind) {
        return switch (kind) {
            case AS,
                    LATERAL,
                    EXPLICIT_TABLE,
                    TABLE_REF,
                    TABLESAMPLE,
                    EXTEND,
                    SNAPSHOT,
                    PIVOT,
                    UNPIVOT,
                    MATCH_RECOGNIZE ->
                    true;
            default -> false;
        };
    }

    /// The names with those that a WITH gives.
    private Map<String, Long> items(SqlWith all, Map<String, Long> outer) {
        Map<String, Long> with = new HashMap<>(outer);
        for (SqlNode node : all.withList) {
            SqlWithItem item = (SqlWithItem) node;
            String name = item.name.getSimple();
            Map<String, Long> seen = new HashMap<>(with);
            if (item.recursive.booleanValue()) {
                seen.put(folded(name), 1L);
            }
            long tables = tables(item.query, seen);
            if (tables > TABLES_MAX && tooLarge.isEmpty()) {
                tooLarge = Optional.of(tooMany(tables, '"' + name + "\" alone", SELDOM));
            }
            with.put(folded(name), tables);
        }
        return with;
    }

    private long named(SqlIdentifier name, Map<String, Long> with) {
        if (!name.isSimple()) {
            return 1;
        }
        Long own = with.get(folded(name.getSimple()));
        return own != null ? own : outside.applyAsLong(name.getSimple());
    }

    private static String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private static void demandFewSets(SqlSelect select) {
        double sets = 1;
        for (SqlNode item : select.getGroup() == null ? SqlNodeList.EMPTY : select.getGroup()) {
            sets *= sets(item);
        }
        if (sets > GROUPING_SETS_MAX) {
            throw TelegraphException.of(
                    SqlState.TOO_COMPLEX,
                    "a GROUP BY may have "
                            + GROUPING_SETS_MAX
                            + " grouping sets, and with each CUBE and ROLLUP written out this one"
                            + " has "
                            + (sets < MANY ? Long.toString((long) sets) : "far more")
                            + ". Name the GROUPING SETS that are wanted");
        }
    }

    private static double sets(SqlNode item) {
        return switch (item.getKind()) {
            case CUBE -> Math.pow(2, ((SqlCall) item).operandCount());
            case ROLLUP -> 1 + ((SqlCall) item).operandCount();
            case GROUPING_SETS ->
                    ((SqlCall) item).getOperandList().stream().mapToDouble(WrittenOut::sets).sum();
            default -> 1;
        };
    }
}
