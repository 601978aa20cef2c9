package telegraph.crawler.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import telegraph.crawler.Rel;
import telegraph.crawler.page.LinkCursor;
import telegraph.crawler.page.OctetTexts;
import telegraph.crawler.page.PageView;
import telegraph.crawler.page.Part;
import telegraph.crawler.page.RecordCells;
import telegraph.engine.Column;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Type;

/// The columns of the table of links, in order.
enum LinkColumn {
    FROM_URL(Type.TEXT, (page, link, to, column) -> RecordCells.part(page, Part.URL, to, column)),
    TO_URL(
            Type.TEXT,
            (page, link, to, column) ->
                    OctetTexts.put(link.array(), link.urlStart(), link.urlEnd(), to, column)),
    ANCHOR(
            Type.TEXT,
            (page, link, to, column) ->
                    OctetTexts.put(link.array(), link.anchorStart(), link.anchorEnd(), to, column)),
    /// Of the words of the attribute those that say how much the page stands by the link.
    REL(Type.TEXT, (page, link, to, column) -> words(link.rel() & Rel.WORDS, to, column)),
    /// The kind of element it was found in.
    ELEMENT(Type.TEXT, (page, link, to, column) -> words(link.rel() & ~Rel.WORDS, to, column)),
    FROM_HOST(
            Type.TEXT,
            (page, link, to, column) ->
                    RecordCells.host(
                            page.array(), page.start(Part.URL), page.end(Part.URL), to, column)),
    TO_HOST(
            Type.TEXT,
            (page, link, to, column) ->
                    RecordCells.host(link.array(), link.urlStart(), link.urlEnd(), to, column)),
    /// Whether the crawl may go there.
    FOLLOWED(Type.BOOLEAN, (page, link, to, column) -> to.setBoolean(column, link.isFollowed()));

    /// Puts the value of a link into the current row.
    @FunctionalInterface
    interface Cell {
        void put(PageView page, LinkCursor link, BatchBuilder to, int column);
    }

    private final Type type;
    private final Cell cell;

    LinkColumn(Type type, Cell cell) {
        this.type = type;
        this.cell = cell;
    }

    Cell cell() {
        return cell;
    }

    /// As the table names and types them.
    static List<Column> all() {
        List<Column> columns = new ArrayList<>();
        for (LinkColumn column : values()) {
            columns.add(new Column(column.name().toLowerCase(Locale.ROOT), column.type));
        }
        return columns;
    }

    private static void words(int rel, BatchBuilder to, int column) {
        Set<String> names = Rel.names(rel);
        if (names.isEmpty()) {
            to.setNull(column);
        } else {
            to.setText(column, String.join(" ", names));
        }
    }
}
