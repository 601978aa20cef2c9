package telegraph.crawler.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// The fetchers, and which of them are idle.
///
/// A fetcher is made when all others are busy, and the one that was idle for the shortest time
/// works next; so there are only as many as were ever needed at once.
///
/// Threads: the loop's.
final class Crew {
    private static final int FEW = 16;
    private static final int MANY = 64;
    private static final int WIDTH_MIN = 16;

    private final List<Fetcher> all = new ArrayList<>();
    private final List<FetchWork> works = new ArrayList<>();
    private final Deque<Fetcher> idle = new ArrayDeque<>();
    private final FetchWork.Tools tools;
    private final int most;
    private int width;

    Crew(FetchWork.Tools tools, int most) {
        this.tools = tools;
        this.most = most;
        this.width = most;
    }

    /// Whether somebody has nothing to do and may be busy.
    boolean hasIdle() {
        return busy() < width && (!idle.isEmpty() || all.size() < most);
    }

    /// Takes note of how many sheets waited for the loop.
    void waited(int sheets) {
        if (sheets > MANY) {
            width = Math.max(WIDTH_MIN, Math.min(width, busy()) * 3 / 4);
        } else if (sheets < FEW && width < most) {
            width = Math.min(most, width * 5 / 4 + 1);
        }
    }

    /// Somebody who has nothing to do, if [#hasIdle].
    Fetcher next() {
        Fetcher fetcher = idle.pollFirst();
        if (fetcher != null) {
            return fetcher;
        }
        Fetcher made = new Fetcher(all.size() + 1, this::work);
        all.add(made);
        return made.start();
    }

    /// Takes note that all who may be busy were, and none came back for a while: they wait for the
    /// net, and others need not wait for them.
    void nobodyCame() {
        width = most;
    }

    private FetchWork work(Fetcher fetcher) {
        FetchWork work = new FetchWork(fetcher, tools);
        works.add(work);
        return work;
    }

    /// Somebody is back.
    void idle(Fetcher fetcher) {
        idle.addFirst(fetcher);
    }

    int busy() {
        return all.size() - idle.size();
    }

    int most() {
        return most;
    }

    /// Ends all threads, whatever they do, and returns when they have ended.
    void end() throws InterruptedException {
        for (Fetcher fetcher : all) {
            fetcher.end();
        }
        for (Fetcher fetcher : all) {
            fetcher.interrupt();
        }
        for (Fetcher fetcher : all) {
            fetcher.join();
        }
        works.forEach(FetchWork::close);
    }
}
