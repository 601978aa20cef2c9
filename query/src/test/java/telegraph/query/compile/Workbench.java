package telegraph.query.compile;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TimeZone;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.ViewExpanders;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Rows;
import telegraph.engine.vector.Vector;
import telegraph.language.Statements;
import telegraph.memory.Batch;
import telegraph.memory.Type;
import telegraph.query.operator.Functions;
import telegraph.query.operator.WholeNumber;
import telegraph.query.syntax.QueryNodes;
import telegraph.query.value.Types;
import telegraph.query.value.Values;

/// Everything between the text of an expression and its values, without planner and engine.
///
/// The expression may use the columns of one table `t`, whose rows the test sets.
final class Workbench {
    /// 2024-02-29 12:34:56.789 UTC, when every statement of a test starts.
    static final long NOW = 1_709_210_096_789L;

    final JavaTypeFactory types =
            new JavaTypeFactoryImpl(
                    new RelDataTypeSystemImpl() {
                        @Override
                        public int getMaxPrecision(SqlTypeName name) {
                            return name == SqlTypeName.DECIMAL
                                    ? Type.DECIMAL_DIGITS_MAX
                                    : super.getMaxPrecision(name);
                        }

                        @Override
                        public int getDefaultPrecision(SqlTypeName name) {
                            return switch (name) {
                                case TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> 3;
                                default -> super.getDefaultPrecision(name);
                            };
                        }

                        @Override
                        public boolean shouldConvertRaggedUnionTypesToVarying() {
                            return true;
                        }

                        @Override
                        public int getMaxScale(SqlTypeName name) {
                            return name == SqlTypeName.DECIMAL
                                    ? Type.DECIMAL_DIGITS_MAX
                                    : super.getMaxScale(name);
                        }
                    }) {
                @Override
                public RelDataType createSqlType(SqlTypeName name, int precision) {
                    return super.createSqlType(
                            name == SqlTypeName.CHAR ? SqlTypeName.VARCHAR : name, precision);
                }

                @Override
                public Charset getDefaultCharset() {
                    return StandardCharsets.UTF_8;
                }
            };
    final RexBuilder builder = new ExactBuilder(types);
    final Compiler compiler = new Compiler(builder, context());
    private final List<String> names;
    private final List<Type> columns;

    Workbench(Map<String, Type> table) {
        names = List.copyOf(table.keySet());
        columns = List.copyOf(table.values());
    }

    DataContext context() {
        return new DataContext() {
            @Override
            public SchemaPlus getRootSchema() {
                return null;
            }

            @Override
            public JavaTypeFactory getTypeFactory() {
                return types;
            }

            @Override
            public QueryProvider getQueryProvider() {
                return null;
            }

            @Override
            public Object get(String name) {
                return switch (name) {
                    case "utcTimestamp", "currentTimestamp", "localTimestamp", "sysTimestamp" ->
                            NOW;
                    case "timeZone" -> TimeZone.getTimeZone("UTC");
                    case "locale" -> java.util.Locale.ROOT;
                    case "user", "systemUser" -> "tester";
                    case "timeFrameSet" ->
                            types.getTypeSystem()
                                    .deriveTimeFrameSet(
                                            org.apache.calcite.rel.type.TimeFrames.CORE);
                    default -> null;
                };
            }
        };
    }

    /// The validated expressions of a select list over `t`.
    List<RexNode> parse(String selectList) {
        RelNode rel = translate("SELECT " + selectList + " FROM t");
        return ((Project) rel).getProjects();
    }

    RexNode parseOne(String expression) {
        // A reference to column 0 alone would make an identity projection, which has no node.
        return parse(expression + ", 1").getFirst();
    }

    private RelNode translate(String sql) {
        CalciteSchema root = CalciteSchema.createRootSchema(false, false);
        root.add("t", table());
        Types.aliases().forEach(root::add);
        Properties properties = new Properties();
        properties.setProperty("caseSensitive", "false");
        CalciteCatalogReader reader =
                new CalciteCatalogReader(
                        root, List.of(), types, new CalciteConnectionConfigImpl(properties));
        SqlValidator validator =
                SqlValidatorUtil.newValidator(
                        SqlOperatorTables.chain(Functions.exactOperatorTable(), reader),
                        reader,
                        types,
                        SqlValidator.Config.DEFAULT
                                .withConformance(SqlConformanceEnum.LENIENT)
                                .withTypeCoercionRules(
                                        org.apache.calcite.sql.type.SqlTypeCoercionRule
                                                .lenientInstance())
                                .withIdentifierExpansion(true));
        SqlNode valid = validator.validate(QueryNodes.of(Statements.query(sql)).node());
        VolcanoPlanner planner = new VolcanoPlanner();
        planner.setExecutor(compiler.executor());
        RelOptCluster cluster = RelOptCluster.create(planner, builder);
        return new SqlToRelConverter(
                        ViewExpanders.simpleContext(cluster),
                        validator,
                        reader,
                        cluster,
                        call ->
                                call.getOperator() instanceof WholeNumber
                                        ? WholeNumber::converted
                                        : StandardConvertletTable.INSTANCE.get(call),
                        SqlToRelConverter.config().withInSubQueryThreshold(Integer.MAX_VALUE))
                .convertQuery(valid, false, true)
                .rel;
    }

    private AbstractTable table() {
        return new AbstractTable() {
            @Override
            public RelDataType getRowType(RelDataTypeFactory factory) {
                RelDataTypeFactory.Builder row = factory.builder();
                for (int c = 0; c < names.size(); c++) {
                    row.add(names.get(c), Types.relType(columns.get(c), factory, true));
                }
                return row.build();
            }
        };
    }

    /// The result values of one expression over every row of a batch.
    List<Object> values(RexNode node, Batch batch) {
        return values(node, batch, all(batch.rows()), batch.rows());
    }

    /// The result values of one expression over the selected rows of a batch.
    List<Object> values(RexNode node, Batch batch, int[] selection, int count) {
        Expression expression = compiler.expression(node, c -> new ColumnRef(0, c));
        Vector vector = expression.evaluate(rows(batch), selection, count);
        List<Object> results = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (vector.isNullFree() && vector.nulls[selection[i]]) {
                throw new IllegalStateException("a vector without NULLs has none: " + expression);
            }
            results.add(
                    Values.toResult(
                            Values.toInternal(vector, selection[i], node.getType()),
                            node.getType()));
        }
        return results;
    }

    /// The value of an expression over no columns.
    Object value(String expression) {
        RexNode node = parseOne(expression);
        Expression compiled = compiler.expression(node, c -> new ColumnRef(0, c));
        Vector vector = compiled.evaluate(rows(null), new int[] {0}, 1);
        return results(vector, node.getType(), 1).getFirst();
    }

    /// The same for each of some batches, by generated code alone.
    List<List<Object>> valuesByRow(RexNode node, List<Batch> batches) {
        Expression expression = compiler.byRow(node, c -> new ColumnRef(0, c));
        List<List<Object>> values = new ArrayList<>();
        for (Batch batch : batches) {
            int[] selection = all(batch.rows());
            Vector vector = expression.evaluate(rows(batch), selection, batch.rows());
            values.add(results(vector, node.getType(), batch.rows()));
        }
        return values;
    }

    static int[] all(int count) {
        int[] selection = new int[Batch.ROWS_MAX];
        for (int i = 0; i < count; i++) {
            selection[i] = i;
        }
        return selection;
    }

    private static List<Object> results(Vector vector, RelDataType type, int count) {
        List<Object> results = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            results.add(Values.toResult(Values.toInternal(vector, i, type), type));
        }
        return results;
    }

    /// The columns of a batch as an eddy would gather them.
    static Rows rows(Batch batch) {
        return (column, selection, count) -> {
            Vector to = new Vector(batch.type(column.column()));
            if (batch.isNullFree(column.column())) {
                to.hasNoNulls();
            }
            for (int i = 0; i < count; i++) {
                gather(batch, column.column(), selection[i], to);
            }
            return to;
        };
    }

    private static void gather(Batch batch, int column, int row, Vector to) {
        to.nulls[row] = batch.isNull(column, row);
        if (to.nulls[row]) {
            return;
        }
        switch (to.type.kind()) {
            case BOOLEAN -> to.longs[row] = batch.booleanAt(column, row) ? 1 : 0;
            case INTEGER, DATE, TIME -> to.longs[row] = batch.intAt(column, row);
            case BIGINT, TIMESTAMP, INSTANT -> to.longs[row] = batch.longAt(column, row);
            case DOUBLE -> to.doubles[row] = batch.doubleAt(column, row);
            case DECIMAL ->
                    to.setDecimal(
                            row, batch.decimalHighAt(column, row), batch.decimalLowAt(column, row));
            case TEXT -> {
                to.segments[row] = batch.segment();
                to.offsets[row] = batch.textOffsetAt(column, row);
                to.lengths[row] = batch.textLengthAt(column, row);
            }
        }
    }
}
