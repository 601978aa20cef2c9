package telegraph.engine.eddy;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import telegraph.engine.Vector;
import telegraph.memory.Type;

/// Vectors not in use.
///
/// Threads: one worker.
final class VectorPool {
    private final Map<Type, ArrayDeque<Vector>> free = new HashMap<>();

    Vector take(Type type) {
        ArrayDeque<Vector> vectors = free.get(type);
        Vector vector = vectors == null ? null : vectors.poll();
        if (vector == null) {
            return new Vector(type);
        }
        vector.mayHaveNulls();
        vector.mayBeWide();
        return vector;
    }

    void give(Vector vector) {
        free.computeIfAbsent(vector.type, t -> new ArrayDeque<>()).push(vector);
    }
}
