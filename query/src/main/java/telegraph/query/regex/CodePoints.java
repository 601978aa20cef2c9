package telegraph.query.regex;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;

/// A set of code points, as the ends of its runs: the first is in it, the second behind a run, and
/// so on, each greater than the one before.
///
/// Threads: any.
final class CodePoints {
    static final int LIMIT = Character.MAX_CODE_POINT + 1;

    static final CodePoints NONE = new CodePoints(new int[0]);

    private final int[] ends;

    private CodePoints(int[] ends) {
        this.ends = ends;
    }

    static CodePoints of(int point) {
        return new Builder().add(point).build();
    }

    static CodePoints all() {
        return new Builder().add(0, LIMIT - 1).build();
    }

    /// Those of which something holds.
    static CodePoints where(IntPredicate holds) {
        Builder builder = new Builder();
        int start = -1;
        for (int point = 0; point <= LIMIT; point++) {
            boolean in = point < LIMIT && holds.test(point);
            if (in && start < 0) {
                start = point;
            } else if (!in && start >= 0) {
                builder.add(start, point - 1);
                start = -1;
            }
        }
        return builder.build();
    }

    int[] ends() {
        return ends.clone();
    }

    CodePoints complement() {
        boolean fromZero = ends.length > 0 && ends[0] == 0;
        boolean toLimit = ends.length > 0 && ends[ends.length - 1] == LIMIT;
        List<Integer> others = new ArrayList<>();
        if (!fromZero) {
            others.add(0);
        }
        for (int i = fromZero ? 1 : 0; i < ends.length - (toLimit ? 1 : 0); i++) {
            others.add(ends[i]);
        }
        if (!toLimit) {
            others.add(LIMIT);
        }
        return new CodePoints(others.stream().mapToInt(Integer::intValue).toArray());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CodePoints points && Arrays.equals(ends, points.ends);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(ends);
    }

    @Override
    public String toString() {
        return Arrays.toString(ends);
    }

    /// Gathers runs in any order.
    static final class Builder {
        private final List<int[]> runs = new ArrayList<>();

        Builder add(int point) {
            return add(point, point);
        }

        Builder add(int first, int last) {
            if (first <= last && first < LIMIT) {
                runs.add(new int[] {first, Math.min(last, LIMIT - 1) + 1});
            }
            return this;
        }

        Builder add(CodePoints points) {
            for (int i = 0; i < points.ends.length; i += 2) {
                add(points.ends[i], points.ends[i + 1] - 1);
            }
            return this;
        }

        CodePoints build() {
            runs.sort(Comparator.comparingInt(run -> run[0]));
            int[] ends = new int[runs.size() * 2];
            int count = 0;
            for (int[] run : runs) {
                if (count > 0 && run[0] <= ends[count - 1]) {
                    ends[count - 1] = Math.max(ends[count - 1], run[1]);
                } else {
                    ends[count++] = run[0];
                    ends[count++] = run[1];
                }
            }
            return new CodePoints(Arrays.copyOf(ends, count));
        }
    }
}
