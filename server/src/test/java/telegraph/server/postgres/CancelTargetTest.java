package telegraph.server.postgres;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import telegraph.ground.TelegraphException;

/// What a thread does itself, and what becomes of a request to cancel that it did not hear.
class CancelTargetTest {
    private final CancelTarget target = new CancelTarget();

    @Test
    void aRequestThatWasNotHeardIsAboutWhatFollows() {
        target.enters();
        target.cancel();
        assertTrue(Thread.currentThread().isInterrupted());
        target.leaves(false);
        assertFalse(Thread.currentThread().isInterrupted());
        assertThrows(TelegraphException.class, target::demandWanted);
        assertDoesNotThrow(target::demandWanted);
    }

    @Test
    void aRequestAboutWhatIsOverIsOverToo() {
        target.enters();
        target.cancel();
        target.leaves(true);
        assertDoesNotThrow(target::enters);
        target.leaves(false);
        assertDoesNotThrow(target::demandWanted);
    }

    @Test
    void aTimeThatIsUpTooLateIsNotTheNextOnes() {
        int first = target.enters();
        target.leaves(true);
        int second = target.enters();
        target.expire(first, "too late");
        assertFalse(Thread.currentThread().isInterrupted());
        target.expire(second, "in time");
        assertTrue(Thread.currentThread().isInterrupted());
        target.leaves(true);
    }
}
