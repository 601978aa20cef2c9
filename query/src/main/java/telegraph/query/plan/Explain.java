package telegraph.query.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.calcite.adapter.enumerable.EnumerableLimitSort;
import org.apache.calcite.adapter.enumerable.EnumerableMinus;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexNode;
import telegraph.engine.meter.Terms;
import telegraph.engine.source.Range;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Source;
import telegraph.query.block.BlockRel;
import telegraph.query.block.BlockSpec;
import telegraph.query.block.Constants;
import telegraph.query.block.Infix;
import telegraph.query.block.LeafRel;
import telegraph.query.block.NarrowedScan;
import telegraph.query.block.RecursiveRel;
import telegraph.query.block.SharedRel;
import telegraph.query.block.ValueRanges;
import telegraph.query.compile.Compiler;

/// Writes a plan for people: the remainder as a tree, in which "row by row" is said of what the
/// engine has no operator for, then each block with its sources, how they can be asked, what is
/// joined and filtered and grouped.
///
/// ```
/// remainder
///   sort
///     block 0
/// block 0: group
///   input flights f: scan; 3 of 19 columns
///   input planes p: lookup by tailnum; 2 of 4 columns
///   join f.tailnum = p.tailnum
///   filter >(f.dep_delay, 0)
///   group by p.year: COUNT(), AVG(f.dep_delay)
/// ```
public final class Explain {
    private final Plan plan;
    private final Predicate<RelNode> byEngine;
    private final List<String> lines = new ArrayList<>();
    private final Set<String> shared = new HashSet<>();

    private Explain(Plan plan, Predicate<RelNode> byEngine) {
        this.plan = plan;
        this.byEngine = byEngine;
    }

    /// @param byEngine whether the engine has an operator for a node of the remainder; the others
    ///   are marked
    public static List<String> lines(Plan plan, Predicate<RelNode> byEngine) {
        Explain explain = new Explain(plan, byEngine);
        if (!(plan.root() instanceof BlockRel)) {
            explain.lines.add("remainder");
            explain.tree(plan.root(), "  ");
        }
        explain.blocks(plan.root(), Wanted.ALL);
        return explain.lines;
    }

    private void tree(RelNode node, String indent) {
        if (node instanceof GuardRel) {
            tree(node.getInput(0), indent);
            return;
        }
        if (node instanceof LeafRel leaf) {
            lines.add(indent + leaf.key());
            return;
        }
        lines.add(indent + title(node) + (byEngine.test(node) ? "" : "  (row by row)"));
        for (RelNode input : node.getInputs()) {
            tree(input, indent + "  ");
        }
    }

    private void part(String title, RelNode plan) {
        lines.add(title);
        tree(plan, "  ");
        blocks(plan, Wanted.ALL);
    }

    private static String title(RelNode node) {
        String name = name(node);
        return switch (node) {
            case Join join ->
                    name
                            + " "
                            + join.getJoinType().lowerName
                            + " on "
                            + Infix.of(join.getCondition(), names(join));
            case Sort sort -> name + " by " + sort.getCollation().getFieldCollations();
            default -> name;
        };
    }

    /// What the engine calls an operator.
    private static String name(RelNode node) {
        return switch (node) {
            case EnumerableLimitSort _ -> "top";
            case EnumerableMinus _ -> "except";
            default -> ofClass(node);
        };
    }

    private static String ofClass(RelNode node) {
        return node.getClass()
                .getSimpleName()
                .replaceFirst("^Enumerable", "")
                .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
                .toLowerCase(Locale.ROOT);
    }

    private static List<String> names(Join join) {
        List<String> names = new ArrayList<>(join.getLeft().getRowType().getFieldNames());
        names.addAll(join.getRight().getRowType().getFieldNames());
        return names;
    }

    private void blocks(RelNode node, Wanted wanted) {
        if (node instanceof BlockRel block) {
            describe(block, wanted);
            for (BlockSpec.Input input : block.inputs()) {
                if (input.origin() instanceof BlockSpec.Origin.FromPlan from) {
                    blocks(from.plan(), Wanted.ALL);
                }
            }
            return;
        }
        if (node instanceof SharedRel once) {
            if (shared.add(once.key())) {
                part(once.key() + ": runs once", once.plan());
            }
            return;
        }
        if (node instanceof RecursiveRel recursive) {
            part(recursive.key() + " begins with", recursive.seed());
            part(recursive.key() + " goes on with", recursive.step());
            return;
        }
        node.getInputs().forEach(input -> blocks(input, wanted.below(node)));
    }

    private void describe(BlockRel block, Wanted wanted) {
        int branches = block.branches().size();
        String of = branches > 1 ? " of " + branches + " queries together" : "";
        lines.add(block.key() + (block.grouping() == null ? ": rows" : ": groups" + of));
        for (BlockSpec branch : block.branches()) {
            describe(block, branch, wanted);
        }
    }

    private void describe(BlockRel block, BlockSpec spec, Wanted wanted) {
        List<String> names = spec.names();
        Map<Integer, List<Object>> constants =
                new Constants(block.getCluster().getRexBuilder(), plan.compiler()).of(spec);
        Map<Integer, Range> ranges =
                new ValueRanges(block.getCluster().getRexBuilder(), plan.compiler())
                        .of(spec.conjuncts());
        TreeSet<Integer> used = spec.columnsUsed();
        for (int i = 0; i < spec.inputs().size(); i++) {
            BlockSpec.Input input = spec.inputs().get(i);
            int read = used.subSet(input.offset(), input.offset() + input.width()).size();
            NarrowedScan scan =
                    new NarrowedScan(
                            own(input, constants),
                            own(input, ranges),
                            wanted.order(),
                            wanted.rows());
            lines.add(
                    "  input "
                            + origin(block, i, scan)
                            + "; "
                            + read
                            + " of "
                            + input.width()
                            + " columns");
            if (input.origin() instanceof BlockSpec.Origin.FromPlan from
                    && !(from.plan() instanceof BlockRel)) {
                tree(from.plan(), "      ");
            }
        }
        for (RexNode conjunct : spec.conjuncts()) {
            lines.add(
                    "  "
                            + (joins(spec, conjunct) ? "join " : "filter ")
                            + Infix.of(conjunct, names)
                            + (Compiler.canThrow(conjunct)
                                    ? "  (can fail: after the others)"
                                    : ""));
        }
        if (spec.grouping() != null) {
            lines.add("  " + grouping(spec, names));
        }
    }

    private static boolean joins(BlockSpec spec, RexNode conjunct) {
        int[] bits = org.apache.calcite.plan.RelOptUtil.InputFinder.bits(conjunct).toArray();
        return spec.inputs().stream()
                        .filter(input ->
                                Arrays.stream(bits)
                                        .anyMatch(b ->
                                                b >= input.offset()
                                                        && b < input.offset() + input.width()))
                        .count()
                > 1;
    }

    /// What is known of the columns of one input, by their indices in its schema, in order.
    private static <T> Map<Integer, T> own(BlockSpec.Input input, Map<Integer, T> known) {
        Map<Integer, T> own = new TreeMap<>();
        known.forEach((column, value) -> {
            if (column >= input.offset() && column < input.offset() + input.width()) {
                own.put(column - input.offset(), value);
            }
        });
        return own;
    }

    private static String origin(BlockRel block, int i, NarrowedScan known) {
        BlockSpec.Input input = block.inputs().get(i);
        return switch (input.origin()) {
            case BlockSpec.Origin.FromPlan from ->
                    input.alias()
                            + ": "
                            + (from.plan() instanceof BlockRel below
                                    ? below.key()
                                    : "remainder below");
            case BlockSpec.Origin.FromSource from ->
                    input.alias()
                            + ": "
                            + access(
                                    known.of(block, i, from.source()).orElse(from.source()),
                                    known.constants(),
                                    known.ranges());
        };
    }

    private static String access(
            Source source, Map<Integer, List<Object>> constants, Map<Integer, Range> ranges) {
        Schema schema = source.schema();
        List<String> ways = new ArrayList<>();
        Optional<String> path = Optional.empty();
        if (source.access().scan()) {
            OptionalLong rows = source.traits().rows();
            ScanRequest request =
                    new ScanRequest(new int[0], constants, ranges, false, -1, OptionalLong.empty());
            String all = rows.isPresent() ? " of " + rows.getAsLong() + " rows" : "";
            path = source.path(request);
            ways.add("scan" + path.map(by -> " by " + by).orElse(all));
        }
        for (int[] bind : source.access().binds()) {
            ways.add(
                    "lookup by "
                            + Arrays.stream(bind)
                                    .mapToObj(c -> schema.column(c).name())
                                    .collect(Collectors.joining(", ")));
        }
        List<String> given = new ArrayList<>();
        constants.forEach((column, values) ->
                given.add(
                        schema.column(column).name()
                                + " = "
                                + (values.size() == 1
                                        ? values.getFirst()
                                        : values.size() + " values")));
        boolean usesRanges = path.isPresent();
        ranges.forEach((column, range) -> {
            if (usesRanges && !constants.containsKey(column)) {
                given.add(
                        schema.column(column).name()
                                + range.low().map(low -> " from " + low).orElse("")
                                + range.high().map(high -> " to " + high).orElse(""));
            }
        });
        return String.join(" or ", ways)
                + (given.isEmpty() ? "" : "; given " + String.join(", ", given))
                + terms(source.terms())
                + source.told().map(options -> "; with " + options).orElse("");
    }

    private static String terms(Terms terms) {
        return terms.price().map(price -> "; " + price + " a request").orElse("")
                + (terms.requestsMax() == 0
                        ? ""
                        : "; at most " + terms.requestsMax() + " requests");
    }

    private static String grouping(BlockSpec spec, List<String> names) {
        BlockSpec.Grouping grouping = spec.grouping();
        String keys =
                Arrays.stream(grouping.keys())
                        .mapToObj(key -> Infix.of(spec.fields().get(key), names))
                        .collect(Collectors.joining(", "));
        String calls =
                grouping.calls().stream()
                        .map(call -> call(call, spec, names))
                        .collect(Collectors.joining(", "));
        return "group by ("
                + keys
                + ")"
                + (grouping.sets().size() > 1 ? " in " + grouping.sets().size() + " sets" : "")
                + (calls.isEmpty() ? "" : ": " + calls);
    }

    private static String call(AggregateCall call, BlockSpec spec, List<String> names) {
        return call.getAggregation().toString().toLowerCase(Locale.ROOT)
                + call.getArgList().stream()
                        .map(arg -> Infix.of(spec.fields().get(arg), names))
                        .collect(
                                Collectors.joining(
                                        ", ", call.isDistinct() ? "(distinct " : "(", ")"))
                + (call.hasFilter()
                        ? " filter " + Infix.of(spec.fields().get(call.filterArg), names)
                        : "");
    }
}
