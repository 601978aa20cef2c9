package telegraph.query.syntax;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.query.value.Interrupts;

/// How much of a query there is once each WITH and each view is written out where it is named, as
/// it is for planning, and each CUBE as its grouping sets.
///
/// All of that is counted before any of it is done: of a chain of WITHs, each of which names the
/// last one twice, the n-th stands for 2ⁿ tables.
///
/// Threads: one, once.
public final class WrittenOut {
    public static final int TABLES_MAX = 1_000;
    static final int SELECTS_MAX = 2_000;
    static final int GROUPING_SETS_MAX = 4_096;

    private static final String SELDOM =
            "Name it less often, or make a table of what is named often";

    /// More is not told apart.
    private static final long MANY = 1L << 50;

    private final Function<String, Extent> outside;
    private Optional<TelegraphException> tooLarge = Optional.empty();
    private int longestWith;

    /// @param outside what a name stands for that is no WITH
    public WrittenOut(Function<String, Extent> outside) {
        this.outside = outside;
    }

    /// How much a query, or a part of one, comes to.
    ///
    /// @param tables the tables, VALUES and SELECTs without FROM that it reads
    /// @param selects its SELECTs
    public record Extent(long tables, long selects) {
        public static final Extent NOTHING = new Extent(0, 0);
        public static final Extent TABLE = new Extent(1, 0);

        public Extent and(Extent other) {
            return new Extent(
                    Math.min(MANY, tables + other.tables), Math.min(MANY, selects + other.selects));
        }

        private boolean isTooLarge() {
            return tables > TABLES_MAX || selects > SELECTS_MAX;
        }
    }

    /// The extent of a query.
    ///
    /// @throws TelegraphException of kind INPUT if its tables, SELECTs or grouping sets are too
    ///   many
    public Extent demandFew(SqlNode query) {
        Extent extent = extent(query, Map.of());
        if (extent.isTooLarge()) {
            throw tooLarge.orElseGet(() -> tooMany(extent, "this one", SELDOM));
        }
        return extent;
    }

    /// How many queries the longest WITH has of those met.
    public int longestWith() {
        return longestWith;
    }

    public static TelegraphException tooMany(Extent extent, String what, String instead) {
        boolean byTables = extent.tables > TABLES_MAX;
        long count = byTables ? extent.tables : extent.selects;
        return TelegraphException.of(
                SqlState.TOO_COMPLEX,
                "a query may "
                        + (byTables
                                ? "read " + TABLES_MAX + " tables"
                                : "have " + SELECTS_MAX + " SELECTs")
                        + ", once each WITH, view and subquery is written out where it is"
                        + " asked for, and "
                        + what
                        + (byTables ? " reads " : " has ")
                        + (count >= MANY ? "far more" : count)
                        + ". "
                        + instead);
    }

    /// A part of a query that is still to be counted.
    ///
    /// @param with the extent of each name that the query has given itself
    /// @param isTable whether a name here is a table's
    private record Part(SqlNode node, Map<String, Extent> with, boolean isTable) {}

    /// By a list of what is left, since a query may be far longer than the stack is deep.
    private Extent extent(SqlNode query, Map<String, Extent> with) {
        Extent extent = Extent.NOTHING;
        Deque<Part> left = new ArrayDeque<>();
        left.push(new Part(query, with, false));
        while (!left.isEmpty()) {
            Interrupts.check();
            Part part = left.pop();
            List<Part> below = new ArrayList<>();
            extent = extent.and(own(part, below));
            below.reversed().forEach(left::push);
        }
        return extent;
    }

    /// What a part comes to itself; what stands below it goes to `below`.
    private Extent own(Part part, List<Part> below) {
        Map<String, Extent> with = part.with;
        switch (part.node) {
            case SqlIdentifier name -> {
                return part.isTable ? named(name, with) : Extent.NOTHING;
            }
            case SqlNodeList list -> list.forEach(node -> add(node, with, false, below));
            case SqlWith all -> below.add(new Part(all.body, items(all, with), false));
            case SqlJoin join -> {
                add(join.getLeft(), with, true, below);
                add(join.getRight(), with, true, below);
                add(join.getCondition(), with, false, below);
            }
            case SqlSelect select -> {
                demandFewColumns(select);
                demandFewSets(select);
                for (SqlNode operand : select.getOperandList()) {
                    add(operand, with, operand == select.getFrom(), below);
                }
                return new Extent(select.getFrom() == null ? 1 : 0, 1);
            }
            case SqlCall call -> {
                boolean first = part.isTable || call.getKind() == SqlKind.EXPLICIT_TABLE;
                for (SqlNode operand : call.getOperandList()) {
                    add(operand, with, first && isOfTable(call.getKind()), below);
                    first = false;
                }
                return call.getKind() == SqlKind.VALUES ? Extent.TABLE : Extent.NOTHING;
            }
            default -> {}
        }
        return Extent.NOTHING;
    }

    private static void add(
            SqlNode node, Map<String, Extent> with, boolean isTable, List<Part> below) {
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
    private Map<String, Extent> items(SqlWith all, Map<String, Extent> outer) {
        Map<String, Extent> with = new HashMap<>(outer);
        longestWith = Math.max(longestWith, all.withList.size());
        for (SqlNode node : all.withList) {
            SqlWithItem item = (SqlWithItem) node;
            String name = item.name.getSimple();
            Extent extent = extent(item.query, Map.copyOf(with));
            if (extent.isTooLarge() && tooLarge.isEmpty()) {
                tooLarge = Optional.of(tooMany(extent, '"' + name + "\" alone", SELDOM));
            }
            with.put(folded(name), extent);
        }
        return with;
    }

    private Extent named(SqlIdentifier name, Map<String, Extent> with) {
        if (!name.isSimple()) {
            return Extent.TABLE;
        }
        Extent own = with.get(folded(name.getSimple()));
        return own != null ? own : outside.apply(name.getSimple());
    }

    private static String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /// More would be refused when the first row is made, after all of them were planned.
    private static void demandFewColumns(SqlSelect select) {
        int columns = select.getSelectList().size();
        if (columns > Batch.COLUMNS_MAX) {
            throw TelegraphException.of(
                    SqlState.TOO_MANY_COLUMNS,
                    "a SELECT may list "
                            + Batch.COLUMNS_MAX
                            + " columns, and this one lists "
                            + columns
                            + ". Ask for some of them at a time");
        }
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
