package telegraph.examples.crawl;

import java.util.List;
import java.util.StringTokenizer;
import telegraph.crawler.Page;
import telegraph.crawler.PageModule;
import telegraph.crawler.Row;
import telegraph.engine.Column;
import telegraph.memory.Type;

/// Adds two columns to the rows of pages: how many words a page has, and how many links.
public final class WordCounts implements PageModule {
    private static final int WORDS = 0;
    private static final int LINKS = 1;

    @Override
    public List<Column> columns() {
        return List.of(new Column("words", Type.INTEGER), new Column("links", Type.INTEGER));
    }

    @Override
    public void extract(Page page, Row row) {
        if (page.status() == 200) {
            row.set(WORDS, new StringTokenizer(page.text()).countTokens());
            row.set(LINKS, page.links().size());
        }
    }
}
