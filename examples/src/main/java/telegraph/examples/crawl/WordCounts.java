package telegraph.examples.crawl;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.StringTokenizer;
import telegraph.crawler.Page;
import telegraph.crawler.PageModule;
import telegraph.crawler.Row;
import telegraph.engine.Column;
import telegraph.memory.Type;

/// Adds two columns to the rows of pages: how many words a page has, and the longest of them.
public final class WordCounts implements PageModule {
    private static final int WORDS = 0;
    private static final int LONGEST = 1;

    @Override
    public List<Column> columns() {
        return List.of(new Column("words", Type.INTEGER), new Column("longest", Type.TEXT));
    }

    @Override
    public void extract(Page page, Row row) {
        if (page.status() == 200) {
            List<String> words =
                    Collections.list(new StringTokenizer(page.text())).stream()
                            .map(String.class::cast)
                            .toList();
            row.set(WORDS, words.size());
            words.stream()
                    .max(Comparator.comparingInt(String::length))
                    .ifPresent(word -> row.set(LONGEST, word));
        }
    }
}
