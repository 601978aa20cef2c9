package telegraph.crawler.frontier;

import java.net.InetAddress;
import telegraph.crawler.mark.DueHeap;

/// An address: its sites in memory, and when it may be asked again.
///
/// Threads: the frontier's.
final class WorkbenchEntry extends DueHeap.Item {
    final InetAddress address;
    final DueHeap<VisitState> ready = new DueHeap<>();
    long due;

    /// Sites in memory.
    int sites;

    /// Those of them that have no URL.
    int idle;

    /// Sites handed out.
    int out;

    WorkbenchEntry(InetAddress address, long due) {
        this.address = address;
        this.due = due;
    }
}
