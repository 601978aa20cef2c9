package telegraph.query.rewrite;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.compile.Compiler;
import telegraph.query.label.EnumType;
import telegraph.query.operator.EnumCasts;
import telegraph.query.operator.Functions;
import telegraph.query.value.ArrayArguments;

/// The columns of a query over one row, as expressions.
///
/// The row's columns are those of the tables of its FROM, one after the other, all of input 0.
///
/// @param lasting whether the values depend on the row alone, and on the session's zone
/// @param zoned whether they depend on that
public record RowQuery(List<Expression> expressions, boolean lasting, boolean zoned) {
    public RowQuery {
        expressions = List.copyOf(expressions);
    }

    /// @throws TelegraphException if a column of the query looks at other rows
    ///
    /// @param zoned whether the query is another one in another zone
    public static RowQuery of(RelNode query, Compiler compiler, boolean zoned) {
        List<Expression> expressions = new ArrayList<>();
        boolean lasting = true;
        RexBuilder rex = query.getCluster().getRexBuilder();
        for (RexNode value : new Columns().of(query)) {
            RexNode node = kept(value, rex);
            if (!compiler.supports(node)) {
                throw refused();
            }
            expressions.add(compiler.expression(node, i -> new ColumnRef(0, i)));
            lasting &= !showsEnum(value);
            lasting &= RexUtil.isDeterministic(node) && !isDynamic(node);
        }
        return new RowQuery(expressions, lasting, zoned);
    }

    /// Whether it sees what a value of an enum is called, which may change.
    private static boolean showsEnum(RexNode node) {
        boolean[] found = new boolean[1];
        node.accept(
                new RexVisitorImpl<Void>(true) {
                    @Override
                    public Void visitCall(RexCall call) {
                        found[0] |= call.getOperator() == Functions.own("$ENUM_TEXT");
                        return super.visitCall(call);
                    }
                });
        return found[0];
    }

    /// Columns of rows hold intervals, arrays and enums as texts.
    private static RexNode kept(RexNode value, RexBuilder rex) {
        if (value.getType() instanceof EnumType) {
            return EnumCasts.cast(
                    value, rex.getTypeFactory().createSqlType(SqlTypeName.VARCHAR), rex);
        }
        if (SqlTypeUtil.isInterval(value.getType())) {
            return rex.makeCall(Functions.own("$INTERVAL_TEXT"), value);
        }
        return ArrayArguments.isArray(value.getType())
                ? rex.makeCall(Functions.own("$ARRAY_TEXT"), value)
                : value;
    }

    /// Writes the columns of a query over the values of the row, which its tables have side by
    /// side.
    private static final class Columns {
        private int scanned;

        List<RexNode> of(RelNode rel) {
            return switch (rel) {
                case TableScan scan -> scanned(scan);
                case Values values when values.getTuples().size() == 1 ->
                        List.copyOf(values.getTuples().getFirst());
                case Project project -> written(project.getProjects(), of(project.getInput()));
                case Join join when join.getCondition().isAlwaysTrue() -> {
                    List<RexNode> all = new ArrayList<>(of(join.getLeft()));
                    all.addAll(of(join.getRight()));
                    yield all;
                }
                default -> throw refused();
            };
        }

        private List<RexNode> scanned(TableScan scan) {
            RexBuilder rex = scan.getCluster().getRexBuilder();
            List<RexNode> all = new ArrayList<>();
            for (RelDataTypeField field : scan.getRowType().getFieldList()) {
                all.add(rex.makeInputRef(field.getType(), scanned++));
            }
            return all;
        }

        private static List<RexNode> written(List<RexNode> nodes, List<RexNode> columns) {
            return new RexShuttle() {
                @Override
                public RexNode visitInputRef(RexInputRef ref) {
                    return columns.get(ref.getIndex());
                }
            }.apply(nodes);
        }
    }

    /// Whether it depends on when it is asked, as CURRENT_DATE does.
    private static boolean isDynamic(RexNode node) {
        boolean[] found = new boolean[1];
        node.accept(
                new RexVisitorImpl<Void>(true) {
                    @Override
                    public Void visitCall(RexCall call) {
                        found[0] |= call.getOperator().isDynamicFunction();
                        return super.visitCall(call);
                    }
                });
        return found[0];
    }

    private static TelegraphException refused() {
        return TelegraphException.of(
                SqlState.FEATURE_NOT_SUPPORTED,
                "an expression over one row has no subquery, aggregate or window");
    }
}
