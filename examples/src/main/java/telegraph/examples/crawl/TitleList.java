package telegraph.examples.crawl;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import telegraph.crawler.Page;
import telegraph.crawler.PageModule;

/// Receives every page and appends a line to `titles.tsv` in the current directory: its URL and its
/// title.
///
/// Threads: pages come one at a time, so nothing here is guarded.
public final class TitleList implements PageModule {
    private final BufferedWriter file;

    public TitleList() throws IOException {
        file =
                Files.newBufferedWriter(
                        Path.of("titles.tsv"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
    }

    @Override
    public void receive(Page page) {
        if (page.status() == 200) {
            write(page.url() + "\t" + page.title().replace('\t', ' ') + "\n");
        }
    }

    private void write(String line) {
        try {
            file.write(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
