package telegraph.sources.http;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongFunction;
import telegraph.engine.Basis;
import telegraph.engine.source.Frame;
import telegraph.engine.source.Sink;
import telegraph.sources.fetch.Hedge;
import telegraph.sources.fetch.NumberedTasks;
import telegraph.sources.fetch.PageRequest;

/// Reads the pages of one answer in a random order, so that those of any set of ranks are a random
/// sample of all, however the server sorts its rows.
///
/// The order is a permutation of all pages, drawn from a seed. The first page was read before it
/// was drawn, because it says how many there are; it has the rank that the permutation gives it,
/// and counts when its turn comes.
///
/// Rows that move from page to page while they are read are read twice or not at all. So the pages
/// are held against what the first said, and the first is read again now and then; what does not
/// fit withdraws the claim.
///
/// Threads: one, and those of the [NumberedTasks] it starts and ends.
final class PageSample {
    /// The first page is read again after so many pages, after four times as many, and so on.
    private static final int AGAIN_FIRST = 64;

    private static final int AGAIN_GROWTH = 4;

    /// In place of a rank: the first page again.
    private static final int AGAIN = -1;

    private final Declaration source;
    private final PageReader reader;
    private final Sink sink;
    private final ListTally tally;
    private final LongFunction<PageRequest> requests;

    /// @param requests asks for a page by its number, from 0 on
    PageSample(
            Declaration source,
            PageReader reader,
            Sink sink,
            ListTally tally,
            LongFunction<PageRequest> requests) {
        this.source = source;
        this.reader = reader;
        this.sink = sink;
        this.tally = tally;
        this.requests = requests;
    }

    /// Hands over all pages, the first one first.
    ///
    /// @param pages by rank
    void read(LoadedPage first, Extent extent, int[] pages, PageChain.Out out)
            throws InterruptedException {
        sink.frame(new Frame(Basis.SAMPLED, pages.length, extent.size()));
        tally.look(0, first);
        int firstRank = 0;
        while (pages[firstRank] != 0) {
            firstRank++;
        }
        if (!taken(out.take(firstRank, first)) || pages.length == 1) {
            return;
        }
        PageRequest again = requests.apply(0);
        // The last time is when all others have come (PageChain).
        boolean watched =
                source.trust().stability() == Declaration.Stability.WATCHED
                        && again.idempotent()
                        && pages.length >= PageChain.WATCHED_MIN;
        Optional<Hedge> hedge =
                source.trust().hedge()
                                && !sink.meter().budget().isMinimised()
                                && again.method().equals("GET")
                                && again.idempotent()
                        ? Optional.of(reader.hedge(pages.length))
                        : Optional.empty();
        int[] ranks = agenda(pages.length, firstRank, watched);
        NumberedTasks<Optional<LoadedPage>> tasks =
                new NumberedTasks<>(
                        ranks.length,
                        false,
                        i ->
                                ranks[i] == AGAIN
                                        ? reader.loadAgain(again)
                                        : Optional.of(
                                                reader.load(
                                                        requests.apply(pages[ranks[i]]),
                                                        extent.mayEnd(),
                                                        hedge)),
                        (i, page) -> {
                            if (ranks[i] == AGAIN) {
                                compare(first, page);
                                return true;
                            }
                            tally.look(pages[ranks[i]], page.get());
                            return taken(out.take(ranks[i], page.get()));
                        },
                        page -> page.ifPresent(LoadedPage::drop));
        tasks.run(source.concurrentMax(), "http-" + source.name());
    }

    private boolean taken(boolean more) {
        if (!more) {
            tally.left();
        }
        return more;
    }

    /// The ranks in the order in which they are fetched.
    private static int[] agenda(int pages, int firstRank, boolean watched) {
        int[] ranks = new int[2 * pages];
        int count = 0;
        int again = AGAIN_FIRST;
        for (int rank = 0; rank < pages; rank++) {
            if (watched && rank == again) {
                ranks[count++] = AGAIN;
                again = Math.multiplyExact(again, AGAIN_GROWTH);
            }
            if (rank != firstRank) {
                ranks[count++] = rank;
            }
        }
        return Arrays.copyOf(ranks, count);
    }

    private void compare(LoadedPage first, Optional<LoadedPage> again) {
        // One that could not be had says nothing of its rows.
        again.ifPresent(page -> {
            page.drop();
            tally.again(first, page);
        });
    }
}
