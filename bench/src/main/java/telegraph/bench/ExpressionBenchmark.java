package telegraph.bench;

import java.lang.classfile.ClassFile;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import telegraph.memory.Batch;

/// Ways to compute `price * (1 - discount) * (1 + tax)` over decimals of one word, a batch at a
/// time: the expression of TPC-H's first query.
///
/// Nanoseconds per row. `scan` methods compute as many rows as lineitem has at scale 1, and the
/// fused one makes, loads and warms up its class in that time, as a query that comes once does.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(ExpressionBenchmark.ROWS)
public class ExpressionBenchmark {
    static final int ROWS = Batch.ROWS_MAX;
    private static final int BATCHES = 1_465;
    private static final long ONE = 100;
    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final long[] price = new long[ROWS];
    private final long[] discount = new long[ROWS];
    private final long[] tax = new long[ROWS];
    private final boolean[] nulls = new boolean[ROWS];
    private final long[] left = new long[ROWS];
    private final long[] right = new long[ROWS];
    private final long[] product = new long[ROWS];
    private final long[] result = new long[ROWS];
    private final long[] highs = new long[ROWS];
    private final int[] some = new int[ROWS / 8];
    private MemorySegment segment;
    private Loop fused;

    /// A whole expression over one batch.
    public interface Loop {
        void compute(long[] price, long[] discount, long[] tax, long[] to, int count);
    }

    @Setup
    public void fill() throws ReflectiveOperationException {
        Random random = new Random(1);
        segment = Arena.ofAuto().allocate(24L * ROWS, 64);
        for (int i = 0; i < ROWS; i++) {
            price[i] = random.nextInt(10_000_000);
            discount[i] = random.nextInt(11);
            tax[i] = random.nextInt(9);
            segment.set(LONG, 8L * i, price[i]);
            segment.set(LONG, 8L * (ROWS + i), discount[i]);
            segment.set(LONG, 8L * (2 * ROWS + i), tax[i]);
        }
        for (int i = 0; i < some.length; i++) {
            some[i] = i * 8 + random.nextInt(8);
        }
        fused = generate();
    }

    /// Every value by itself, with its NULL and its overflow, into two words.
    @Benchmark
    public long[] valueByValue() {
        long wrong = 0;
        for (int i = 0; i < ROWS; i++) {
            if (!nulls[i]) {
                long a = price[i];
                long b = ONE - discount[i];
                long first = a * b;
                wrong |= Math.multiplyHigh(a, b) ^ first >> 63;
                long c = ONE + tax[i];
                long second = first * c;
                wrong |= Math.multiplyHigh(first, c) ^ second >> 63;
                result[i] = second;
                highs[i] = second >> 63;
            }
        }
        return wrong == 0 ? result : null;
    }

    /// An operator after the other, each asking its operands for their largest first.
    @Benchmark
    public long[] arrays() {
        return byOperator();
    }

    /// The same for one row in eight, looked up in a selection.
    @Benchmark
    @OperationsPerInvocation(ROWS / 8)
    public long[] arraysSelected() {
        long bits = bits(discount, some) | bits(price, some) | bits(tax, some);
        minus(discount, left, some);
        times(price, left, product, some);
        plus(tax, right, some);
        times(product, right, result, some);
        return bits < 64 ? result : null;
    }

    /// All operators in one loop of a generated class, after the same questions.
    @Benchmark
    public long[] fused() {
        int bits = bits(price) + bits(discount) + bits(tax);
        fused.compute(price, discount, tax, result, ROWS);
        return bits < 64 ? result : null;
    }

    /// All operators in one loop, straight from a batch's memory.
    @Benchmark
    public long[] segments() {
        MemorySegment from = segment;
        long[] to = result;
        for (int i = 0; i < ROWS; i++) {
            to[i] =
                    from.get(LONG, 8L * i)
                            * (ONE - from.get(LONG, 8L * (ROWS + i)))
                            * (ONE + from.get(LONG, 8L * (2 * ROWS + i)));
        }
        return to;
    }

    @Benchmark
    @OperationsPerInvocation(ROWS * BATCHES)
    public long[] scanArrays() {
        for (int batch = 0; batch < BATCHES; batch++) {
            byOperator();
        }
        return result;
    }

    @Benchmark
    @OperationsPerInvocation(ROWS * BATCHES)
    public long[] scanFused() throws ReflectiveOperationException {
        Loop once = generate();
        for (int batch = 0; batch < BATCHES; batch++) {
            int bits = bits(price) + bits(discount) + bits(tax);
            if (bits < 64) {
                once.compute(price, discount, tax, result, ROWS);
            }
        }
        return result;
    }

    private long[] byOperator() {
        int bits = bits(discount);
        minus(discount, left);
        bits += bits(price) + bits(left);
        times(price, left, product);
        bits += bits(tax);
        plus(tax, right);
        bits |= bits(product) + bits(right);
        times(product, right, result);
        return bits < 256 ? result : null;
    }

    private static int bits(long[] values) {
        long all = 0;
        for (int i = 0; i < ROWS; i++) {
            all |= values[i] ^ values[i] >> 63;
        }
        return Long.SIZE - Long.numberOfLeadingZeros(all);
    }

    private static void minus(long[] from, long[] to) {
        for (int i = 0; i < ROWS; i++) {
            to[i] = ONE - from[i];
        }
    }

    private static void plus(long[] from, long[] to) {
        for (int i = 0; i < ROWS; i++) {
            to[i] = ONE + from[i];
        }
    }

    private static void times(long[] a, long[] b, long[] to) {
        for (int i = 0; i < ROWS; i++) {
            to[i] = a[i] * b[i];
        }
    }

    private static int bits(long[] values, int[] selection) {
        long all = 0;
        for (int at : selection) {
            all |= values[at] ^ values[at] >> 63;
        }
        return Long.SIZE - Long.numberOfLeadingZeros(all);
    }

    private static void minus(long[] from, long[] to, int[] selection) {
        for (int at : selection) {
            to[at] = ONE - from[at];
        }
    }

    private static void plus(long[] from, long[] to, int[] selection) {
        for (int at : selection) {
            to[at] = ONE + from[at];
        }
    }

    private static void times(long[] a, long[] b, long[] to, int[] selection) {
        for (int at : selection) {
            to[at] = a[at] * b[at];
        }
    }

    /// A class whose one method is the loop over the whole expression.
    private static Loop generate() throws ReflectiveOperationException {
        ClassDesc longs = ConstantDescs.CD_long.arrayType();
        MethodTypeDesc shape =
                MethodTypeDesc.of(
                        ConstantDescs.CD_void, longs, longs, longs, longs, ConstantDescs.CD_int);
        byte[] bytes =
                ClassFile.of()
                        .build(
                                ClassDesc.of("telegraph.bench.FusedExpression"),
                                type -> {
                                    type.withInterfaceSymbols(
                                            Loop.class.describeConstable().orElseThrow());
                                    type.withMethodBody(
                                            ConstantDescs.INIT_NAME,
                                            ConstantDescs.MTD_void,
                                            ClassFile.ACC_PUBLIC,
                                            code ->
                                                    code.aload(0)
                                                            .invokespecial(
                                                                    ConstantDescs.CD_Object,
                                                                    ConstantDescs.INIT_NAME,
                                                                    ConstantDescs.MTD_void)
                                                            .return_());
                                    type.withMethodBody(
                                            "compute",
                                            shape,
                                            ClassFile.ACC_PUBLIC,
                                            code -> {
                                                Label test = code.newLabel();
                                                Label body = code.newLabel();
                                                code.iconst_0().istore(6).goto_(test);
                                                code.labelBinding(body);
                                                code.aload(4).iload(6);
                                                code.aload(1).iload(6).laload();
                                                code.loadConstant(ONE);
                                                code.aload(2).iload(6).laload().lsub().lmul();
                                                code.loadConstant(ONE);
                                                code.aload(3).iload(6).laload().ladd().lmul();
                                                code.arrayStore(TypeKind.LONG).iinc(6, 1);
                                                code.labelBinding(test);
                                                code.iload(6).iload(5).if_icmplt(body).return_();
                                            });
                                });
        return (Loop)
                MethodHandles.lookup()
                        .defineHiddenClass(bytes, true)
                        .lookupClass()
                        .getConstructor()
                        .newInstance();
    }
}
