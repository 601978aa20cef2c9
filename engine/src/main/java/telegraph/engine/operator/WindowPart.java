package telegraph.engine.operator;

/// The partition being worked on: where it lies among the rows, and where the current row's peers
/// and frame do. Ends are exclusive.
///
/// Threads: one.
final class WindowPart {
    long start;
    long end;
    long row;
    long peerStart;
    long peerEnd;

    /// Which group of peers the row's is, from 0 on.
    long peerGroup;

    long frameStart;
    long frameEnd;

    long rows() {
        return end - start;
    }
}
