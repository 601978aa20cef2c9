package telegraph.query.regex;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/// The colors of an expression: characters that all of its sets treat alike have one.
///
/// An automaton has as many transitions at a state as there are colors, not characters. One color
/// more, [#edge], is that of the two ends of a text.
///
/// Threads: any.
final class Palette {
    /// Colors are kept in 16 bits.
    private static final int COLORS_MAX = 60_000;

    private static final int ASCII = 128;

    /// Where runs of one color start, and the color of each.
    private final int[] starts;

    private final char[] colors;
    private final char[] ascii = new char[ASCII];
    private final int count;
    private final Map<CodePoints, BitSet> sets = new HashMap<>();

    Palette(RegexTerm term) {
        Map<CodePoints, Integer> numbers = new LinkedHashMap<>();
        collect(term, numbers);
        int[][] turns =
                numbers.entrySet().stream()
                        .flatMap(e ->
                                Arrays.stream(e.getKey().ends())
                                        .mapToObj(end -> new int[] {end, e.getValue()}))
                        .sorted(Comparator.comparingInt(turn -> turn[0]))
                        .toArray(int[][]::new);
        numbers.keySet().forEach(set -> sets.put(set, new BitSet()));
        CodePoints[] known = numbers.keySet().toArray(new CodePoints[0]);
        Map<BitSet, Integer> mixtures = new HashMap<>();
        int[] places = new int[turns.length + 1];
        char[] of = new char[turns.length + 1];
        BitSet in = new BitSet();
        int runs = 0;
        int next = 0;
        int start = 0;
        while (start < CodePoints.LIMIT) {
            while (next < turns.length && turns[next][0] == start) {
                in.flip(turns[next++][1]);
            }
            Integer color = mixtures.get(in);
            if (color == null) {
                color = mixtures.size();
                if (color >= COLORS_MAX) {
                    throw new TooComplex();
                }
                mixtures.put((BitSet) in.clone(), color);
                for (int i = in.nextSetBit(0); i >= 0; i = in.nextSetBit(i + 1)) {
                    sets.get(known[i]).set(color);
                }
            }
            places[runs] = start;
            of[runs++] = (char) color.intValue();
            start = next < turns.length ? turns[next][0] : CodePoints.LIMIT;
        }
        this.starts = Arrays.copyOf(places, runs);
        this.colors = Arrays.copyOf(of, runs);
        this.count = mixtures.size();
        for (int point = 0; point < ASCII; point++) {
            ascii[point] = look(point);
        }
    }

    private static void collect(RegexTerm term, Map<CodePoints, Integer> into) {
        switch (term) {
            case RegexTerm.Letter(CodePoints of) -> into.putIfAbsent(of, into.size());
            case RegexTerm.Beside(_, CodePoints of, _) -> into.putIfAbsent(of, into.size());
            case RegexTerm.Sequence sequence -> sequence.terms().forEach(t -> collect(t, into));
            case RegexTerm.Choice choice -> choice.terms().forEach(t -> collect(t, into));
            case RegexTerm.Repetition repetition -> collect(repetition.of(), into);
            case RegexTerm.Group group -> collect(group.of(), into);
            case RegexTerm.Constraint constraint -> collect(constraint.of(), into);
            case RegexTerm.Look look -> collect(look.at(), into);
            case RegexTerm.Reference _ -> {} // its group is elsewhere
        }
    }

    /// The color of the ends, one more than that of characters.
    int edge() {
        return count;
    }

    char of(int point) {
        return point < ASCII ? ascii[point] : look(point);
    }

    private char look(int point) {
        int at = Arrays.binarySearch(starts, point);
        return colors[at >= 0 ? at : -at - 2];
    }

    /// The colors of a set that the expression has.
    BitSet of(CodePoints set) {
        return sets.get(set);
    }
}
