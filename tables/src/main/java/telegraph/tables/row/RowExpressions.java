package telegraph.tables.row;

import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import telegraph.engine.Column;
import telegraph.engine.source.Schema;
import telegraph.engine.vector.ColumnRef;
import telegraph.engine.vector.Expression;
import telegraph.engine.vector.Vector;
import telegraph.ground.TelegraphException;
import telegraph.language.Statements;
import telegraph.language.ast.SqlType.UserType;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.lexer.Quotes;
import telegraph.memory.Decimals;
import telegraph.memory.Type;
import telegraph.query.plan.Planner;
import telegraph.query.rewrite.RowQuery;
import telegraph.query.translate.Scope;
import telegraph.tables.catalog.TableDefinition;

/// SQL expressions over a row at hand, compiled once and asked of one row after another: defaults,
/// checks, and what a conflict sets.
///
/// Values are of the classes of `Batch.valueAt`, on both sides.
///
/// Threads: one; [#fork] makes another for the next.
public final class RowExpressions {
    private final List<Type> types;
    private final List<Expression> expressions;
    private final boolean lasting;
    private final boolean zoned;
    private final Vector[] vectors;
    private final Object[] values;

    /// The columns of a table in the row, under the name by which expressions may qualify them.
    public record Row(String name, TableDefinition table) {
        Schema schema() {
            return new Schema(
                    table.columns().stream()
                            .map(column -> new Column(column.name(), column.type().physical()))
                            .toList());
        }
    }

    private RowExpressions(List<Type> types, RowQuery compiled) {
        this.types = types;
        this.expressions = compiled.expressions();
        this.lasting = compiled.lasting();
        this.zoned = compiled.zoned();
        this.vectors = new Vector[types.size()];
        this.values = new Object[expressions.size()];
        for (Expression expression : expressions) {
            for (ColumnRef ref : expression.columns()) {
                if (vectors[ref.column()] == null) {
                    vectors[ref.column()] = new Vector(types.get(ref.column()));
                }
            }
        }
    }

    /// Compiles expressions.
    ///
    /// @param texts the expressions
    /// @param rows what the row consists of, in order; none for expressions without columns
    /// @throws TelegraphException of kind INPUT if one makes no sense, or looks at other rows
    public static RowExpressions of(List<String> texts, List<Row> rows, StatementMoment asked) {
        StringBuilder text = new StringBuilder("SELECT (");
        text.append(String.join("), (", texts)).append(')');
        for (int i = 0; i < rows.size(); i++) {
            text.append(i == 0 ? " FROM " : ", ").append(Quotes.name(rows.get(i).name()));
        }
        return of(Statements.query(text.toString()), rows, asked);
    }

    /// Compiles the columns of a query whose FROM is the row, part by part in order.
    ///
    /// @throws TelegraphException of kind INPUT if one makes no sense, or looks at other rows
    public static RowExpressions of(Statement.Select query, List<Row> rows, StatementMoment asked) {
        RowQuery compiled =
                new Planner(
                                new RowScope(rows, asked.types()),
                                asked.now(),
                                asked.zone(),
                                asked.user())
                        .withTextMax(asked.textMax())
                        .counting(asked.sequences())
                        .during(asked.time())
                        .rowQuery(query);
        List<Type> types = new ArrayList<>();
        for (Row row : rows) {
            row.schema().columns().stream().map(Column::type).forEach(types::add);
        }
        return new RowExpressions(types, compiled);
    }

    /// Whether the values depend on the row alone, and not on when or by whom they are asked.
    public boolean isLasting() {
        return lasting;
    }

    /// Whether they depend on the zone of the session.
    public boolean isZoned() {
        return zoned;
    }

    /// Whether the values depend on a column of the row.
    public boolean reads(int column) {
        return vectors[column] != null;
    }

    /// The type of an expression's values.
    public Type type(int expression) {
        return expressions.get(expression).type();
    }

    public RowExpressions fork() {
        return new RowExpressions(
                types,
                new RowQuery(expressions.stream().map(Expression::fork).toList(), lasting, zoned));
    }

    /// The values of all expressions for a row, in an array that the next call uses again.
    ///
    /// @throws TelegraphException of kind INPUT if one has no value for it
    public Object[] of(Object[] row) {
        for (int c = 0; c < vectors.length; c++) {
            if (vectors[c] != null) {
                set(vectors[c], row[c]);
            }
        }
        for (int i = 0; i < values.length; i++) {
            values[i] = expressions.get(i).evaluate(this::column, FIRST, 1).valueAt(0);
        }
        return values;
    }

    /// Forgets the row that it was asked of last.
    void forget() {
        Arrays.fill(values, null);
        for (Vector vector : vectors) {
            if (vector != null && vector.segments != null) {
                vector.segments[0] = null;
            }
        }
    }

    private static final int[] FIRST = {0};

    private Vector column(ColumnRef column, int[] selection, int count) {
        return vectors[column.column()];
    }

    private static void set(Vector to, Object value) {
        to.nulls[0] = value == null;
        if (value == null) {
            return;
        }
        switch (to.type.kind()) {
            case BOOLEAN -> to.longs[0] = (Boolean) value ? 1 : 0;
            case INTEGER, BIGINT, DATE, TIME, TIMESTAMP, INSTANT ->
                    to.longs[0] = RawValues.whole(value);
            case DOUBLE -> to.doubles[0] = (Double) value;
            case DECIMAL -> {
                if (Decimals.isNaN(value)) {
                    to.setNaN(0);
                    return;
                }
                BigInteger unscaled = ((BigDecimal) value).unscaledValue();
                to.setDecimal(0, Decimals.high(unscaled), unscaled.longValue());
            }
            case TEXT -> {
                byte[] text = RawValues.text(value);
                to.segments[0] = MemorySegment.ofArray(text);
                to.offsets[0] = 0;
                to.lengths[0] = text.length;
            }
        }
    }

    /// The parts of the row as tables that the planner can find, and nobody can read.
    private record RowScope(List<Row> rows, StatementMoment.Types types) implements Scope {
        @Override
        public Optional<Named> find(String name) {
            return rows.stream()
                    .filter(row -> row.name().equalsIgnoreCase(name))
                    .findFirst()
                    .map(row -> new Named.Relation(name, new RowColumns(row)));
        }

        /// A type of a column is known even where nobody is asked for others.
        @Override
        public Optional<UserType> type(TableName name) {
            return types.find(name)
                    .or(() ->
                            rows.stream()
                                    .flatMap(row -> row.table().types().stream())
                                    .flatMap(type -> type.user().stream())
                                    .filter(type ->
                                            type.name().folded().equals(name.kept().folded()))
                                    .findFirst());
        }

        @Override
        public Collection<String> names() {
            return rows.stream().map(Row::name).toList();
        }
    }
}
