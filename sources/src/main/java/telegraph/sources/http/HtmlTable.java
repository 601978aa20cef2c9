package telegraph.sources.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.select.Elements;
import telegraph.engine.Column;
import telegraph.engine.meter.Meter;
import telegraph.engine.meter.Progress;
import telegraph.engine.source.Access;
import telegraph.engine.source.LookupRequest;
import telegraph.engine.source.Reader;
import telegraph.engine.source.ScanRequest;
import telegraph.engine.source.Schema;
import telegraph.engine.source.Source;
import telegraph.engine.source.Traits;
import telegraph.ground.TelegraphException;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Type;
import telegraph.sources.fetch.AttemptFailure;
import telegraph.sources.fetch.FetchRules;
import telegraph.sources.fetch.Fetcher;
import telegraph.sources.fetch.HttpPage;
import telegraph.sources.fetch.PageRequest;
import telegraph.sources.fetch.RequestTexts;
import telegraph.sources.fetch.Unfit;
import telegraph.sources.text.SourceOptions;

/// A table on a web page, with names from its head and types from its cells.
///
/// The page is fetched once, when the source is made: names and types come from all of its rows, so
/// they cannot turn out wrong later. Cells that span rows or columns count in each.
///
/// Threads: any.
public final class HtmlTable implements Source {
    public static final Set<String> OPTIONS =
            Set.of(
                    "url",
                    "table",
                    "header",
                    "all_text",
                    "nulls",
                    "timeout",
                    "retries",
                    "cache_ttl",
                    "token",
                    "header.NAME",
                    "form.NAME");

    private static final int COLUMNS_MAX = 1000;
    private static final List<Type> NARROWEST_FIRST =
            List.of(
                    Type.BOOLEAN,
                    Type.INTEGER,
                    Type.BIGINT,
                    Type.DOUBLE,
                    Type.DATE,
                    Type.TIMESTAMP);

    private final String url;
    private final Schema schema;
    private final List<String[]> rows;
    private final Progress fetched;

    private HtmlTable(String url, Schema schema, List<String[]> rows, Progress fetched) {
        this.url = url;
        this.schema = schema;
        this.rows = rows;
        this.fetched = fetched;
    }

    /// Fetches the page and finds the table.
    ///
    /// @param selector of the table, of rows, or of something that holds a table; "" for the page's
    ///   longest table
    public static HtmlTable fetch(
            String url,
            String selector,
            Map<String, String> given,
            Declaration.Defaults defaults,
            Fetcher fetcher) {
        Map<String, String> all = new HashMap<>(given);
        all.put("url", url);
        SourceOptions options = new SourceOptions(Optional.of("read_html"), all, OPTIONS);
        CssPath path = CssPath.compile(selector.isBlank() ? "table" : selector, "read_html");
        FetchRules rules =
                new FetchRules(
                        "read_html",
                        options.duration("timeout").orElse(defaults.timeout()),
                        options.whole("retries", 0, 100).orElse(3L).intValue(),
                        0,
                        options.duration("cache_ttl").or(defaults::cacheTtl),
                        defaults.bodyBytesMax());
        PageRequest request =
                new RequestTemplate(options, Set.of()).fill(Map.of(), fetcher.secrets());
        Meter meter = new Meter(url);
        HttpPage page;
        try {
            page = fetcher.fetch(request, rules, meter);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw TelegraphException.cancelled("stopped while fetching " + request.shown());
        }
        if (page.status() != 200) {
            Exception missing = new AttemptFailure.StatusException(page.status(), page.excerpt());
            throw AttemptFailure.of(missing, request, rules).exception(request, rules, 1, missing);
        }
        Document document = HtmlFormat.parse(page);
        List<Element> lines = lines(document, path, selector.isBlank(), options, page);
        return build(url, grid(lines), options, meter.progress());
    }

    private static List<Element> lines(
            Document document, CssPath path, boolean any, SourceOptions options, HttpPage page) {
        Elements found =
                path.selector().isPresent()
                        ? document.select(path.selector().get())
                        : new Elements();
        if (found.isEmpty()) {
            PageFormat.Spec spec =
                    new PageFormat.Spec("read_html", List.of(), path.text(), Map.of(), Set.of());
            throw TelegraphException.input(
                    "the selector must match something on the page: "
                            + page.shown()
                            + ": "
                            + new HtmlFormat(spec).open(page).advice());
        }
        if (found.first().normalName().equals("tr")) {
            return found;
        }
        List<Element> tables = new ArrayList<>();
        for (Element element : found) {
            Element table =
                    element.normalName().equals("table") ? element : element.selectFirst("table");
            if (table != null && !tables.contains(table)) {
                tables.add(table);
            }
        }
        int wanted = options.whole("table", 1, 10_000).orElse(0L).intValue();
        if (tables.isEmpty() || wanted > tables.size()) {
            throw TelegraphException.input(
                    "the selector must match a table, or rows of one: "
                            + page.shown()
                            + " selector="
                            + path.text()
                            + " tables="
                            + tables.size());
        }
        Element table = tables.get(Math.max(0, wanted - 1));
        for (Element other : any && wanted == 0 ? tables : List.<Element>of()) {
            table = other.select("tr").size() > table.select("tr").size() ? other : table;
        }
        Element chosen = table;
        return chosen.select("tr").stream().filter(tr -> tr.closest("table") == chosen).toList();
    }

    /// A row of texts, and whether it is a row of the head.
    private record Line(List<String> cells, boolean head) {}

    /// The cells of the rows, those that span several repeated.
    private static List<Line> grid(List<Element> lines) {
        record Span(String text, int rowsLeft) {}
        List<Line> grid = new ArrayList<>();
        Map<Integer, Span> hanging = new HashMap<>();
        for (Element tr : lines) {
            List<String> cells = new ArrayList<>();
            boolean head = true;
            List<Element> own =
                    tr.children().stream()
                            .filter(c -> c.normalName().equals("td") || c.normalName().equals("th"))
                            .toList();
            int next = 0;
            while (cells.size() < COLUMNS_MAX) {
                int column = cells.size();
                Span span = hanging.remove(column);
                if (span != null) {
                    cells.add(span.text);
                    if (span.rowsLeft > 1) {
                        hanging.put(column, new Span(span.text, span.rowsLeft - 1));
                    }
                } else if (next < own.size()) {
                    Element cell = own.get(next++);
                    head &= cell.normalName().equals("th");
                    int rowSpan = span(cell, "rowspan");
                    for (int i = 0; i < span(cell, "colspan") && cells.size() < COLUMNS_MAX; i++) {
                        if (rowSpan > 1) {
                            hanging.put(cells.size(), new Span(cell.text(), rowSpan - 1));
                        }
                        cells.add(cell.text());
                    }
                } else {
                    break;
                }
            }
            if (!own.isEmpty()) {
                grid.add(new Line(cells, head));
            }
        }
        return grid;
    }

    private static int span(Element cell, String attribute) {
        String text = cell.attr(attribute);
        return text.matches("\\d{1,4}") ? Math.max(1, Integer.parseInt(text)) : 1;
    }

    private static HtmlTable build(
            String url, List<Line> grid, SourceOptions options, Progress fetched) {
        boolean headed =
                options.flag("header")
                        .orElse(!grid.isEmpty() && grid.getFirst().head && grid.size() > 1);
        int width = grid.stream().mapToInt(l -> l.cells.size()).max().orElse(0);
        if (width == 0) {
            throw TelegraphException.input("a table must have cells: url=" + url);
        }
        Set<String> nulls =
                options.text("nulls").map(t -> Set.of(t.split(",", -1))).orElse(Set.of());
        List<String> names = names(headed ? grid.getFirst().cells : List.of(), width);
        List<String[]> rows = new ArrayList<>();
        for (Line line : grid.subList(headed ? 1 : 0, grid.size())) {
            if (headed && line.head) {
                continue; // a head of two lines, or one repeated further down
            }
            String[] row = new String[width];
            for (int c = 0; c < line.cells.size(); c++) {
                String text = line.cells.get(c);
                row[c] = text.isBlank() || nulls.contains(text) ? null : text;
            }
            rows.add(row);
        }
        boolean text = options.flag("all_text").orElse(false);
        List<Column> columns = new ArrayList<>();
        for (int c = 0; c < width; c++) {
            columns.add(new Column(names.get(c), text ? Type.TEXT : type(rows, c)));
        }
        return new HtmlTable(url, new Schema(columns), rows, fetched);
    }

    /// Names as SQL likes them: small letters, digits and underscores, each once.
    private static List<String> names(List<String> head, int width) {
        List<String> names = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (int c = 0; c < width; c++) {
            String text = c < head.size() ? head.get(c) : "";
            String name =
                    text.toLowerCase(Locale.ROOT)
                            .replaceAll("\\[.*?]", "")
                            .replaceAll("[^\\p{L}\\p{N}]+", "_")
                            .replaceAll("^_+|_+$", "");
            name = name.isEmpty() ? "c" + (c + 1) : name;
            String unique = name;
            for (int i = 1; !seen.add(unique); i++) {
                unique = name + "_" + i;
            }
            names.add(unique);
        }
        return names;
    }

    private static Type type(List<String[]> rows, int column) {
        boolean any = rows.stream().anyMatch(r -> r[column] != null);
        for (Type type : any ? NARROWEST_FIRST : List.<Type>of()) {
            if (rows.stream().allMatch(r -> r[column] == null || fits(type, r[column]))) {
                return type;
            }
        }
        return Type.TEXT;
    }

    private static boolean fits(Type type, String text) {
        if (type.kind() == Type.Kind.BOOLEAN) {
            return text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false");
        }
        boolean number = type.kind() != Type.Kind.DATE && type.kind() != Type.Kind.TIMESTAMP;
        if (number && text.matches("[-+]?0\\d.*|.*[dDfF]|NaN|[-+]?Infinity")) {
            return false; // a code such as a postal code, or Java's own way to write a number
        }
        if (type.kind() == Type.Kind.DATE && text.strip().length() > 10) {
            return false;
        }
        try {
            return RequestTexts.value(type, text) != null;
        } catch (Unfit e) {
            return false;
        }
    }

    @Override
    public String name() {
        return url;
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public Access access() {
        return Access.SCAN;
    }

    @Override
    public Traits traits() {
        return new Traits(Traits.Order.UNKNOWN, OptionalLong.of(rows.size()), new int[0], 1);
    }

    @Override
    public Reader scan(ScanRequest request) {
        return sink -> {
            if (fetched.cached() > 0) {
                sink.meter().addCached();
            }
            sink.meter().addMade(fetched.requests());
            sink.meter().addBytes(fetched.bytes());
            sink.meter().rowsTotal(rows.size());
            try (BatchBuilder builder = sink.builder()) {
                for (String[] row : rows) {
                    for (int c = 0; c < request.columns().length; c++) {
                        int column = request.columns()[c];
                        String text = row[column];
                        builder.set(c, text == null ? null : value(column, text));
                    }
                    builder.endRow();
                    if (builder.isFull()) {
                        sink.meter().addRows(builder.rows());
                        sink.emit(builder.build());
                    }
                }
                if (!builder.isEmpty()) {
                    sink.meter().addRows(builder.rows());
                    sink.emit(builder.build());
                }
            }
            sink.meter().addUnit();
        };
    }

    private Object value(int column, String text) {
        try {
            return RequestTexts.value(schema.column(column).type(), text);
        } catch (Unfit e) {
            throw TelegraphException.bug(
                    "a text that fitted its column fits no more: url=" + url + " text=" + text, e);
        }
    }

    @Override
    public Reader lookup(LookupRequest request) {
        throw new IllegalStateException("a table on a page is only scanned: url=" + url);
    }

    /// The options as texts.
    public static Map<String, String> texts(Map<String, Object> options) {
        Map<String, String> texts = new LinkedHashMap<>();
        options.forEach((name, value) -> {
            if (value instanceof Map<?, ?> || value instanceof List<?> || value == null) {
                throw TelegraphException.input(
                        "an option of read_html is a text, a number or a truth value:"
                                + " option="
                                + name
                                + " value="
                                + value);
            }
            texts.put(name, value.toString());
        });
        return texts;
    }
}
