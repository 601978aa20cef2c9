package telegraph.bench.memory;

/// A tuple with a field for each of its values.
final class TupleObject {
    private final long key;
    private final long a;
    private final long b;
    private final long c;
    private final long d;
    private final long e;
    private final long f;
    private final long g;
    private final long h;
    private final long i;
    private final long j;
    private final long k;
    private final int last;

    TupleObject(long key) {
        this.key = key;
        a = Tuples.number(key, 0);
        b = Tuples.number(key, 1);
        c = Tuples.number(key, 2);
        d = Tuples.number(key, 3);
        e = Tuples.number(key, 4);
        f = Tuples.number(key, 5);
        g = Tuples.number(key, 6);
        h = Tuples.number(key, 7);
        i = Tuples.number(key, 8);
        j = Tuples.number(key, 9);
        k = Tuples.number(key, 10);
        last = (int) key;
    }

    /// The payload's second number.
    long second() {
        return b;
    }

    /// All of it, so that no field is left out by the compiler.
    long sum() {
        return key + a + b + c + d + e + f + g + h + i + j + k + last;
    }
}
