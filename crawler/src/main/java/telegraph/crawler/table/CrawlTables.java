package telegraph.crawler.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import telegraph.crawler.extension.ExtraColumns;
import telegraph.crawler.page.LinkCursor;
import telegraph.crawler.page.PageColumn;
import telegraph.crawler.page.PageView;
import telegraph.engine.Column;
import telegraph.engine.source.Schema;
import telegraph.memory.BatchBuilder;

/// What the pages and links of a crawl look like as rows.
///
/// Only the columns asked for are read from a record.
final class CrawlTables {
    private CrawlTables() {}

    /// The schema of pages: the columns every crawl has, then those of its extensions.
    static Schema pages(ExtraColumns extra) {
        List<Column> columns = new ArrayList<>(PageColumn.all());
        columns.addAll(extra.columns());
        return new Schema(columns);
    }

    /// @param columns indices in the schema of [#pages]
    static PageRows pageRows(ExtraColumns extra, int[] columns) {
        int own = PageColumn.values().length;
        PageColumn.Cell[] cells = new PageColumn.Cell[columns.length];
        int[] places = new int[extra.columns().size()];
        Arrays.fill(places, -1);
        boolean anyExtra = false;
        for (int i = 0; i < columns.length; i++) {
            if (columns[i] < own) {
                cells[i] = PageColumn.values()[columns[i]].cell();
            } else {
                places[columns[i] - own] = i;
                anyExtra = true;
            }
        }
        return new PagesAsRows(cells, extra, anyExtra ? places : new int[0]);
    }

    /// One row for each page.
    private static final class PagesAsRows implements PageRows {
        private final PageColumn.Cell[] cells;
        private final ExtraColumns extra;
        private final int[] places;
        private PageView page;

        /// @param cells by column; null for one of an extension
        /// @param places for each of the extensions' columns where it goes, if one is wanted
        PagesAsRows(PageColumn.Cell[] cells, ExtraColumns extra, int[] places) {
            this.cells = cells;
            this.extra = extra;
            this.places = places;
        }

        @Override
        public void begin(PageView begun) {
            page = begun;
        }

        @Override
        public boolean next(BatchBuilder to) {
            if (page == null) {
                return false;
            }
            for (int i = 0; i < cells.length; i++) {
                if (cells[i] != null) {
                    cells[i].put(page, to, i);
                }
            }
            extra.put(page, to, places);
            page = null;
            return true;
        }
    }

    static Schema links() {
        return new Schema(LinkColumn.all());
    }

    /// @param columns indices in the schema of [#links]
    static PageRows linkRows(int[] columns) {
        LinkColumn.Cell[] cells =
                Arrays.stream(columns)
                        .mapToObj(column -> LinkColumn.values()[column].cell())
                        .toArray(LinkColumn.Cell[]::new);
        return new LinksAsRows(cells);
    }

    /// One row for each link of a page.
    private static final class LinksAsRows implements PageRows {
        private final LinkColumn.Cell[] cells;
        private final LinkCursor link = new LinkCursor();
        private PageView page;

        LinksAsRows(LinkColumn.Cell[] cells) {
            this.cells = cells;
        }

        @Override
        public void begin(PageView begun) {
            page = begun;
            link.rewind(begun);
        }

        @Override
        public boolean next(BatchBuilder to) {
            if (!link.next()) {
                return false;
            }
            for (int i = 0; i < cells.length; i++) {
                cells[i].put(page, link, to, i);
            }
            return true;
        }
    }
}
