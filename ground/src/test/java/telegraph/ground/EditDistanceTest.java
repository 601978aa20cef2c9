package telegraph.ground;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class EditDistanceTest {
    @Test
    void lettersAreInsertedDeletedAndReplaced() {
        assertEquals(0, EditDistance.of("abc", "abc"));
        assertEquals(3, EditDistance.of("", "abc"));
        assertEquals(3, EditDistance.of("kitten", "sitting"));
    }

    @Test
    void aSwapOfNeighboursIsOneEdit() {
        assertEquals(1, EditDistance.of("abc", "acb"));
        assertEquals(3, EditDistance.of("ca", "abc"));
    }
}
