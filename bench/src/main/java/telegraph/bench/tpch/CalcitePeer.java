package telegraph.bench.tpch;

import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.DataContext;
import org.apache.calcite.jdbc.CalciteConnection;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.ScannableTable;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.schema.Statistic;
import org.apache.calcite.schema.Statistics;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql.type.SqlTypeName;

/// Calcite's own planner and enumerable runtime, over rows in memory.
///
/// Threads: one.
final class CalcitePeer implements Peer {
    private static final double SCALE_UNKNOWN = 1;

    private final Connection connection;
    private final Timer timer = new Timer(true);

    CalcitePeer() throws SQLException {
        this.connection =
                DriverManager.getConnection(
                        "jdbc:calcite:lex=MYSQL_ANSI;caseSensitive=false;conformance=LENIENT;fun=standard,postgresql");
    }

    @Override
    public void open(TpchTables data, TpchTables.Format format) throws SQLException {
        SchemaPlus root = connection.unwrap(CalciteConnection.class).getRootSchema();
        double scale = scale(data.folder());
        for (TpchTable<?> table : TpchTable.getTables()) {
            root.add(table.getTableName(), Rows.of(table, scale));
        }
    }

    /// The folder's name ends in it.
    private static double scale(Path folder) {
        String name = folder.getFileName().toString();
        int dash = name.lastIndexOf('-');
        return dash < 0 ? SCALE_UNKNOWN : Double.parseDouble(name.substring(dash + 1));
    }

    @Override
    public List<Object[]> ask(String sql, int seconds) throws SQLException, TooLong {
        AtomicBoolean late = new AtomicBoolean();
        List<Object[]> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            TimerTask cancel =
                    new TimerTask() {
                        @Override
                        public void run() {
                            late.set(true);
                            try {
                                statement.cancel();
                            } catch (SQLException _) {
                                return; // it has ended
                            }
                        }
                    };
            timer.schedule(cancel, seconds * 1_000L);
            try (ResultSet result = statement.executeQuery(sql)) {
                int width = result.getMetaData().getColumnCount();
                while (result.next()) {
                    Object[] row = new Object[width];
                    for (int c = 0; c < width; c++) {
                        row[c] = result.getObject(c + 1);
                    }
                    rows.add(row);
                }
            } finally {
                cancel.cancel();
            }
        } catch (SQLException e) {
            if (late.get()) {
                throw new TooLong(e);
            }
            throw e;
        }
        return rows;
    }

    @Override
    public void close() throws SQLException {
        timer.cancel();
        connection.close();
    }

    /// A table whose rows are in memory.
    private static final class Rows extends AbstractTable implements ScannableTable {
        private final TpchTable<?> table;
        private final List<Object[]> rows;

        private Rows(TpchTable<?> table, List<Object[]> rows) {
            this.table = table;
            this.rows = rows;
        }

        static <E extends TpchEntity> Rows of(TpchTable<E> table, double scale) {
            List<Object[]> rows = new ArrayList<>();
            List<TpchColumn<E>> columns = table.getColumns();
            for (E entity : table.createGenerator(scale, 1, 1)) {
                Object[] row = new Object[columns.size()];
                for (int c = 0; c < row.length; c++) {
                    row[c] = value(columns.get(c), entity);
                }
                rows.add(row);
            }
            return new Rows(table, rows);
        }

        /// As the enumerable runtime has it: dates are days.
        private static <E extends TpchEntity> Object value(TpchColumn<E> column, E entity) {
            return switch (column.getType().getBase()) {
                case IDENTIFIER -> column.getIdentifier(entity);
                case INTEGER -> column.getInteger(entity);
                case DATE -> column.getDate(entity);
                case DOUBLE -> BigDecimal.valueOf(Math.round(column.getDouble(entity) * 100), 2);
                case VARCHAR -> column.getString(entity);
            };
        }

        @Override
        public RelDataType getRowType(RelDataTypeFactory types) {
            RelDataTypeFactory.Builder builder = types.builder();
            for (TpchColumn<?> column : table.getColumns()) {
                builder.add(
                        column.getColumnName(),
                        switch (column.getType().getBase()) {
                            case IDENTIFIER -> types.createSqlType(SqlTypeName.BIGINT);
                            case INTEGER -> types.createSqlType(SqlTypeName.INTEGER);
                            case DATE -> types.createSqlType(SqlTypeName.DATE);
                            case DOUBLE -> types.createSqlType(SqlTypeName.DECIMAL, 15, 2);
                            case VARCHAR -> types.createSqlType(SqlTypeName.VARCHAR);
                        });
            }
            return builder.build();
        }

        @Override
        public Statistic getStatistic() {
            return Statistics.of(rows.size(), List.of());
        }

        @Override
        public Enumerable<Object[]> scan(DataContext root) {
            return Linq4j.asEnumerable(rows);
        }
    }
}
