package telegraph.query.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql2rel.RelFieldTrimmer;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.calcite.util.mapping.Mapping;
import org.apache.calcite.util.mapping.MappingType;
import org.apache.calcite.util.mapping.Mappings;

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

    private static boolean staysOperator(RelNode node) {
        return node instanceof Join join && join.getJoinType() != JoinRelType.INNER;
    }
}
