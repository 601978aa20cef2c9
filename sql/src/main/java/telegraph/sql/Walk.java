package telegraph.sql;

import java.util.ArrayList;
import java.util.List;
import telegraph.ground.Nearest;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.TableName;
import telegraph.sql.transaction.TransactionWork;
import telegraph.sql.transaction.Transactions;
import telegraph.store.Bytes;
import telegraph.store.Cursor;
import telegraph.store.ReadMode;
import telegraph.store.TableMode;
import telegraph.store.Transaction;
import telegraph.tables.catalog.TableDefinition;
import telegraph.tables.row.StoredTable;

/// Goes over a table in the order of its primary key, a few rows at a time, from wherever the
/// caller wants to go on: rows that come and go meanwhile never make it miss or repeat another one.
///
/// Each step is a transaction of its own, unless one is open. No planner is asked.
///
/// Threads: any.
public final class Walk {
    private final Session session;
    private final TableName name;
    private final List<String> columns;

    /// @param columns which ones of each row are wanted
    Walk(Session session, TableName name, List<String> columns) {
        this.session = session;
        this.name = name;
        this.columns = List.copyOf(columns);
    }

    /// Up to `most` rows that follow the one whose primary key begins with `after`, or the first
    /// ones of all if that is null, with the values that events would have.
    ///
    /// @throws TelegraphException if there is no such table or column, or it has no primary key
    public List<Object[]> next(Object after, int most) {
        Transactions transactions = session.transactions();
        TransactionWork work = transactions.enterNow(false);
        boolean well = false;
        try {
            transactions.demandUsable();
            StoredTable table = work.tables().locked(name, TableMode.IS, work.transaction());
            List<Object[]> rows = rows(table, work.transaction(), after, most);
            well = true;
            return rows;
        } finally {
            transactions.leave(work, well);
        }
    }

    private List<Object[]> rows(
            StoredTable table, Transaction transaction, Object after, int most) {
        int[] slots = slots(table);
        Bytes low = new Bytes();
        if (after != null) {
            if (!table.key().append(low, 0, after)) {
                throw TelegraphException.of(
                        SqlState.DATATYPE_MISMATCH,
                        "a walk goes on after a value of the primary key: table="
                                + name
                                + " value="
                                + after);
            }
            behind(low);
            if (low.length() == 0) {
                return List.of();
            }
        }
        List<Object[]> rows = new ArrayList<>();
        try (Cursor cursor = transaction.cursor(table.container(), ReadMode.PLAIN)) {
            cursor.range(after == null ? null : low, null);
            while (rows.size() < most && cursor.next()) {
                Object[] row = new Object[slots.length];
                for (int c = 0; c < slots.length; c++) {
                    row[c] = table.values().value(cursor.array(), cursor.valueOffset(), slots[c]);
                }
                rows.add(row);
            }
        }
        return rows;
    }

    /// Makes a key the first one behind all that begin with it; empty if there is none.
    private static void behind(Bytes key) {
        while (key.length() > 0 && key.array()[key.length() - 1] == (byte) 0xff) {
            key.length(key.length() - 1);
        }
        if (key.length() > 0) {
            key.array()[key.length() - 1]++;
        }
    }

    private int[] slots(StoredTable table) {
        TableDefinition definition = table.definition();
        if (!table.hasPrimaryKey()) {
            throw TelegraphException.of(
                    SqlState.INVALID_TABLE_DEFINITION,
                    "a table is walked over in the order of its primary key, and has none: table="
                            + name);
        }
        int[] slots = new int[columns.size()];
        for (int c = 0; c < slots.length; c++) {
            String column = columns.get(c);
            int index = definition.indexOf(column);
            if (index < 0) {
                throw TelegraphException.of(
                        SqlState.UNDEFINED_COLUMN,
                        "unknown column \""
                                + column
                                + "\" of table "
                                + name
                                + Nearest.hint(
                                        column,
                                        definition.columns().stream()
                                                .map(known -> known.name())
                                                .toList()));
            }
            slots[c] = table.slot(index);
        }
        return slots;
    }
}
