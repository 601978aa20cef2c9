package telegraph.crawler.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import telegraph.crawler.visit.Visit;
import telegraph.crawler.visit.VisitFetcher;

class CrewTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int MOST = 200;

    private final CountDownLatch answers = new CountDownLatch(1);
    private final Crew crew = new Crew(fetcher -> new Hanging(), MOST);

    /// Waits for an answer that only the end of the test brings.
    private final class Hanging implements VisitFetcher.Work {
        @Override
        public void visit(Visit visit) throws InterruptedException {
            answers.await();
        }

        @Override
        public void close() {
            answers.countDown();
        }
    }

    @AfterEach
    void everybodyEnds() throws InterruptedException {
        crew.end();
    }

    /// Sends fetchers out until nobody more may be busy; how many that were.
    private int sendAll(int most, long now) {
        int sent = 0;
        while (sent < most && crew.hasIdle()) {
            crew.begin(crew.next(), now);
            sent++;
        }
        return sent;
    }

    private void becomesNarrow() {
        for (int i = 0; i < 30; i++) {
            crew.waited(1_000);
        }
    }

    @Test
    void asLongAsTheLoopIsBehindFewerAreSentOut() {
        becomesNarrow();
        assertEquals(16, sendAll(MOST, 0));
        crew.nobodyCame();
        assertEquals(MOST - 16, sendAll(MOST, 0));
        assertFalse(crew.hasIdle());
    }

    @Test
    void thoseWhoHangTakeNoRoomFromTheOthers() {
        assertEquals(100, sendAll(100, 0));
        becomesNarrow();
        assertFalse(crew.hasIdle(), "they may be working yet");
        crew.look(SECOND);
        assertEquals(16, sendAll(MOST, SECOND));
        assertEquals(116, crew.busy());
    }

    @Test
    void whoComesBackIsLateNoMore() {
        VisitFetcher slow = crew.next();
        crew.begin(slow, 0);
        crew.look(SECOND);
        assertTrue(slow.isLate());
        crew.heard(slow, SECOND);
        crew.idle(slow);
        becomesNarrow();
        crew.look(3 * SECOND);
        assertFalse(slow.isLate(), "who is idle is not late");
        assertEquals(16, sendAll(MOST, 3 * SECOND));
    }

    @Test
    void nobodyMoreIsSentOutThanThereAre() {
        assertEquals(MOST, sendAll(MOST + 1, 0));
        crew.look(SECOND);
        assertFalse(crew.hasIdle());
    }
}
