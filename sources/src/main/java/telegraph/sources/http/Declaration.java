package telegraph.sources.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import telegraph.engine.meter.Price;
import telegraph.engine.meter.Terms;
import telegraph.engine.source.Traits;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.sources.fetch.FetchRules;
import telegraph.sources.text.SourceOptions;

/// A declared source, checked and taken apart: everything a reader needs to know.
///
/// @param terms what a request costs, and how many a query may make
/// @param scanned what the absence of rows or of the page means to a scan
/// @param lookedUp the same for a lookup
public record Declaration(
        String name,
        List<Field> fields,
        RequestTemplate request,
        PageFormat format,
        Pagination paging,
        FetchRules rules,
        int concurrentMax,
        Terms terms,
        OnError onError,
        Trust trust,
        ColumnBounds bounds,
        Absence scanned,
        Absence lookedUp) {
    /// Every option there is.
    public static final Set<String> OPTIONS =
            Set.of(
                    "connector",
                    "url",
                    "method",
                    "body",
                    "idempotent",
                    "token",
                    "format",
                    "rows",
                    "encoding",
                    "delimiter",
                    "nulls",
                    "paging",
                    "page_first",
                    "page_count",
                    "page_size",
                    "pages_max",
                    "total",
                    "next_cursor",
                    "next_link",
                    "max_concurrent",
                    "requests_per_second",
                    "requests_max",
                    "price",
                    "timeout",
                    "retries",
                    "on_error",
                    "on_empty",
                    "not_found",
                    "cache_ttl",
                    "order",
                    "random_order",
                    "stable",
                    "bounds",
                    "hedge",
                    "header.NAME",
                    "form.NAME");

    private static final String PRICE =
            "a price is a decimal number and, if you like, a currency, such as '0.002 USD'";

    /// What to do when a request has failed for good.
    enum OnError {
        FAIL,
        SKIP,
        NULL
    }

    /// What is declared of the order of rows, and so what a part of them may be taken for.
    ///
    /// @param randomOrder whether pages may be read in any order
    /// @param hedge whether late pages of a sample may be asked for twice
    record Trust(Traits.Order order, boolean randomOrder, Stability stability, boolean hedge) {}

    /// Whether the rows stay where they are while they are read.
    enum Stability {
        /// They do, says whoever declared the source.
        STABLE,
        /// They are taken to, and watched.
        WATCHED,
        /// They do not, so that pages overlap and leave gaps.
        CHANGING
    }

    /// What counts as an error: a page without a place for rows, or no page at all.
    record Absence(boolean emptyFails, boolean notFoundFails) {}

    /// What a source gets from the process, where it says nothing itself.
    public record Defaults(Duration timeout, Optional<Duration> cacheTtl, long bodyBytesMax) {}

    static Declaration of(
            String name, List<Field> fields, Map<String, String> given, Defaults defaults) {
        SourceOptions options = new SourceOptions(Optional.of(name), given, OPTIONS);
        if (fields.isEmpty()) {
            throw TelegraphException.input("a source needs at least one column: source=" + name);
        }
        String connector = options.choice("connector", "http").orElse("http");
        assert connector.equals("http");
        checkNames(name, fields);
        Set<String> bindable = new LinkedHashSet<>(Pagination.HOLES);
        for (Field field : fields) {
            if (field.role() != Field.Role.PLAIN) {
                bindable.add(field.name());
            }
        }
        RequestTemplate request = new RequestTemplate(options, bindable);
        Set<String> holes = new HashSet<>(request.holes());
        for (Field field : fields) {
            if (field.role() == Field.Role.OPTIONAL && request.firmHoles().contains(field.name())) {
                throw TelegraphException.input(
                        "an OPTIONAL column can only stand in the query of the address or in a"
                                + " form field: source="
                                + name
                                + " column="
                                + field.name()
                                + ". Declare it REQUIRED, or move it.");
            }
            if (field.role() != Field.Role.PLAIN && !holes.contains(field.name())) {
                request.add(field.name());
            }
        }
        Pagination paging = Pagination.of(options, holes);
        String cause = options.choice("on_error", "fail", "skip", "null").orElse("fail");
        String empty = options.choice("on_empty", "error", "empty").orElse("");
        String notFound = options.choice("not_found", "error", "empty").orElse("");
        boolean inPath = !request.pathHoles().isEmpty();
        int concurrent = options.whole("max_concurrent", 1, 10_000).orElse(8L).intValue();
        return new Declaration(
                name,
                List.copyOf(fields),
                request,
                format(name, fields, options),
                paging,
                new FetchRules(
                        name,
                        options.duration("timeout").orElse(defaults.timeout()),
                        options.whole("retries", 0, 100).orElse(3L).intValue(),
                        options.number("requests_per_second").orElse(0.0),
                        options.duration("cache_ttl").or(defaults::cacheTtl),
                        defaults.bodyBytesMax()),
                concurrent,
                new Terms(
                        price(options),
                        options.whole("requests_max", 0, Long.MAX_VALUE).orElse(0L)),
                OnError.valueOf(cause.toUpperCase(Locale.ROOT)),
                trust(options),
                ColumnBounds.of(options, fields),
                new Absence(!empty.equals("empty"), !notFound.equals("empty")),
                new Absence(
                        empty.equals("error"),
                        notFound.equals("error") || notFound.isEmpty() && !inPath));
    }

    private static Optional<Price> price(SourceOptions options) {
        Optional<String> text = options.text("price");
        Optional<Price> price = text.flatMap(Price::of);
        if (text.isPresent() && price.isEmpty()) {
            throw options.wrong("price", text.get(), PRICE);
        }
        return price;
    }

    private static void checkNames(String source, List<Field> fields) {
        Set<String> seen = new HashSet<>();
        for (Field field : fields) {
            if (!seen.add(field.name().toLowerCase(Locale.ROOT))) {
                throw TelegraphException.input(
                        "a column is declared once: source=" + source + " column=" + field.name());
            }
            if (field.element().isPresent() && (field.role() != Field.Role.PLAIN || field.key())) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "not supported: a source that is asked for an array, or keyed by one:"
                                + " source="
                                + source
                                + " column="
                                + field.name());
            }
            if (field.role() != Field.Role.PLAIN && Pagination.HOLES.contains(field.name())) {
                throw TelegraphException.input(
                        "the names page, offset, cursor and limit belong to paging: source="
                                + source
                                + " column="
                                + field.name()
                                + ". Rename the column and use PATH.");
            }
        }
    }

    private static PageFormat format(String source, List<Field> fields, SourceOptions options) {
        String rows = options.text("rows").map(String::strip).orElse("");
        String url = options.text("url").orElse("").toLowerCase(Locale.ROOT);
        String path = url.contains("?") ? url.substring(0, url.indexOf('?')) : url;
        String guess = "";
        if (rows.startsWith("$") || path.endsWith(".json")) {
            guess = "json";
        } else if (!rows.isEmpty() || path.endsWith(".html") || path.endsWith(".htm")) {
            guess = "html";
        } else if (path.endsWith(".csv")) {
            guess = "csv";
        }
        String format = options.choice("format", "json", "html", "csv").orElse(guess);
        if (!format.equals("json") && fields.stream().anyMatch(f -> f.element().isPresent())) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "not supported: arrays of pages that are not JSON: source="
                            + source
                            + " format="
                            + format
                            + ". Declare the column TEXT, and cast it");
        }
        Map<PageFormat.Mark, String> marks = new HashMap<>();
        options.text("page_count").ifPresent(p -> marks.put(PageFormat.Mark.PAGE_COUNT, p));
        options.text("total").ifPresent(p -> marks.put(PageFormat.Mark.TOTAL, p));
        options.text("next_cursor").ifPresent(p -> marks.put(PageFormat.Mark.NEXT_CURSOR, p));
        options.text("next_link").ifPresent(p -> marks.put(PageFormat.Mark.NEXT_LINK, p));
        Set<String> nulls =
                options.text("nulls").map(t -> Set.of(t.split(",", -1))).orElse(Set.of());
        PageFormat.Spec spec =
                new PageFormat.Spec(source, new ArrayList<>(fields), rows, marks, nulls);
        return switch (format) {
            case "json" -> new JsonPages(spec);
            case "html" -> new HtmlFormat(spec);
            case "csv" -> new CsvPages(spec, options);
            default ->
                    throw options.missing("format", "a source needs a format: json, html or csv");
        };
    }

    private static Trust trust(SourceOptions options) {
        String order = options.choice("order", "sorted", "arbitrary", "unknown").orElse("unknown");
        boolean stable = options.flag("stable").orElse(true);
        Stability stability =
                !stable
                        ? Stability.CHANGING
                        : options.text("stable").isPresent() ? Stability.STABLE : Stability.WATCHED;
        return new Trust(
                stable
                        ? Traits.Order.valueOf(order.toUpperCase(Locale.ROOT))
                        : Traits.Order.UNKNOWN,
                options.flag("random_order").orElse(true),
                stability,
                options.flag("hedge").orElse(true));
    }

    /// Whether a scan can read the pages in a random order.
    boolean isSampled() {
        return paging.isAddressable()
                && paging.counted()
                && trust.randomOrder
                && trust.stability != Stability.CHANGING;
    }

    /// Whether the pages in their own order are declared to be as good as a random sample.
    boolean isAssumed() {
        return paging.kind() != Pagination.Kind.NONE && trust.order == Traits.Order.ARBITRARY;
    }
}
