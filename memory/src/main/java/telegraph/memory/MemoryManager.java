package telegraph.memory;

import java.util.Optional;

/// Owns the off-heap bytes of the process and hands them out through a tree of regions.
///
/// ```
/// process ── query 1 ── source flights
///        │           ├─ stem planes
///        │           └─ aggregate
///        └── query 2 ── …
/// ```
///
/// Invariants:
///
/// 1. The bytes used by a region are those it holds itself plus those of its children.
/// 2. No region ever uses more than its limit, nor more than the limit of any region above it.
/// 3. When every query region is closed, [#used] is zero.
///
/// Any thread may call any method. Fjords and regions: Shah et al., *Java Support for
/// Data-Intensive Systems*, SIGMOD Record 2001.
public final class MemoryManager implements AutoCloseable {
    private final Region root;
    private final Optional<SpillSpace> spills;

    /// A manager that hands out at most `limitBytes` at once, to queries that fail when that is not
    /// enough.
    public MemoryManager(long limitBytes) {
        root = Region.root("process", limitBytes);
        spills = Optional.empty();
    }

    /// A manager that hands out at most `limitBytes` at once, to queries that may write batches to
    /// `spills` when that is not enough. The spills close with the manager.
    public MemoryManager(long limitBytes, SpillSpace spills) {
        this.root = Region.root("process", limitBytes);
        this.spills = Optional.of(spills);
    }

    /// A new region for one query, with memory of its own and, if the manager has a place for them,
    /// a spill file: closing it frees all it ever handed out.
    public Region query(String name, long limitBytes) {
        return root.query(name, limitBytes, spills.map(space -> space.file(name)).orElse(null));
    }

    public long used() {
        return root.used();
    }

    public long peak() {
        return root.peak();
    }

    public long limit() {
        return root.limit();
    }

    /// Closes all queries that are still open, and the spills.
    @Override
    public void close() {
        root.close();
        spills.ifPresent(SpillSpace::close);
    }
}
