package telegraph.ground;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class EditDistanceTest {
    @Test
    void lettersAreInsertedDeletedAndReplaced() {
        assertEquals(0, EditDistance.of("abc", "abc"));
        assertEquals(2, EditDistance.of("abc", "acb"));
        assertEquals(3, EditDistance.of("", "abc"));
        assertEquals(3, EditDistance.of("kitten", "sitting"));
    }

    @Test
    void aSwapOfNeighboursIsOneEditWhereItIsAllowed() {
        assertEquals(1, EditDistance.withSwaps("abc", "acb"));
        assertEquals(3, EditDistance.withSwaps("ca", "abc"));
        assertEquals(3, EditDistance.withSwaps("kitten", "sitting"));
    }
}
