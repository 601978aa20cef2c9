package telegraph.crawler.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import telegraph.engine.Column;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Micros;
import telegraph.memory.Type;

/// The columns of the table of pages, in order.
public enum PageColumn {
    URL(Type.TEXT, part(Part.URL)),
    FINAL_URL(
            Type.TEXT,
            (page, to, column) ->
                    RecordCells.part(
                            page,
                            page.has(Part.FINAL_URL) ? Part.FINAL_URL : Part.URL,
                            to,
                            column)),
    HOST(
            Type.TEXT,
            (page, to, column) ->
                    RecordCells.host(
                            page.array(), page.start(Part.URL), page.end(Part.URL), to, column)),
    IP(Type.TEXT, (page, to, column) -> to.set(column, page.ip().orElse(null))),
    STATUS(
            Type.INTEGER,
            (page, to, column) -> {
                if (page.status() == 0) {
                    to.setNull(column);
                } else {
                    to.setInt(column, page.status());
                }
            }),
    CONTENT_TYPE(Type.TEXT, part(Part.CONTENT_TYPE)),
    CHARSET(Type.TEXT, part(Part.CHARSET)),
    BYTES(Type.BIGINT, (page, to, column) -> number(page.bytes(), -1, to, column)),
    FETCHED_AT(Type.INSTANT, PageColumn::fetchedAt),
    MILLIS(Type.INTEGER, (page, to, column) -> to.setInt(column, page.millis())),
    DEPTH(Type.INTEGER, (page, to, column) -> to.setInt(column, page.depth())),
    REFERRER(Type.TEXT, part(Part.REFERRER)),
    TITLE(Type.TEXT, part(Part.TITLE)),
    TEXT(Type.TEXT, part(Part.TEXT)),
    /// Links on the page.
    LINKS(Type.INTEGER, (page, to, column) -> to.setInt(column, page.linkCount())),
    DIGEST(
            Type.TEXT,
            (page, to, column) -> {
                if (page.hasDigest()) {
                    RecordCells.hex(page.digestHigh(), page.digestLow(), to, column);
                } else {
                    to.setNull(column);
                }
            }),
    SIMHASH(Type.BIGINT, (page, to, column) -> number(page.simhash(), 0, to, column)),
    ERROR(Type.TEXT, part(Part.ERROR)),
    DETAIL(Type.TEXT, part(Part.DETAIL)),
    BODY(Type.TEXT, RecordCells::body);

    /// Puts the value of a page into the current row.
    @FunctionalInterface
    public interface Cell {
        void put(PageView page, BatchBuilder to, int column);
    }

    private final Type type;
    private final Cell cell;

    PageColumn(Type type, Cell cell) {
        this.type = type;
        this.cell = cell;
    }

    public Cell cell() {
        return cell;
    }

    /// As the table names and types them.
    public static List<Column> all() {
        List<Column> columns = new ArrayList<>();
        for (PageColumn column : values()) {
            columns.add(new Column(column.name().toLowerCase(Locale.ROOT), column.type));
        }
        return columns;
    }

    private static Cell part(Part part) {
        return (page, to, column) -> RecordCells.part(page, part, to, column);
    }

    private static void fetchedAt(PageView page, BatchBuilder to, int column) {
        number(Micros.ofMillis(page.fetchedAtMillis()), 0, to, column);
    }

    private static void number(long value, long absent, BatchBuilder to, int column) {
        if (value == absent) {
            to.setNull(column);
        } else {
            to.setLong(column, value);
        }
    }
}
