package telegraph.ground;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Which word is near and which is not.
class NearestTest {
    private static final List<String> NAMES =
            List.of("title", "tailnum", "year", "manufacturer", "id", "Seats", "dep_delay");

    private static Optional<String> nearest(String word) {
        return Nearest.of(word, NAMES);
    }

    @Test
    void oneSlipIsForgiven() {
        assertEquals(Optional.of("title"), nearest("titel"));
        assertEquals(Optional.of("tailnum"), nearest("talnum"));
        assertEquals(Optional.of("year"), nearest("yera"));
        assertEquals(Optional.of("Seats"), nearest("SEAT"));
        assertEquals(Optional.of("id"), nearest("ids"));
    }

    @Test
    void longWordsMayDifferMore() {
        assertEquals(Optional.of("manufacturer"), nearest("manufcatruer"));
        assertEquals(Optional.of("dep_delay"), nearest("depdelays"));
    }

    @Test
    void aWordCutShortIsFound() {
        assertEquals(Optional.of("manufacturer"), nearest("manu"));
        assertEquals(Optional.of("tailnum"), nearest("tailnumber"));
    }

    @Test
    void whatIsFarIsNotOffered() {
        assertEquals(Optional.empty(), nearest("engine"));
        assertEquals(Optional.empty(), nearest("x"));
        assertEquals(Optional.empty(), nearest(""));
        assertEquals(Optional.empty(), Nearest.of("a", List.of()));
    }

    @Test
    void adviceNamesTheNearestOrAllThereAre() {
        assertEquals(". Did you mean \"year\"?", Nearest.advice("yera", NAMES));
        assertEquals(". There are: a, b.", Nearest.advice("zzz", List.of("b", "a")));
        assertEquals(".", Nearest.advice("zzz", List.of()));
    }
}
