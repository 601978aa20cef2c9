package telegraph.query.block;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;
import telegraph.engine.Block;
import telegraph.engine.source.Range;
import telegraph.engine.source.Source;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Predicate;
import telegraph.query.compile.Compiler;

/// What a block compiles to, but for what is another in each run: its sources, and the conditions
/// on literals that its plan leaves open.
///
/// ```
/// o.id = ?0                     Open: compiled when there is a literal
/// c.id = o.customer             an equality  ┐
/// c.name <> o.note              Closed       ├ compiled once
/// SELECT c.name, o.total * 2    the output   ┘
/// ```
///
/// What open conditions pin is found when they have their literals; what follows from the others is
/// known.
///
/// Invariant: whoever runs a block evaluates forks of its expressions, so that one may be run again
/// whatever became of a run before.
///
/// Threads: one at a time.
public final class CompiledBlock {
    private final Parts parts;
    private final BitSet bound;
    private final Constants.Pins pins;

    /// @param columns for each input those that are read
    /// @param computed for each input what is computed of its rows
    record Parts(
            RexBuilder rex,
            BlockSpec spec,
            List<String> names,
            List<int[]> columns,
            List<Block.Equality> equalities,
            List<Condition> conditions,
            List<List<Expression>> computed,
            Block.Output output) {}

    /// What a tuple must satisfy, beside equalities.
    sealed interface Condition {
        record Closed(Predicate predicate) implements Condition {}

        /// @param conjunct the index of one with parameters
        record Open(int conjunct) implements Condition {}
    }

    /// @param bound the columns of the block that equal one of their type in another input
    CompiledBlock(Parts parts, BitSet bound, Compiler compiler) {
        this.parts = parts;
        this.bound = bound;
        List<RexNode> closed =
                parts.spec.conjuncts().stream().filter(conjunct -> !isOpen(conjunct)).toList();
        this.pins = new Constants.Pins(parts.spec, closed);
        Constants constants = new Constants(parts.rex, compiler);
        closed.forEach(conjunct -> pins.add(conjunct, constants));
    }

    /// Whether an expression has a parameter.
    public static boolean isOpen(RexNode node) {
        boolean[] found = new boolean[1];
        node.accept(
                new RexVisitorImpl<Void>(true) {
                    @Override
                    public Void visitDynamicParam(RexDynamicParam parameter) {
                        found[0] = true;
                        return null;
                    }
                });
        return found[0];
    }

    /// Where the engine finds a column of the block.
    static ColumnRef reference(BlockSpec spec, List<int[]> columns, int global) {
        int index = spec.inputOf(global);
        int[] own = columns.get(index);
        for (int position = 0; position < own.length; position++) {
            if (own[position] == global - spec.inputs().get(index).offset()) {
                return new ColumnRef(index, position);
            }
        }
        throw new IllegalStateException("a column that is read is chosen: column=" + global);
    }

    /// The block over these sources, one for each input, if nothing of it is open.
    Block over(List<Source> sources, Compiler compiler) {
        return over(sources, Map.of(), compiler);
    }

    /// The block over these sources, one for each input, with literals for its parameters.
    ///
    /// @param compiler makes the expressions of this run
    public Block over(List<Source> sources, Map<Integer, RexLiteral> literals, Compiler compiler) {
        Literals put = new Literals(literals);
        Constants.Pins pinned = pins.more();
        Constants constants = new Constants(parts.rex, compiler);
        List<RexNode> conjuncts = new ArrayList<>();
        for (RexNode conjunct : parts.spec.conjuncts()) {
            RexNode with = conjunct.accept(put);
            conjuncts.add(with);
            if (with != conjunct) {
                pinned.add(with, constants);
            }
        }
        List<Predicate> filters = new ArrayList<>();
        for (Condition condition : parts.conditions) {
            filters.add(
                    switch (condition) {
                        case Condition.Closed closed -> closed.predicate;
                        case Condition.Open open -> filter(conjuncts.get(open.conjunct), compiler);
                    });
        }
        return new Block(
                inputs(
                        sources,
                        pinned.values(),
                        new ValueRanges(parts.rex, compiler).of(conjuncts)),
                parts.equalities,
                filters,
                parts.output);
    }

    private Predicate filter(RexNode node, Compiler compiler) {
        return new TitledPredicate(
                node,
                parts.names,
                compiler.predicate(node, global -> reference(parts.spec, parts.columns, global)));
    }

    private List<Block.Input> inputs(
            List<Source> sources,
            Map<Integer, List<Object>> constants,
            Map<Integer, Range> ranges) {
        BitSet known = (BitSet) bound.clone();
        constants.keySet().forEach(known::set);
        Mismatch.refuse(parts.spec, known);
        List<Block.Input> inputs = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            BlockSpec.Input input = parts.spec.inputs().get(i);
            inputs.add(
                    new Block.Input(
                            input.alias(),
                            sources.get(i),
                            parts.columns.get(i),
                            own(input, constants),
                            own(input, ranges),
                            parts.computed.get(i)));
        }
        return inputs;
    }

    /// What is known of the columns of one input, by their indices in its schema.
    private static <T> Map<Integer, T> own(BlockSpec.Input input, Map<Integer, T> known) {
        Map<Integer, T> own = new HashMap<>();
        known.forEach((global, value) -> {
            int column = global - input.offset();
            if (column >= 0 && column < input.width()) {
                own.put(column, value);
            }
        });
        return own;
    }
}
