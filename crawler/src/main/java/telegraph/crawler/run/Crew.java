package telegraph.crawler.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import telegraph.crawler.visit.VisitFetcher;

/// The fetchers, and which of them are idle.
///
/// A fetcher is made when all others are busy, and the one that was idle for the shortest time
/// works next; so there are only as many as were ever needed at once.
///
/// How many may be busy gets smaller while more sheets wait for the loop than it can take at once,
/// since further fetchers would only make that queue longer. Who has been out for [#LATE_NANOS]
/// waits for the net and makes no queue longer, so it does not count: hosts that hang leave the
/// others as much room as there would be without them.
///
/// Threads: the loop's.
final class Crew {
    private static final int FEW = 16;
    private static final int MANY = 64;
    private static final int WIDTH_MIN = 16;
    private static final long LATE_NANOS = 500_000_000;
    private static final long LOOK_NANOS = 50_000_000;

    private final List<VisitFetcher> all = new ArrayList<>();
    private final List<VisitFetcher.Work> works = new ArrayList<>();
    private final Deque<VisitFetcher> idle = new ArrayDeque<>();
    private final Function<VisitFetcher, VisitFetcher.Work> workOf;
    private final int most;
    private int width;

    /// Who is out and was late when looked at last.
    private int late;

    private long looked;

    /// @param workOf makes the work of one
    Crew(Function<VisitFetcher, VisitFetcher.Work> workOf, int most) {
        this.workOf = workOf;
        this.most = most;
        this.width = most;
    }

    /// Whether somebody has nothing to do and may be busy.
    boolean hasIdle() {
        return busy() - late < width && (!idle.isEmpty() || all.size() < most);
    }

    /// Takes note of how many sheets waited for the loop.
    void waited(int sheets) {
        if (sheets > MANY) {
            width = Math.max(WIDTH_MIN, Math.min(width, busy() - late) * 3 / 4);
        } else if (sheets < FEW && width < most) {
            width = Math.min(most, width * 5 / 4 + 1);
        }
    }

    /// Somebody who has nothing to do, if [#hasIdle].
    VisitFetcher next() {
        VisitFetcher fetcher = idle.pollFirst();
        if (fetcher != null) {
            return fetcher;
        }
        VisitFetcher made = new VisitFetcher(all.size() + 1, this::work);
        all.add(made);
        return made.start();
    }

    /// Takes note that all who may be busy were, and none came back for a while: they wait for the
    /// net, and others need not wait for them.
    void nobodyCame() {
        width = most;
    }

    private VisitFetcher.Work work(VisitFetcher fetcher) {
        VisitFetcher.Work work = workOf.apply(fetcher);
        works.add(work);
        return work;
    }

    /// Sends somebody out with the visit that was filled.
    void begin(VisitFetcher fetcher, long now) {
        heard(fetcher, now);
        fetcher.begin();
    }

    /// Somebody sent a sheet.
    void heard(VisitFetcher fetcher, long now) {
        late -= fetcher.isLate() ? 1 : 0;
        fetcher.heard(now);
    }

    /// Somebody is back.
    void idle(VisitFetcher fetcher) {
        idle.addFirst(fetcher);
    }

    /// Looks now and then who is late.
    void look(long now) {
        if (now - looked < LOOK_NANOS) {
            return;
        }
        looked = now;
        idle.forEach(fetcher -> heard(fetcher, now));
        for (VisitFetcher fetcher : all) {
            if (!fetcher.isLate() && now - fetcher.heardNanos() > LATE_NANOS) {
                fetcher.late();
                late++;
            }
        }
    }

    int busy() {
        return all.size() - idle.size();
    }

    int most() {
        return most;
    }

    /// Ends all threads, whatever they do, and returns when they have ended.
    void end() throws InterruptedException {
        for (VisitFetcher fetcher : all) {
            fetcher.end();
        }
        for (VisitFetcher fetcher : all) {
            fetcher.interrupt();
        }
        for (VisitFetcher fetcher : all) {
            fetcher.join();
        }
        works.forEach(VisitFetcher.Work::close);
    }
}
