package telegraph.crawler.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class GuestsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long SITE = 7;

    private final Guests guests = new Guests();

    @Test
    void aSiteThatNobodyAskedIsOpenToGuestsAndToItself() {
        assertEquals(5, guests.ownDue(SITE, SECOND, 5));
        assertEquals(5, guests.enter(SITE, Long.MIN_VALUE, 5));
        assertTrue(guests.ownDue(SITE, SECOND, 6) > 6, "a guest is there");
        assertTrue(guests.enter(SITE, 0, 6) > 6, "one guest at a time");
        assertEquals(6, guests.ownDue(SITE + 1, SECOND, 6), "another site");
    }

    @Test
    void behindAGuestTheDelayPassesForTheSiteAndForGuests() {
        guests.enter(SITE, 0, 0);
        guests.left(SITE, 2 * SECOND, SECOND);
        assertEquals(3 * SECOND, guests.enter(SITE, 0, 2 * SECOND));
        assertEquals(3 * SECOND, guests.ownDue(SITE, SECOND, 2 * SECOND));
        assertEquals(6 * SECOND, guests.ownDue(SITE, 4 * SECOND, 2 * SECOND), "its Crawl-delay");
        assertEquals(3 * SECOND, guests.ownDue(SITE, SECOND, 3 * SECOND));
        assertEquals(3 * SECOND, guests.enter(SITE, 0, 3 * SECOND));
    }

    @Test
    void aGuestWaitsForTheSitesOwnDelay() {
        assertEquals(4 * SECOND, guests.enter(SITE, 4 * SECOND, SECOND));
        assertEquals(4 * SECOND, guests.enter(SITE, 4 * SECOND, 4 * SECOND));
    }

    @Test
    void aSiteThatIsAlwaysVisitedLetsAGuestInBetween() {
        long again = guests.enter(SITE, Long.MAX_VALUE, 0);
        assertTrue(again > 0 && again <= SECOND, "again=" + again);
        assertTrue(guests.ownDue(SITE, 0, 1) > 1, "its next visit waits for the guest");
        assertEquals(again, guests.enter(SITE, 0, again));
    }

    /// The site lets its turn pass and looks again before the guest does, each time.
    @Test
    void aGuestIsLetInThoughTheSiteIsAlwaysFirst() {
        long now = guests.enter(SITE, SECOND, 0);
        long own = guests.ownDue(SITE, SECOND, now);
        assertTrue(own > now, "it waits for the guest");
        assertEquals(now, guests.enter(SITE, own, now));
    }

    @Test
    void twoSitesThatAreEachOthersGuestsBothGetIn() {
        boolean[] isIn = new boolean[2];
        long[] due = {0, 0};
        long delay = SECOND / 10;
        for (int round = 0; round < 200 && !(isIn[0] && isIn[1]); round++) {
            int site = due[0] <= due[1] ? 0 : 1;
            int other = 1 - site;
            long now = due[site];
            due[site] = guests.ownDue(site, delay, now);
            if (due[site] <= now && !isIn[site]) {
                due[site] = guests.enter(other, due[other], now);
                if (due[site] == now) {
                    isIn[site] = true;
                    guests.left(other, now + 1, delay);
                    due[site] = now + delay;
                }
            } else if (due[site] <= now) {
                due[site] = now + delay;
            }
        }
        assertTrue(isIn[0] && isIn[1], isIn[0] + " " + isIn[1]);
    }

    @Test
    void aGuestThatWasLetGoFirstAndNeverComesIsNotWaitedForLong() {
        guests.enter(SITE, SECOND, 0);
        long own = SECOND;
        for (int looks = 0; looks < 10 && guests.ownDue(SITE, 0, own) > own; looks++) {
            own = guests.ownDue(SITE, 0, own);
        }
        assertEquals(own, guests.ownDue(SITE, 0, own));
        assertEquals(2 * SECOND, own);
    }

    @Test
    void aGuestThatNeverComesIsNotWaitedForLong() {
        guests.enter(SITE, Long.MAX_VALUE, 0);
        assertEquals(2 * SECOND, guests.ownDue(SITE, 0, 2 * SECOND));
    }

    @Test
    void onlySoManySitesHaveGuests() {
        for (long site = 0; site < 4_096; site++) {
            assertEquals(0, guests.enter(site, 0, 0));
        }
        assertTrue(guests.enter(-1, 0, 0) > 0);
        guests.left(17, 0, SECOND);
        assertTrue(guests.enter(-1, 0, SECOND - 1) > SECOND - 1);
        assertEquals(SECOND, guests.enter(-1, 0, SECOND));
    }
}
