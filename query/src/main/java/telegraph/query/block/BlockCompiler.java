package telegraph.query.block;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;
import telegraph.engine.Aggregate;
import telegraph.engine.Block;
import telegraph.engine.source.Source;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Predicate;
import telegraph.memory.Type;
import telegraph.query.compile.Compiler;
import telegraph.query.operator.PairAggregate;
import telegraph.query.operator.Percentile;
import telegraph.query.value.Types;

/// Makes of a block in the planner's terms one that the engine executes: decides which columns each
/// input must deliver, which conjuncts are equi-joins and which values a source may be asked for.
///
/// Threads: one, once.
public final class BlockCompiler {
    private final RexBuilder rex;
    private final Compiler compiler;
    private final BlockSpec spec;
    private final List<int[]> columns = new ArrayList<>();
    private final List<List<RexNode>> computed = new ArrayList<>();
    private final Map<Integer, Expression> fields = new HashMap<>();
    private final BitSet bound = new BitSet();

    public BlockCompiler(RexBuilder rex, Compiler compiler, BlockSpec spec) {
        this.rex = rex;
        this.compiler = compiler;
        this.spec = spec;
    }

    /// Whether the engine has this aggregate.
    public static boolean supports(AggregateCall call) {
        return function(call).isPresent()
                && call.getArgList().size() <= argumentsMax(call.getAggregation())
                && call.getCollation().getFieldCollations().isEmpty()
                && call.distinctKeys == null
                && (call.rexList.isEmpty()
                        || call.getAggregation().getKind() == SqlKind.LITERAL_AGG)
                && Types.physical(call.getType()).isPresent();
    }

    private static int argumentsMax(SqlAggFunction function) {
        return function.getKind() == SqlKind.GROUPING
                ? 65
                : function instanceof PairAggregate ? 2 : 1;
    }

    /// Whether nothing but the engine has this aggregate.
    public static boolean needsEngine(SqlAggFunction function) {
        return function instanceof Percentile || function instanceof PairAggregate;
    }

    private static Optional<Aggregate.Function> function(AggregateCall call) {
        if (call.getAggregation() instanceof PairAggregate pairs) {
            return Optional.of(pairs.function());
        }
        if (call.getAggregation() instanceof Percentile percentile) {
            return Optional.of(percentile.function());
        }
        return Optional.ofNullable(
                switch (call.getAggregation().getKind()) {
                    case COUNT -> Aggregate.Function.COUNT;
                    case SUM -> Aggregate.Function.SUM;
                    case SUM0 -> Aggregate.Function.SUM0;
                    case AVG -> Aggregate.Function.AVG;
                    case MIN -> Aggregate.Function.MIN;
                    case MAX -> Aggregate.Function.MAX;
                    case VAR_POP -> Aggregate.Function.VAR_POP;
                    case VAR_SAMP -> Aggregate.Function.VAR_SAMP;
                    case STDDEV_POP -> Aggregate.Function.STDDEV_POP;
                    case STDDEV_SAMP -> Aggregate.Function.STDDEV_SAMP;
                    case GROUPING, GROUPING_ID -> Aggregate.Function.GROUPING;
                    case SINGLE_VALUE -> Aggregate.Function.SINGLE_VALUE;
                    case ANY_VALUE, LITERAL_AGG -> Aggregate.Function.ANY_VALUE;
                    default -> null;
                });
    }

    /// The block; `derived` makes a source of each input that has a plan of its own.
    public Block compile(Function<EnumerableRel, Source> derived) {
        List<Source> sources = new ArrayList<>();
        for (BlockSpec.Input input : spec.inputs()) {
            sources.add(
                    switch (input.origin()) {
                        case BlockSpec.Origin.FromSource from -> from.source();
                        case BlockSpec.Origin.FromPlan from -> derived.apply(from.plan());
                    });
        }
        return compiled(sources).over(sources, compiler);
    }

    /// The block to be run again and again, all of whose inputs are sources; empty if more of it
    /// than what its tuples must satisfy depends on the literals that its plan leaves open.
    public Optional<CompiledBlock> kept() {
        boolean isOpen =
                spec.fields().stream().anyMatch(CompiledBlock::isOpen)
                        || spec.conjuncts().stream()
                                .anyMatch(conjunct ->
                                        CompiledBlock.isOpen(conjunct) && isJoin(conjunct));
        return isOpen ? Optional.empty() : Optional.of(compiled(sources()));
    }

    private List<Source> sources() {
        List<Source> sources = new ArrayList<>();
        for (BlockSpec.Input input : spec.inputs()) {
            if (!(input.origin() instanceof BlockSpec.Origin.FromSource from)) {
                throw new IllegalStateException("an input is a source: input=" + input.alias());
            }
            sources.add(from.source());
        }
        return sources;
    }

    private CompiledBlock compiled(List<Source> sources) {
        sources.forEach(_ -> computed.add(new ArrayList<>()));
        chooseColumns(sources);
        List<String> names = spec.names();
        List<Block.Equality> equalities = new ArrayList<>();
        List<CompiledBlock.Condition> conditions = new ArrayList<>();
        for (int c = 0; c < spec.conjuncts().size(); c++) {
            RexNode conjunct = spec.conjuncts().get(c);
            if (CompiledBlock.isOpen(conjunct)) {
                conditions.add(new CompiledBlock.Condition.Open(c));
                continue;
            }
            List<Block.Equality> equal = equalities(conjunct);
            equalities.addAll(equal);
            if (equal.isEmpty()) {
                Predicate predicate = compiler.predicate(conjunct, this::reference);
                conditions.add(
                        new CompiledBlock.Condition.Closed(
                                new TitledPredicate(conjunct, names, predicate)));
            }
        }
        List<List<Expression>> expressions = new ArrayList<>();
        for (List<RexNode> own : computed) {
            expressions.add(own.stream().map(this::expression).toList());
        }
        return new CompiledBlock(
                new CompiledBlock.Parts(
                        rex, spec, names, columns, equalities, conditions, expressions, output()),
                bound,
                compiler);
    }

    /// Whether a condition makes two inputs equal one another.
    private boolean isJoin(RexNode conjunct) {
        return conjunct instanceof RexCall call
                && call.getKind() == SqlKind.EQUALS
                && call.getOperands().stream().allMatch(side -> onlyInput(side) >= 0)
                && onlyInput(call.getOperands().get(0)) != onlyInput(call.getOperands().get(1));
    }

    /// For each input the columns that some expression reads, in schema order; at least one, since
    /// a batch without columns cannot be told from none.
    private void chooseColumns(List<Source> sources) {
        TreeSet<Integer> used = spec.columnsUsed();
        for (int i = 0; i < spec.inputs().size(); i++) {
            BlockSpec.Input input = spec.inputs().get(i);
            int[] own =
                    used.subSet(input.offset(), input.offset() + input.width()).stream()
                            .mapToInt(global -> global - input.offset())
                            .toArray();
            columns.add(own.length == 0 ? new int[] {cheapest(sources.get(i))} : own);
        }
    }

    private static int cheapest(Source source) {
        for (int c = 0; c < source.schema().size(); c++) {
            if (source.schema().column(c).type().kind() != Type.Kind.TEXT) {
                return c;
            }
        }
        return 0;
    }

    private ColumnRef reference(int global) {
        return CompiledBlock.reference(spec, columns, global);
    }

    /// `left = right` over one input each; none if the conjunct is nothing like it.
    ///
    /// A column that its source can be asked for stands as it is on its side, so that lookups see
    /// it; if both sides have one and their types differ, there are two.
    private List<Block.Equality> equalities(RexNode conjunct) {
        if (!(conjunct instanceof RexCall call) || call.getKind() != SqlKind.EQUALS) {
            return List.of();
        }
        RexNode left = RenamingCasts.strip(call.getOperands().get(0));
        RexNode right = RenamingCasts.strip(call.getOperands().get(1));
        int leftInput = onlyInput(left);
        int rightInput = onlyInput(right);
        if (leftInput < 0 || rightInput < 0 || leftInput == rightInput) {
            return List.of();
        }
        List<Block.Equality> found = new ArrayList<>();
        asked(left, right, rightInput).ifPresent(found::add);
        asked(right, left, leftInput).ifPresent(found::add);
        if (found.isEmpty() || asksFor(left) || asksFor(right)) {
            common(left, right).ifPresent(found::add);
        }
        return found;
    }

    /// A column that a source can be asked for and that has another type than what it must be equal
    /// to, beside the value of its own type that is equal to that.
    private Optional<Block.Equality> asked(RexNode column, RexNode other, int otherInput) {
        return !asksFor(column)
                        && RenamingCasts.stripWidening(column) instanceof RexInputRef ref
                        && asksFor(ref)
                ? Exactly.as(ref.getType(), RenamingCasts.stripWidening(other), rex)
                        .map(value ->
                                new Block.Equality(
                                        column(onlyInput(ref), ref), column(otherInput, value)))
                : Optional.empty();
    }

    /// Whether an expression is a column of a source that can be asked for its values.
    private boolean asksFor(RexNode node) {
        if (!(node instanceof RexInputRef ref)) {
            return false;
        }
        BlockSpec.Input input = spec.inputs().get(spec.inputOf(ref.getIndex()));
        return input.origin() instanceof BlockSpec.Origin.FromSource from
                && from.source().access().binds().stream()
                        .flatMapToInt(Arrays::stream)
                        .anyMatch(column -> input.offset() + column == ref.getIndex());
    }

    /// Both sides as values of one type.
    private Optional<Block.Equality> common(RexNode one, RexNode another) {
        RexNode left = one;
        RexNode right = another;
        if (!same(left, right)) {
            RelDataType common =
                    rex.getTypeFactory().leastRestrictive(List.of(left.getType(), right.getType()));
            if (common == null) {
                return Optional.empty();
            }
            left = cast(common, left);
            right = cast(common, right);
            if (!same(left, right)) {
                return Optional.empty();
            }
        }
        return Optional.of(
                new Block.Equality(column(onlyInput(left), left), column(onlyInput(right), right)));
    }

    private RexNode cast(RelDataType to, RexNode node) {
        RelDataType nullable =
                rex.getTypeFactory().createTypeWithNullability(to, node.getType().isNullable());
        return rex.ensureType(nullable, node, true);
    }

    private static boolean same(RexNode left, RexNode right) {
        Type a = Types.physical(left.getType()).orElse(null);
        Type b = Types.physical(right.getType()).orElse(null);
        return a != null
                && b != null
                && a.kind() == b.kind()
                && a.scale() == b.scale()
                && (a.kind() != Type.Kind.DECIMAL || a.precision() == b.precision());
    }

    /// The only input an expression reads, or -1.
    private int onlyInput(RexNode node) {
        ImmutableBitSet bits = RelOptUtil.InputFinder.bits(node);
        if (bits.isEmpty()) {
            return -1;
        }
        int index = spec.inputOf(bits.nth(0));
        return spec.inputOf(bits.length() - 1) == index ? index : -1;
    }

    /// The column that holds an expression over one input, computed if it is not there as it is.
    private ColumnRef column(int input, RexNode node) {
        if (node instanceof RexInputRef ref) {
            bound.set(ref.getIndex());
            return reference(ref.getIndex());
        }
        List<RexNode> own = computed.get(input);
        int at = own.indexOf(node);
        if (at < 0) {
            at = own.size();
            own.add(node);
        }
        return new ColumnRef(input, columns.get(input).length + at);
    }

    private Block.Output output() {
        BlockSpec.Grouping grouping = spec.grouping();
        if (grouping == null) {
            return new Block.Output.Tuples(spec.fields().stream().map(this::expression).toList());
        }
        List<Expression> keys = new ArrayList<>();
        for (int key : grouping.keys()) {
            keys.add(expression(spec.fields().get(key)));
        }
        List<Aggregate> aggregates = new ArrayList<>();
        for (AggregateCall call : grouping.calls()) {
            aggregates.add(aggregate(call, grouping.keys()));
        }
        return new Block.Output.Groups(keys, grouping.sets(), aggregates);
    }

    private Expression expression(RexNode node) {
        return compiler.expression(node, this::reference);
    }

    private Aggregate aggregate(AggregateCall call, int[] keys) {
        Aggregate.Function function = function(call).orElseThrow();
        Type type = Types.physical(call.getType()).orElseThrow();
        if (function == Aggregate.Function.GROUPING) {
            int[] asked = call.getArgList().stream().mapToInt(arg -> indexOf(keys, arg)).toArray();
            return new Aggregate(function, Optional.empty(), false, Optional.empty(), asked, type);
        }
        Optional<Expression> argument =
                call.getAggregation().getKind() == SqlKind.LITERAL_AGG
                        ? Optional.of(expression(call.rexList.getFirst()))
                        : call.getArgList().isEmpty()
                                ? Optional.empty()
                                : Optional.of(field(call.getArgList().getFirst()));
        Optional<Expression> independent =
                function.isOfPairs()
                        ? Optional.of(field(call.getArgList().getLast()))
                        : Optional.empty();
        Optional<Expression> filter =
                call.hasFilter() ? Optional.of(field(call.filterArg)) : Optional.empty();
        Optional<Aggregate.Place> place =
                call.getAggregation() instanceof Percentile percentile
                        ? Optional.of(percentile.place())
                        : Optional.empty();
        return new Aggregate(
                function,
                argument,
                independent,
                call.isDistinct(),
                filter,
                new int[0],
                place,
                type);
    }

    /// The expression of a field, one for all aggregates of it, so that the engine sees that they
    /// are of the same values.
    private Expression field(int index) {
        return fields.computeIfAbsent(index, i -> expression(spec.fields().get(i)));
    }

    private static int indexOf(int[] keys, int field) {
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] == field) {
                return i;
            }
        }
        throw new IllegalStateException("GROUPING asks about a key: field=" + field);
    }
}
