package telegraph.query.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexPermuteInputsShuttle;
import org.apache.calcite.sql2rel.RelFieldTrimmer;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.calcite.util.mapping.Mapping;
import org.apache.calcite.util.mapping.MappingType;
import org.apache.calcite.util.mapping.Mappings;
import telegraph.query.sets.LogicalProjectSet;

/// Drops columns that nobody reads, also those that only a join below read: between joins that stay
/// operators and their inputs every column is copied.
///
/// Threads: one, once.
public final class ColumnPruner extends RelFieldTrimmer {
    private final RelBuilder builder;

    public ColumnPruner(RelBuilder builder) {
        super(null, builder);
        this.builder = builder;
    }

    @Override
    protected TrimResult trimChild(
            RelNode parent, RelNode input, ImmutableBitSet used, Set<RelDataTypeField> extra) {
        return narrowed(parent, input, used, super.trimChild(parent, input, used, extra));
    }

    @Override
    protected TrimResult trimChild(
            RelNode parent,
            RelNode input,
            int start,
            int end,
            ImmutableBitSet used,
            Set<RelDataTypeField> extra) {
        return narrowed(
                parent, input, used, super.trimChild(parent, input, start, end, used, extra));
    }

    private TrimResult narrowed(
            RelNode parent, RelNode input, ImmutableBitSet used, TrimResult trimmed) {
        RelNode child = trimmed.left;
        if (!(staysOperator(parent) || staysOperator(child))
                || used.isEmpty()
                || used.cardinality() >= child.getRowType().getFieldCount()) {
            return trimmed;
        }
        Mapping kept =
                Mappings.create(
                        MappingType.INVERSE_SURJECTION,
                        input.getRowType().getFieldCount(),
                        used.cardinality());
        builder.push(child);
        List<RexNode> columns = new ArrayList<>();
        for (int field : used) {
            RexInputRef column = builder.field(trimmed.right.getTarget(field));
            kept.set(field, columns.size());
            columns.add(column);
        }
        return result(builder.project(columns).build(), kept, input);
    }

    /// Calcite's trimmer finds this by its name.
    public TrimResult trimFields(
            LogicalProjectSet set, ImmutableBitSet used, Set<RelDataTypeField> extra) {
        int width = set.getInput().getRowType().getFieldCount();
        RelOptUtil.InputFinder read = new RelOptUtil.InputFinder();
        set.sets().forEach(s -> s.accept(read));
        ImmutableBitSet wanted = used.intersect(ImmutableBitSet.range(width)).union(read.build());
        TrimResult trimmed =
                trimChild(
                        set,
                        set.getInput(),
                        wanted.isEmpty() ? ImmutableBitSet.of(0) : wanted,
                        Set.of());
        RelNode input = trimmed.left;
        List<RexNode> sets =
                set.sets().stream()
                        .map(s -> s.accept(new RexPermuteInputsShuttle(trimmed.right, input)))
                        .toList();
        int fields = set.getRowType().getFieldCount();
        int left = input.getRowType().getFieldCount();
        Mapping mapping =
                Mappings.create(MappingType.INVERSE_SURJECTION, fields, left + fields - width);
        trimmed.right.forEach(pair -> mapping.set(pair.source, pair.target));
        for (int c = width; c < fields; c++) {
            mapping.set(c, left + c - width);
        }
        return result(set.of(input, sets), mapping, set);
    }

    private static boolean staysOperator(RelNode node) {
        return node instanceof Join join && join.getJoinType() != JoinRelType.INNER;
    }
}
