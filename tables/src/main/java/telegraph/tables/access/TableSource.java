package telegraph.tables.access;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import telegraph.engine.Column;
import telegraph.engine.source.Access;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.Range;
import telegraph.engine.source.Reader;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Sink;
import telegraph.engine.source.SortedScan;
import telegraph.engine.source.Source;
import telegraph.engine.source.Traits;
import telegraph.language.ast.DeclaredColumns;
import telegraph.memory.Type;
import telegraph.store.ReadMode;
import telegraph.store.Store;
import telegraph.store.Transaction;
import telegraph.tables.row.KeySpan;
import telegraph.tables.row.StoredIndex;
import telegraph.tables.row.StoredTable;

/// A table as a query reads it, within a transaction.
///
/// It can be scanned, in parts of about equally many pages in random order, so that running answers
/// rest on a true sample; where the query fixes the first columns of the primary key or of an
/// index, or gives a range for them, only those entries are read. It can be looked up by the
/// primary key, by the first columns of it, and by each index.
///
/// Threads: any. The transaction stays open while readers run.
public final class TableSource implements Source, DeclaredColumns {
    /// The column that [#numbered] adds.
    public static final String NUMBER = "#row";

    /// Lookups are short, and each of those under way has a thread.
    private static final int LOOKUPS_MAX = 16;

    private static final long PAGE_BYTES = 8_192;

    private final StoredTable table;
    private final Store store;
    private final Transaction transaction;
    private final ReadMode reading;
    private final boolean numbered;

    /// The way that scans take, whatever they ask; null for the best.
    private final RowPath way;

    private final Schema schema;
    private final Access access;
    private volatile Best best;

    private TableSource(
            StoredTable table,
            Store store,
            Transaction transaction,
            ReadMode reading,
            boolean numbered,
            RowPath way) {
        this.table = table;
        this.way = way;
        this.store = store;
        this.transaction = transaction;
        this.reading = reading;
        this.numbered = numbered && !table.hasPrimaryKey();
        this.schema = this.numbered ? withNumber(table.schema()) : table.schema();
        this.access = new Access(true, binds(table));
    }

    /// @param transaction that of the query, open
    /// @param reading what is locked of what is read
    public TableSource(StoredTable table, Store store, Transaction transaction, ReadMode reading) {
        this(table, store, transaction, reading, false, null);
    }

    /// The same with the hidden number of each row as the last column, [#NUMBER], if the table has
    /// no primary key: with it the row can be found again.
    public TableSource numbered() {
        return new TableSource(table, store, transaction, reading, true, way);
    }

    @Override
    public Optional<Source> sorted(SortedScan wanted) {
        return KeyPath.sorted(table, wanted, store, transaction)
                .map(path -> new TableSource(table, store, transaction, reading, numbered, path));
    }

    @Override
    public Optional<Source> ends(int column) {
        return KeyEnds.of(table, column)
                .map(ends -> new TableSource(table, store, transaction, reading, numbered, ends));
    }

    private static Schema withNumber(Schema schema) {
        List<Column> columns = new ArrayList<>(schema.columns());
        columns.add(new Column(NUMBER, Type.BIGINT));
        return new Schema(columns);
    }

    private static List<int[]> binds(StoredTable table) {
        List<int[]> binds = new ArrayList<>();
        int[] key = table.keyColumnsShared();
        for (int count = key.length; count > 0; count--) {
            binds.add(Arrays.copyOf(key, count));
        }
        for (StoredIndex index : table.wholeIndexes()) {
            if (binds.stream().noneMatch(b -> Reference.sameSet(b, index.columnsShared()))) {
                binds.add(index.columns());
            }
        }
        return binds;
    }

    public StoredTable table() {
        return table;
    }

    @Override
    public String name() {
        return table.name();
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public String declared(int column) {
        return isNumber(column) ? "" : table.definition().columns().get(column).type().written();
    }

    @Override
    public boolean isHidden(int column) {
        return isNumber(column);
    }

    @Override
    public List<Integer> primaryKey() {
        return Arrays.stream(table.keyColumnsShared()).boxed().toList();
    }

    @Override
    public Access access() {
        return access;
    }

    @Override
    public Traits traits() {
        return new Traits(
                Traits.Order.UNKNOWN,
                OptionalLong.of(store.entries(table.container())),
                table.keyColumns(),
                LOOKUPS_MAX);
    }

    @Override
    public OptionalLong sampledBytes() {
        return OptionalLong.of(store.pages(table.container()) * PAGE_BYTES);
    }

    @Override
    public Optional<String> path(ScanRequest request) {
        return way != null ? Optional.of(way.name()) : best(request).map(KeyPath::name);
    }

    /// Found once for those who ask for the way and then go it.
    private Optional<KeyPath> best(ScanRequest request) {
        Best last = best;
        if (last == null || !last.isOf(request)) {
            KeyPath.Known known = new KeyPath.Known(request.constants(), request.ranges());
            last =
                    new Best(
                            request.constants(),
                            request.ranges(),
                            KeyPath.of(table, known, store, transaction));
            best = last;
        }
        return last.path;
    }

    /// The best way by what was known of the rows.
    private record Best(
            Map<Integer, List<Object>> constants,
            Map<Integer, Range> ranges,
            Optional<KeyPath> path) {
        boolean isOf(ScanRequest request) {
            return constants == request.constants() && ranges == request.ranges();
        }
    }

    @Override
    public boolean isLocal() {
        return true;
    }

    @Override
    public boolean isAtHand() {
        return true;
    }

    @Override
    public Reader scan(ScanRequest request) {
        return sink -> {
            try (StoredRows out =
                    new StoredRows(this, request.columns(), request.rowsWanted(), sink)) {
                if (way == null) {
                    scan(request, sink, out);
                } else {
                    way.read(transaction, reading, out);
                }
            }
        };
    }

    private void scan(ScanRequest request, Sink sink, StoredRows out) throws InterruptedException {
        Optional<KeyPath> path = best(request);
        Optional<KeySpan> span = path.isEmpty() ? Optional.of(KeySpan.ALL) : path.get().span();
        if (path.isEmpty()) {
            sink.meter().rowsTotal(store.entries(table.container()));
        }
        if (span.isEmpty()) {
            path.get().read(transaction, reading, out);
        } else if (request.sampleSeed().isEmpty()) {
            new TableScan(this, span.get()).read(out);
        } else {
            new TableScan(this, span.get()).sample(request.sampleSeed().getAsLong(), sink, out);
        }
    }

    @Override
    public Reader lookup(LookupRequest request) {
        KeyPath path = KeyPath.of(table, request.bound(), request.values());
        return sink -> {
            try (StoredRows out = new StoredRows(this, request.columns(), -1, sink)) {
                path.read(transaction, reading, out);
            }
        };
    }

    Store store() {
        return store;
    }

    Transaction transaction() {
        return transaction;
    }

    ReadMode reading() {
        return reading;
    }

    /// Whether a column is the hidden number.
    boolean isNumber(int column) {
        return numbered && column == schema.size() - 1;
    }
}
