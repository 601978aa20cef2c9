package telegraph.query.translate;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Statistic;
import org.apache.calcite.schema.Statistics;
import org.apache.calcite.schema.impl.AbstractTable;
import telegraph.engine.Column;
import telegraph.engine.source.Source;
import telegraph.language.ast.DeclaredColumns;
import telegraph.query.value.Types;

/// A source as the planner sees it.
public final class SourceTable extends AbstractTable {
    private static final double ROWS_GUESSED = 10_000;

    private final Source source;

    SourceTable(Source source) {
        this.source = source;
    }

    public Source source() {
        return source;
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory factory) {
        RelDataTypeFactory.Builder row = factory.builder();
        for (Column column : source.schema().columns()) {
            row.add(column.name(), type(row.getFieldCount(), column, factory));
        }
        return row.build();
    }

    private RelDataType type(int index, Column column, RelDataTypeFactory factory) {
        boolean bytea =
                source instanceof DeclaredColumns declared
                        && declared.declared(index).equals("bytea");
        return bytea ? Types.named("bytea", factory) : Types.relType(column.type(), factory, true);
    }

    @Override
    public Statistic getStatistic() {
        var rows = source.traits().rows();
        return Statistics.of(
                rows.isPresent() ? (double) rows.getAsLong() : ROWS_GUESSED, java.util.List.of());
    }
}
