package telegraph.server.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import telegraph.testkit.Seeds;

class UserTurnsTest {
    private final UserTurns<String> turns = new UserTurns<>();

    private void add(String... items) {
        for (String item : items) {
            turns.add(item.substring(0, 1), item);
        }
    }

    private List<String> all() {
        List<String> taken = new ArrayList<>();
        for (Optional<String> next = turns.next(_ -> true);
                next.isPresent();
                next = turns.next(_ -> true)) {
            taken.add(next.get());
        }
        return taken;
    }

    @Test
    void usersTakeTurnsAndEachIsServedInOrder() {
        add("a1", "a2", "a3", "b1", "b2", "c1");
        assertEquals(List.of("a1", "b1", "c1", "a2", "b2", "a3"), all());
        assertEquals(0, turns.size());
    }

    @Test
    void whoMayNotIsPassedOverAndKeepsTheTurn() {
        add("a1", "b1", "a2");
        assertEquals(Optional.of("b1"), turns.next(user -> !user.equals("a")));
        assertEquals(Optional.empty(), turns.next(user -> !user.equals("a")));
        assertEquals(List.of("a1", "a2"), all());
    }

    @Test
    void whoIsTakenOutHasNoTurn() {
        add("a1", "a2", "b1");
        assertTrue(turns.remove("a", "a1"));
        assertFalse(turns.remove("a", "a1"));
        assertFalse(turns.remove("z", "z1"));
        assertEquals(0, turns.place("a", "a1"));
        assertEquals(List.of("a2", "b1"), all());
    }

    @Test
    void aPlaceIsHowManyTurnsItTakes() {
        Seeds.run(
                200,
                (_, random) -> {
                    List<String> items = new ArrayList<>();
                    for (int i = random.nextInt(12); i > 0; i--) {
                        String item = "abc".charAt(random.nextInt(3)) + "" + i;
                        add(item);
                        items.add(item);
                    }
                    // Some turns taken before, so that the round is anywhere.
                    for (int i = random.nextInt(4); i > 0; i--) {
                        turns.next(_ -> true).ifPresent(items::remove);
                    }
                    List<String> order = turns.order();
                    assertEquals(items.size(), order.size());
                    for (String item : items) {
                        assertEquals(
                                order.indexOf(item) + 1, turns.place(item.substring(0, 1), item));
                    }
                    assertEquals(order, all());
                });
    }
}
