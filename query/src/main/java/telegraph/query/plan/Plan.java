package telegraph.query.plan;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import telegraph.engine.Block;
import telegraph.engine.source.Source;
import telegraph.query.block.BlockCompiler;
import telegraph.query.block.BlockRel;
import telegraph.query.compile.Compiler;

/// A query ready to run.
///
/// @param root the remainder, or the one block that is the whole query
/// @param rowType the columns of the result, with their names
/// @param declared the types of those columns as PostgreSQL writes them
/// @param compiler makes the engine's expressions of this query
/// @param data what generated code may ask about the query
/// @param compiled the one block below the root, if it is compiled already; then the root's own
///   reads places
public record Plan(
        EnumerableRel root,
        RelDataType rowType,
        List<String> declared,
        Compiler compiler,
        QueryVariables data,
        Optional<Block> compiled) {
    Plan(
            EnumerableRel root,
            RelDataType rowType,
            List<String> declared,
            Compiler compiler,
            QueryVariables data) {
        this(root, rowType, declared, compiler, data, Optional.empty());
    }

    /// What the engine is given for a leaf.
    ///
    /// @param derived makes a source of an input that has a plan of its own
    public List<Block> blocks(BlockRel leaf, Function<EnumerableRel, Source> derived) {
        RexBuilder rex = leaf.getCluster().getRexBuilder();
        return compiled.map(List::of)
                .orElseGet(() ->
                        leaf.branches().stream()
                                .map(branch ->
                                        new BlockCompiler(rex, compiler, branch).compile(derived))
                                .toList());
    }

    /// The same plan with literals where it left them open; empty if it is no plan for these.
    Optional<Plan> bound(Map<Integer, RexLiteral> literals) {
        return Resourced.of(root, literals)
                .map(bound -> new Plan(bound, rowType, declared, compiler, data));
    }

    /// The plan without what it holds of this run, to be run again over other sources: if it reads
    /// none but `sources`.
    ///
    /// @param sources those that were looked up, in the order of `lookUps`
    /// @param open literals that it leaves open
    /// @param bytes about how many it takes
    Optional<PlanCache.Kept> kept(
            LookUps lookUps, List<Source> sources, Map<Integer, RexLiteral> open, long bytes) {
        Set<Source> known = Collections.newSetFromMap(new IdentityHashMap<>());
        known.addAll(sources);
        if (!known.containsAll(PlannedSources.of(this))) {
            return Optional.empty();
        }
        List<Place> places = sources.stream().map(Place::of).toList();
        return Optional.of(
                new PlanCache.Kept(
                        Resourced.of(root, sources, places),
                        places,
                        rowType,
                        declared,
                        lookUps,
                        Map.copyOf(open),
                        Optional.empty(),
                        bytes));
    }
}
