package telegraph.sources.http;

import java.util.SplittableRandom;
import java.util.function.LongFunction;
import telegraph.engine.Basis;
import telegraph.engine.Frame;
import telegraph.engine.Sink;

/// Reads the pages of one answer in a random order, so that those of any set of ranks are a random
/// sample of all, however the server sorts its rows.
///
/// The order is a permutation of all pages, drawn from a seed. The first page was read before it
/// was drawn, because it says how many there are; it has the rank that the permutation gives it,
/// and counts when its turn comes.
///
/// Threads: one, and those of the [Crew] it starts and ends.
final class PageSample {
    private final Declaration source;
    private final PageReader reader;
    private final Sink sink;
    private final LongFunction<Request> requests;

    /// By rank.
    private final int[] pages;

    /// @param requests asks for a page by its number, from 0 on
    PageSample(
            Declaration source,
            PageReader reader,
            Sink sink,
            LongFunction<Request> requests,
            int[] pages) {
        this.source = source;
        this.reader = reader;
        this.sink = sink;
        this.requests = requests;
        this.pages = pages;
    }

    /// Each of 0 to `count` - 1 once, all orders being equally likely (Fisher and Yates).
    static int[] permutation(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }

    void read(LoadedPage first, Extent extent, PageChain.Out out) throws InterruptedException {
        sink.frame(new Frame(Basis.SAMPLED, pages.length, extent.size()));
        int firstRank = 0;
        while (pages[firstRank] != 0) {
            firstRank++;
        }
        if (!out.take(firstRank, first) || pages.length == 1) {
            return;
        }
        int[] ranks = new int[pages.length - 1];
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = i < firstRank ? i : i + 1;
        }
        Crew<LoadedPage> crew =
                new Crew<>(
                        ranks.length,
                        false,
                        i -> reader.load(requests.apply(pages[ranks[i]]), false, false),
                        (i, page) -> out.take(ranks[i], page),
                        LoadedPage::drop);
        crew.run(source.concurrentMax(), "http-" + source.name());
    }
}
