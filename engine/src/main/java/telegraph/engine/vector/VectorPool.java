package telegraph.engine.vector;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import telegraph.memory.Type;

/// The vectors of one worker that nobody reads: an expression takes one for its values, and whoever
/// has read them gives it back, so that a thousand operators over one another need as many vectors
/// as are read at the same time, and these stay in the cache.
///
/// There are at most as many as were ever taken at once. Threads: one worker.
public final class VectorPool {
    private final Map<Type, ArrayDeque<Vector>> free = new HashMap<>();

    /// A vector as a new one is, but for the values, which are whatever they are.
    public Vector take(Type type) {
        ArrayDeque<Vector> some = free.get(type);
        Vector vector = some == null ? null : some.poll();
        if (vector == null) {
            return new Vector(type);
        }
        vector.mayHaveNulls();
        vector.mayBeWide();
        return vector;
    }

    /// Nobody reads the vector any more.
    public void give(Vector vector) {
        free.computeIfAbsent(vector.type, _ -> new ArrayDeque<>()).push(vector);
    }
}
