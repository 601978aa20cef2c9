package telegraph.crawler.extension;

import java.nio.charset.StandardCharsets;
import telegraph.crawler.Outcome;
import telegraph.crawler.PageModule;
import telegraph.crawler.page.PageRecord;
import telegraph.crawler.page.PageView;
import telegraph.crawler.page.Part;
import telegraph.http.Octets;

/// Calls the modules for one page after another, and turns what they throw into the page's error.
///
/// Per page: [#start], then [#wants] for its links, then [#extract] when the record has everything
/// a module may ask for, the body among it; later, in the order of the log, [#receive].
///
/// Threads: one; each fetcher has its own, and the loop one for [#receive].
public final class ModuleCalls {
    private static final int WORDS_MAX = 500;

    private final Modules modules;
    private final PageView view = new PageView();
    private final Octets values = new Octets(64);
    private String failure = "";

    public ModuleCalls(Modules modules) {
        this.modules = modules;
    }

    /// Begins a page.
    public void start() {
        failure = "";
    }

    /// Whether all modules let a URL enter the frontier. One that throws does not, and the page is
    /// told so.
    public boolean wants(byte[] url, int start, int end, int depth) {
        if (!modules.areFilters()) {
            return true;
        }
        String text = new String(url, start, end - start, StandardCharsets.UTF_8);
        for (PageModule module : modules.all()) {
            try {
                if (!module.wants(text, depth)) {
                    return false;
                }
            } catch (Exception | LinkageError | AssertionError | StackOverflowError e) {
                failed(module, "wants", e);
                return false;
            }
        }
        return true;
    }

    /// Has the modules fill their columns, if a response came, and writes these and what failed
    /// into the record.
    public void extract(PageRecord record) {
        if (modules.isEmpty()) {
            return;
        }
        view.set(record.octets());
        if (view.status() != 0) {
            Object[] row = new Object[modules.columns().columns().size()];
            int first = 0;
            for (PageModule module : modules.all()) {
                first += extract(module, row, first);
            }
            if (row.length > 0) {
                values.clear();
                modules.columns().write(row, values);
                record.put(Part.EXTRA, values);
            }
        }
        tell(record);
    }

    /// Returns how many columns the module has.
    private int extract(PageModule module, Object[] row, int first) {
        int count = 0;
        try {
            int own = module.columns().size();
            count = Math.min(own, row.length - first);
            module.extract(view, (column, value) -> set(row, first, own, column, value));
        } catch (Exception | LinkageError | AssertionError | StackOverflowError e) {
            failed(module, "extract", e);
        }
        return count;
    }

    private void set(Object[] row, int first, int count, int column, Object value) {
        if (column < 0 || column >= count) {
            throw new IllegalArgumentException(
                    "a module sets its own columns: column=" + column + " columns=" + count);
        }
        if (!modules.columns().fits(first + column, value)) {
            throw new IllegalArgumentException(
                    "a value is of the class that stands for its column's type: column="
                            + modules.columns().columns().get(first + column)
                            + " class="
                            + value.getClass().getName());
        }
        row[first + column] = value;
    }

    /// Hands a record that is about to be appended to the log to all modules, and writes what
    /// failed into it.
    public void receive(PageRecord record) {
        if (modules.isEmpty()) {
            return;
        }
        failure = "";
        for (PageModule module : modules.all()) {
            try {
                module.receive(view.set(record.octets()));
            } catch (Exception | LinkageError | AssertionError | StackOverflowError e) {
                failed(module, "receive", e);
            }
        }
        tell(record);
    }

    private void failed(PageModule module, String method, Throwable thrown) {
        if (failure.isEmpty()) {
            String words =
                    module.getClass().getName() + "." + method + ": " + Modules.words(thrown);
            failure = words.substring(0, Math.min(WORDS_MAX, words.length()));
        }
    }

    private void tell(PageRecord record) {
        if (!failure.isEmpty()) {
            record.drop(Part.ERROR).drop(Part.DETAIL);
            record.outcome(Outcome.EXTENSION_FAILED).put(Part.DETAIL, failure);
        }
    }
}
