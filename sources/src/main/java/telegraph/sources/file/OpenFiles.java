package telegraph.sources.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The files that a reader of blocks has open, at most so many at once.
///
/// Threads: one opens; any may close, and then nothing opens any more.
public final class OpenFiles implements AutoCloseable {
    private static final int OPEN_MAX = 64;

    private final List<FileOrigin.Local> files;
    private final Map<Integer, BlockBytes> open = new HashMap<>();
    private boolean closed;

    public OpenFiles(List<FileOrigin.Local> files) {
        this.files = files;
    }

    public synchronized BlockBytes open(int file) throws IOException {
        if (closed) {
            throw new IOException("reading was ended");
        }
        BlockBytes bytes = open.get(file);
        if (bytes == null) {
            if (open.size() == OPEN_MAX) {
                closeAll();
            }
            bytes = new BlockBytes(files.get(file));
            open.put(file, bytes);
        }
        return bytes;
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        closeAll();
    }

    private void closeAll() throws IOException {
        List<BlockBytes> all = new ArrayList<>(open.values());
        open.clear();
        IOException first = null;
        for (BlockBytes bytes : all) {
            try {
                bytes.close();
            } catch (IOException e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
