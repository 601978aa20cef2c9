package telegraph.query.translate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.prepare.RelOptTableImpl;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalTableScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.schema.Statistic;
import org.apache.calcite.schema.Statistics;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;
import telegraph.engine.Column;
import telegraph.engine.source.Source;
import telegraph.language.Statements;
import telegraph.language.ast.DeclaredColumns;
import telegraph.language.ast.SqlType;
import telegraph.language.ast.SqlType.UserType;
import telegraph.language.ast.SqlType.UserType.Enumeration;
import telegraph.language.ast.TableName;
import telegraph.memory.Type;
import telegraph.query.label.EnumType;
import telegraph.query.operator.EnumCasts;
import telegraph.query.operator.Functions;
import telegraph.query.value.ArrayArguments;
import telegraph.query.value.Types;

/// A source as the planner sees it. What it declares as intervals, arrays or enums it gives as
/// texts, which are read where they are used.
public final class SourceTable extends AbstractTable implements TranslatableTable {
    private static final double ROWS_GUESSED = 10_000;

    private final Source source;

    /// The enums that columns are of; null for others.
    private final Enumeration[] enums;

    /// @param types those of the catalog
    SourceTable(Source source, Function<TableName, Optional<UserType>> types) {
        this.source = source;
        this.enums = new Enumeration[source.schema().columns().size()];
        for (int c = 0; c < enums.length; c++) {
            boolean text = source.schema().columns().get(c).type().equals(Type.TEXT);
            String declared = declared(c);
            if (text && !declared.isEmpty() && Statements.type(declared).isEmpty()) {
                enums[c] =
                        Statements.userType(declared)
                                .map(TableName::kept)
                                .flatMap(types)
                                .filter(Enumeration.class::isInstance)
                                .map(Enumeration.class::cast)
                                .orElse(null);
            }
        }
    }

    public Source source() {
        return source;
    }

    /// The names of the columns that a row as a whole has.
    List<String> shown() {
        List<Column> columns = source.schema().columns();
        return IntStream.range(0, columns.size())
                .filter(c -> !(source instanceof DeclaredColumns some && some.isHidden(c)))
                .mapToObj(c -> columns.get(c).name())
                .toList();
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory factory) {
        return rowType(type -> type.equals("bytea") || isRead(type), true, factory);
    }

    /// The columns, where some have the types they are declared with, and others those they are
    /// given with.
    ///
    /// @param read whether enums are read
    private RelDataType rowType(
            Predicate<String> declared, boolean read, RelDataTypeFactory factory) {
        RelDataTypeFactory.Builder row = factory.builder();
        for (Column column : source.schema().columns()) {
            String type = declared(row.getFieldCount());
            Enumeration values = enums[row.getFieldCount()];
            if (read && values != null) {
                row.add(column.name(), new EnumType(factory.getTypeSystem(), values, true));
                continue;
            }
            row.add(
                    column.name(),
                    declared.test(type)
                            ? Types.named(type, factory)
                            : Types.relType(column.type(), factory, true));
        }
        return row.build();
    }

    /// Whether a source gives values of a type as texts that are read.
    private static boolean isRead(String declared) {
        return declared.equals("interval") || declared.endsWith("[]");
    }

    private String declared(int index) {
        return declared(source, index);
    }

    /// The type of a column as PostgreSQL writes it, if that says more than the type of its values;
    /// else "".
    public static String declared(Source source, int index) {
        String declared = source instanceof DeclaredColumns some ? some.declared(index) : "";
        Optional<Type> element = source.schema().column(index).element();
        return declared.isEmpty() && element.isPresent()
                ? SqlType.array(SqlType.of(element.get())).written()
                : declared;
    }

    @Override
    public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable table) {
        RelOptCluster cluster = context.getCluster();
        RelDataType given = rowType("bytea"::equals, false, cluster.getTypeFactory());
        if (given.equals(table.getRowType())) {
            return LogicalTableScan.create(cluster, table, context.getTableHints());
        }
        RelNode scan =
                LogicalTableScan.create(
                        cluster, ((RelOptTableImpl) table).copy(given), context.getTableHints());
        List<RexNode> columns = new ArrayList<>();
        for (RelDataTypeField field : table.getRowType().getFieldList()) {
            RexNode text = cluster.getRexBuilder().makeInputRef(scan, field.getIndex());
            columns.add(read(text, field.getType(), cluster.getRexBuilder()));
        }
        return LogicalProject.create(
                scan, List.of(), columns, table.getRowType().getFieldNames(), Set.of());
    }

    /// A column as the type that it is declared with.
    private static RexNode read(RexNode column, RelDataType type, RexBuilder rex) {
        if (type instanceof EnumType) {
            return EnumCasts.cast(column, type, rex);
        }
        return ArrayArguments.isArray(type)
                ? rex.makeCall(
                        type,
                        Functions.own("$ARRAY_READ"),
                        List.of(column, rex.makeLiteral(type.getComponentType().toString())))
                : rex.ensureType(type, column, true);
    }

    @Override
    public Statistic getStatistic() {
        var rows = source.traits().rows();
        return Statistics.of(
                rows.isPresent() ? (double) rows.getAsLong() : ROWS_GUESSED, List.of());
    }
}
