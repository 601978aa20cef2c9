package telegraph.crawler.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import telegraph.crawler.extension.ExtraColumns;
import telegraph.crawler.page.LinkCursor;
import telegraph.crawler.page.PageColumn;
import telegraph.engine.Column;
import telegraph.engine.Schema;

/// What the pages and links of a crawl look like as rows.
///
/// Only the columns asked for are read from a record.
final class Tables {
    private Tables() {}

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
        boolean extras = anyExtra;
        return (page, out) -> {
            for (int i = 0; i < cells.length; i++) {
                if (cells[i] != null) {
                    cells[i].put(page, out.row(), i);
                }
            }
            if (extras) {
                extra.put(page, out.row(), places);
            }
            out.endRow();
        };
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
        LinkCursor link = new LinkCursor();
        return (page, out) -> {
            link.rewind(page);
            while (!out.isEnough() && link.next()) {
                for (int i = 0; i < cells.length; i++) {
                    cells[i].put(page, link, out.row(), i);
                }
                out.endRow();
            }
        };
    }
}
