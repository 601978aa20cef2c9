package telegraph.crawler.journal;

import java.time.Clock;
import java.util.List;
import telegraph.crawler.PageReceiver;
import telegraph.crawler.extension.ModuleCalls;
import telegraph.crawler.page.PageLog;
import telegraph.crawler.page.PageRecord;
import telegraph.crawler.page.PageView;

/// Enters rows: into the journal first, then into everything that depends on them.
///
/// Threads: the loop's.
public final class RowLedger {
    private final PageLog journal;
    private final PageEffects effects;
    private final CrawlCounts tally;
    private final LongSet done;
    private final List<String> moved;
    private final LinkRules rules;
    private final ModuleCalls modules;
    private final PageReceiver receiver;
    private final Clock clock;
    private final PageView view = new PageView();
    private long entered;

    /// What a row changes.
    ///
    /// @param done URLs that have their row and will come out of the frontier yet
    /// @param moved where seeds were redirected to
    public record Books(
            PageLog journal,
            PageEffects effects,
            CrawlCounts tally,
            LongSet done,
            List<String> moved) {}

    public RowLedger(Books books, LinkRules rules, PageReceiver receiver, Clock clock) {
        this.rules = rules;
        this.modules = new ModuleCalls(rules.modules());
        this.journal = books.journal();
        this.effects = books.effects();
        this.tally = books.tally();
        this.done = books.done();
        this.moved = books.moved();
        this.receiver = receiver;
        this.clock = clock;
    }

    /// Enters the row of a URL.
    public void enter(PageRecord record, long now) throws InterruptedException {
        modules.receive(record);
        rules.dropUnkept(record);
        journal.append(record.octets());
        view.set(record.octets());
        effects.apply(view, now);
        entered++;
        receiver.page(view);
    }

    /// Responses so far.
    public long pages() {
        return tally.pages();
    }

    /// Rows entered since the last call of [#reckoned].
    long entered() {
        return entered;
    }

    void reckoned() {
        entered = 0;
    }

    public CrawlCounts tally() {
        return tally;
    }

    public LongSet done() {
        return done;
    }

    /// Where seeds were redirected to.
    List<String> moved() {
        return moved;
    }

    public PageLog journal() {
        return journal;
    }

    public long millis() {
        return clock.millis();
    }
}
