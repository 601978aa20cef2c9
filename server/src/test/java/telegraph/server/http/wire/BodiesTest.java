package telegraph.server.http.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/// What large bodies take, and give back.
class BodiesTest {
    private final Bodies strangers = new Bodies(100);
    private final Bodies users = new Bodies(150);

    @Test
    void allTogetherTakeNoMoreThanThereIs() {
        Bodies.Share one = strangers.share();
        Bodies.Share other = strangers.share();
        assertTrue(one.grow(60));
        assertTrue(other.grow(40));
        assertFalse(one.grow(61));
        assertEquals(100, strangers.taken());
        one.close();
        assertTrue(other.grow(100));
        other.close();
        assertEquals(0, strangers.taken());
    }

    @Test
    void whatIsGivenBackTwiceCountsOnce() {
        Bodies.Share one = strangers.share();
        Bodies.Share other = strangers.share();
        one.grow(60);
        other.grow(40);
        one.close();
        one.close();
        assertEquals(40, strangers.taken());
    }

    @Test
    void aBodyWhoseUserIsKnownTakesNothingOfTheOthers() {
        Bodies.Share one = strangers.share();
        Bodies.Share other = strangers.share();
        one.grow(100);
        assertTrue(one.move(users));
        assertTrue(one.move(users));
        assertEquals(0, strangers.taken());
        assertEquals(100, users.taken());
        other.grow(51);
        assertFalse(other.move(users));
        assertEquals(51, strangers.taken());
        assertEquals(100, users.taken());
        one.close();
        other.close();
        assertEquals(0, strangers.taken());
        assertEquals(0, users.taken());
    }
}
