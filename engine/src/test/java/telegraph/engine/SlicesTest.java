package telegraph.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import telegraph.engine.vector.Expression;

class SlicesTest {
    private final Slices slices = new Slices();
    private final List<Integer> used = new ArrayList<>();
    private final List<Integer> counts = new ArrayList<>();

    /// Takes rows as long as they are at most `most`.
    private void take(int[] selection, int count, int most) {
        used.clear();
        counts.clear();
        slices.forEach(
                selection,
                count,
                new Slices.Work<RuntimeException>() {
                    @Override
                    public void evaluate(int[] some, int someCount) {
                        if (someCount > most) {
                            throw Expression.TooManyRows.NOW;
                        }
                    }

                    @Override
                    public void use(int[] some, int someCount) {
                        counts.add(someCount);
                        IntStream.range(0, someCount).forEach(i -> used.add(some[i]));
                    }
                });
    }

    @Test
    void everyRowIsUsedOnceInOrderHoweverFewFit() {
        int[] selection = IntStream.range(0, 4096).filter(i -> i % 3 == 1).toArray();
        List<Integer> all = IntStream.of(selection).boxed().toList();
        for (int most : new int[] {4096, 1000, 7, 1, 64, 4096}) {
            for (int count : new int[] {0, 1, 2, 63, selection.length}) {
                take(selection, count, most);
                assertEquals(all.subList(0, count), used, "most=" + most);
                assertTrue(counts.stream().allMatch(c -> c <= most));
            }
        }
    }

    @Test
    void rowsThatFitGoAtOnceAndMoreAreTriedAgainLater() {
        int[] selection = IntStream.range(0, 4096).toArray();
        take(selection, 4096, 4096);
        assertEquals(List.of(4096), counts);
        take(selection, 4096, 100);
        assertEquals(64, counts.getFirst());
        take(selection, 4096, 4096);
        assertTrue(counts.getFirst() <= 128, "it remembers what was too much");
        for (int i = 0; i < 100; i++) {
            take(selection, 4096, 4096);
        }
        assertEquals(List.of(4096), counts);
    }

    @Test
    void oneRowIsNeverTooMany() {
        assertThrows(IllegalStateException.class, () -> take(new int[] {5}, 1, 0));
    }
}
