package telegraph.engine.tuple;

import java.util.ArrayList;
import java.util.List;
import telegraph.engine.flow.PulledScan;
import telegraph.engine.source.MorselReader;

/// The readers a worker has open, one for each scan it reads units of.
///
/// A scan ends only when its readers are closed, so none is kept longer than there are units left,
/// nor while the worker waits.
///
/// Threads: one worker.
public final class OpenUnits {
    private final List<Open> readers = new ArrayList<>();

    private record Open(PulledScan pulling, MorselReader reader) {
        public void close() {
            pulling.close(reader);
        }
    }

    /// The reader of a scan, or null if it cannot be had.
    public MorselReader reader(PulledScan pulling) {
        for (Open open : readers) {
            if (open.pulling() == pulling) {
                return open.reader();
            }
        }
        MorselReader reader = pulling.reader();
        if (reader != null) {
            readers.add(new Open(pulling, reader));
        }
        return reader;
    }

    /// Closes the readers of scans all of whose units are taken, but for the one just being read.
    public void closeExhausted(PulledScan read) {
        for (int i = readers.size() - 1; i >= 0; i--) {
            PulledScan pulling = readers.get(i).pulling();
            if (pulling != read && pulling.isExhausted()) {
                readers.remove(i).close();
            }
        }
    }

    public void close() {
        while (!readers.isEmpty()) {
            readers.removeLast().close();
        }
    }
}
