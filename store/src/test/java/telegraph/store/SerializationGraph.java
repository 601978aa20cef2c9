package telegraph.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import telegraph.ground.Isolation;

/// Who wrote what, who read it and who overwrote it, as a graph between transactions.
///
/// A value is a version: a number never used twice, 0 for the first of a key. Edges go
///
/// - from who wrote a version to who overwrote it (write),
/// - from who wrote a version to who read it (read),
/// - from who read a version to who overwrote it (anti).
///
/// Levels promise (Adya, *Weak Consistency*, 1999): all of them, no circle of write edges; from
/// READ_COMMITTED on, no version read of who rolled back or wrote the key again, and no circle of
/// write and read edges; from REPEATABLE_READ on, no circle at all, as keys neither come nor go.
///
/// Threads: any begin nodes, each of which belongs to one; the check comes when they have ended.
final class SerializationGraph {
    private final AtomicLong versions = new AtomicLong();
    private final Queue<Node> nodes = new ConcurrentLinkedQueue<>();

    private record Version(int key, long number) {}

    /// A transaction.
    final class Node {
        private final List<Version> read = new ArrayList<>();
        private final Map<Integer, Long> overwritten = new HashMap<>();
        private final Map<Integer, Long> written = new HashMap<>();
        private boolean committed;

        void reads(int key, long version) {
            if (!written.containsKey(key)) {
                read.add(new Version(key, version));
            } else {
                assertEquals(written.get(key), version, "a transaction sees what it wrote");
            }
        }

        /// A new version in place of one that was read for update.
        long overwrites(int key, long version) {
            Long own = written.get(key);
            if (own == null) {
                overwritten.put(key, version);
            } else {
                assertEquals(own, version, "a transaction sees what it wrote");
            }
            long mine = versions.incrementAndGet();
            written.put(key, mine);
            return mine;
        }

        void committed() {
            committed = true;
        }
    }

    Node begin() {
        Node node = new Node();
        nodes.add(node);
        return node;
    }

    long committed() {
        return nodes.stream().filter(node -> node.committed).count();
    }

    void check(Isolation level) {
        Map<Version, Node> writers = new HashMap<>();
        Map<Version, Node> overwriters = new HashMap<>();
        List<Node> done = nodes.stream().filter(node -> node.committed).toList();
        for (Node node : done) {
            node.written.forEach((key, mine) -> writers.put(new Version(key, mine), node));
            node.overwritten.forEach((key, old) -> {
                Node other = overwriters.put(new Version(key, old), node);
                assertTrue(other == null, "a version was overwritten twice: key=" + key);
            });
        }
        Map<Node, Set<Node>> edges = new HashMap<>();
        for (Node node : done) {
            node.overwritten.forEach(
                    (key, old) -> edge(edges, writers.get(new Version(key, old)), node));
        }
        assertNoCircle(edges, "of writes");
        if (level == Isolation.READ_UNCOMMITTED) {
            return;
        }
        for (Node node : done) {
            for (Version version : node.read) {
                if (version.number != 0) {
                    assertNotNull(writers.get(version), "a version read was committed");
                }
                edge(edges, writers.get(version), node);
            }
        }
        assertNoCircle(edges, "of writes and reads");
        if (level == Isolation.READ_COMMITTED) {
            return;
        }
        for (Node node : done) {
            for (Version version : node.read) {
                edge(edges, node, overwriters.get(version));
            }
        }
        assertNoCircle(edges, "at all");
    }

    private static void edge(Map<Node, Set<Node>> edges, Node from, Node to) {
        if (from != null && to != null && from != to) {
            edges.computeIfAbsent(from, node -> new HashSet<>()).add(to);
        }
    }

    /// Takes away who has no edge to him, until nobody is left.
    private static void assertNoCircle(Map<Node, Set<Node>> edges, String kind) {
        Map<Node, Integer> incoming = new HashMap<>();
        edges.forEach((from, all) -> {
            incoming.putIfAbsent(from, 0);
            all.forEach(to -> incoming.merge(to, 1, Integer::sum));
        });
        Deque<Node> free = new ArrayDeque<>();
        incoming.forEach((node, count) -> {
            if (count == 0) {
                free.add(node);
            }
        });
        int taken = 0;
        while (!free.isEmpty()) {
            taken++;
            for (Node to : edges.getOrDefault(free.poll(), Set.of())) {
                if (incoming.merge(to, -1, Integer::sum) == 0) {
                    free.add(to);
                }
            }
        }
        assertEquals(incoming.size(), taken, "there is no circle " + kind);
    }
}
