package telegraph.query.sets;

import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptCost;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import telegraph.query.operator.Sets;

/// Each row of the input once for each element of some sets, which stand side by side behind its
/// columns: [telegraph.engine.Operators#projectSet] in a plan.
public abstract class ProjectSet extends SingleRel {
    private static final double ELEMENTS_GUESSED = 10;

    private final List<RexNode> sets;
    private final boolean kept;
    private final boolean counted;

    /// @param sets [Sets] over the input
    /// @param kept whether a row without elements stays
    /// @param counted whether the number of the element comes last
    ProjectSet(
            RelOptCluster cluster,
            RelTraitSet traits,
            RelNode input,
            List<RexNode> sets,
            boolean kept,
            boolean counted) {
        super(cluster, traits, input);
        this.sets = List.copyOf(sets);
        this.kept = kept;
        this.counted = counted;
    }

    public List<RexNode> sets() {
        return sets;
    }

    public boolean isKept() {
        return kept;
    }

    public boolean isCounted() {
        return counted;
    }

    /// The same over another input.
    public abstract ProjectSet of(RelNode input, List<RexNode> over);

    @Override
    public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
        return of(inputs.getFirst(), sets);
    }

    @Override
    public RelNode accept(RexShuttle shuttle) {
        List<RexNode> visited = sets.stream().map(set -> set.accept(shuttle)).toList();
        return visited.equals(sets) ? this : of(input, visited);
    }

    @Override
    protected RelDataType deriveRowType() {
        RelDataTypeFactory types = getCluster().getTypeFactory();
        RelDataTypeFactory.Builder row = types.builder();
        row.addAll(input.getRowType().getFieldList());
        boolean padded = kept || sets.size() > 1;
        for (RexNode set : sets) {
            RelDataType element = set.getType().getComponentType();
            row.add(
                    "set" + row.getFieldCount(),
                    types.createTypeWithNullability(element, padded || element.isNullable()));
        }
        if (counted) {
            RelDataType number = types.createSqlType(SqlTypeName.BIGINT);
            row.add("set" + row.getFieldCount(), types.createTypeWithNullability(number, kept));
        }
        return row.uniquify().build();
    }

    @Override
    public double estimateRowCount(RelMetadataQuery query) {
        double elements = sets.stream().mapToDouble(ProjectSet::elements).max().orElse(0);
        return Math.max(1, query.getRowCount(input) * elements);
    }

    private static double elements(RexNode set) {
        if (!(set instanceof RexCall call)) {
            return ELEMENTS_GUESSED;
        }
        if (call.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR) {
            return call.getOperands().size();
        }
        if (call.getOperator() != Sets.WHOLE
                || !call.getOperands().stream().allMatch(RexLiteral.class::isInstance)) {
            return ELEMENTS_GUESSED;
        }
        double[] numbers =
                call.getOperands().stream()
                        .map(o -> ((RexLiteral) o).getValueAs(Long.class))
                        .mapToDouble(number -> number == null ? 0 : number)
                        .toArray();
        double steps = Math.floor((numbers[1] - numbers[0]) / numbers[2]);
        return Double.isFinite(steps) ? Math.max(0, steps + 1) : ELEMENTS_GUESSED;
    }

    @Override
    public RelOptCost computeSelfCost(RelOptPlanner planner, RelMetadataQuery query) {
        double rows = query.getRowCount(this);
        return planner.getCostFactory().makeCost(rows, rows, 0);
    }

    @Override
    public RelWriter explainTerms(RelWriter writer) {
        super.explainTerms(writer);
        for (int s = 0; s < sets.size(); s++) {
            writer.item("set" + s, sets.get(s));
        }
        return writer.itemIf("kept", true, kept).itemIf("counted", true, counted);
    }
}
