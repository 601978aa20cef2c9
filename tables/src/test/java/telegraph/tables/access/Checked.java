package telegraph.tables.access;

import java.util.List;
import telegraph.memory.MemoryManager;
import telegraph.memory.Region;
import telegraph.store.Transaction;
import telegraph.tables.row.StoredTable;

/// What is wrong between a table and its indexes, found in memory of its own.
final class Checked {
    private static final long BYTES = 64 << 20;

    private Checked() {}

    static List<String> of(StoredTable table, Transaction transaction) {
        try (MemoryManager memory = new MemoryManager(BYTES);
                Region region = memory.query("check", BYTES)) {
            return TableCheck.of(table, transaction, region);
        }
    }
}
