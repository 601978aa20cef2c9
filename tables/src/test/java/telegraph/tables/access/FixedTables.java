package telegraph.tables.access;

import java.util.List;
import telegraph.language.ast.TableName;
import telegraph.tables.catalog.Sequence;
import telegraph.tables.row.StoredTable;

/// A few tables that stay as they are.
public record FixedTables(List<StoredTable> all, DeferredChecks deferred)
        implements TransactionTables {
    public FixedTables(List<StoredTable> all) {
        this(all, new DeferredChecks());
    }

    public static FixedTables of(StoredTable... tables) {
        return new FixedTables(List.of(tables));
    }

    @Override
    public StoredTable table(TableName name) {
        return all.stream()
                .filter(t -> t.definition().name().folded().equals(name.folded()))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public List<StoredTable> referring(TableName name) {
        return all.stream()
                .filter(t ->
                        t.definition().foreignKeys().stream()
                                .anyMatch(f -> f.table().folded().equals(name.folded())))
                .toList();
    }

    @Override
    public boolean isNew(TableName name) {
        return false;
    }

    @Override
    public boolean isNew(Sequence sequence) {
        return false;
    }
}
