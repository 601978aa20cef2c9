package telegraph.bench.load;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.PutFlags;
import org.lmdbjava.Txn;

/// LMDB by its Java binding, with buffers outside the heap: a reading transaction is begun for each
/// read, or one of each client is renewed again and again, which its manual says is fastest.
final class LmdbPeer implements Peer {
    private static final long MAP_BYTES = 1L << 30;

    /// Each run has readers of its own, which stay until the end.
    private static final int READERS_MAX = 1_024;

    private static final int ROWS_A_COMMIT = 10_000;

    private final Env<ByteBuffer> env;
    private final Dbi<ByteBuffer> table;
    private final boolean isRenewed;

    /// @param isRenewed whether reading transactions are used again
    LmdbPeer(Path directory, boolean isRenewed) {
        this.isRenewed = isRenewed;
        env =
                Env.create()
                        .setMapSize(MAP_BYTES)
                        .setMaxDbs(1)
                        .setMaxReaders(READERS_MAX)
                        .open(directory.toFile(), EnvFlags.MDB_NOTLS);
        table = env.openDbi("foo", DbiFlags.MDB_CREATE);
    }

    @Override
    public String commits() {
        return "default: data forced";
    }

    @Override
    public void load(int rows) {
        ByteBuffer key = ByteBuffer.allocateDirect(Integer.BYTES);
        ByteBuffer value = ByteBuffer.allocateDirect(Text.LENGTH);
        for (int start = 0; start < rows; start += ROWS_A_COMMIT) {
            try (Txn<ByteBuffer> txn = env.txnWrite()) {
                for (int a = start; a < Math.min(rows, start + ROWS_A_COMMIT); a++) {
                    key.clear().putInt(a).flip();
                    value.clear().put(Text.bytes(a, 0)).flip();
                    table.put(txn, key, value, PutFlags.MDB_APPEND);
                }
                txn.commit();
            }
        }
    }

    @Override
    public Client client() {
        return new LmdbClient(env, table, isRenewed);
    }

    @Override
    public void close() {
        env.close();
    }

    private static final class LmdbClient implements Client {
        private final Env<ByteBuffer> env;
        private final Dbi<ByteBuffer> table;
        private final Txn<ByteBuffer> reader;
        private final ByteBuffer key = ByteBuffer.allocateDirect(Integer.BYTES);
        private final ByteBuffer value = ByteBuffer.allocateDirect(Text.LENGTH);
        private final byte[] copy = new byte[Text.LENGTH];

        LmdbClient(Env<ByteBuffer> env, Dbi<ByteBuffer> table, boolean isRenewed) {
            this.env = env;
            this.table = table;
            this.reader = isRenewed ? env.txnRead() : null;
            if (isRenewed) {
                reader.reset();
            }
        }

        private Txn<ByteBuffer> begin() {
            if (reader == null) {
                return env.txnRead();
            }
            reader.renew();
            return reader;
        }

        private void end(Txn<ByteBuffer> txn) {
            if (reader == null) {
                txn.close();
            } else {
                reader.reset();
            }
        }

        @Override
        public long select(int a) {
            Txn<ByteBuffer> txn = begin();
            key.clear().putInt(a).flip();
            ByteBuffer found = table.get(txn, key);
            long sum = found == null ? 0 : a;
            end(txn);
            return sum;
        }

        @Override
        public long selectAll(int a) {
            Txn<ByteBuffer> txn = begin();
            key.clear().putInt(a).flip();
            ByteBuffer found = table.get(txn, key);
            if (found != null) {
                found.get(0, copy);
            }
            end(txn);
            return found == null ? 0 : a + copy.length;
        }

        @Override
        public long update(int a, int version) {
            return put(a, version);
        }

        @Override
        public long insert(int a) {
            return put(a, 0, PutFlags.MDB_NOOVERWRITE);
        }

        private long put(int a, int version, PutFlags... flags) {
            key.clear().putInt(a).flip();
            value.clear().put(Text.bytes(a, version)).flip();
            try (Txn<ByteBuffer> txn = env.txnWrite()) {
                boolean done = table.put(txn, key, value, flags);
                txn.commit();
                return done ? 1 : 0;
            }
        }

        @Override
        public long delete(int a) {
            key.clear().putInt(a).flip();
            try (Txn<ByteBuffer> txn = env.txnWrite()) {
                boolean done = table.delete(txn, key);
                txn.commit();
                return done ? 1 : 0;
            }
        }

        @Override
        public void close() {
            if (reader != null) {
                reader.close();
            }
        }
    }
}
