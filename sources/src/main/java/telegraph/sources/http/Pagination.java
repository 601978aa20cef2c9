package telegraph.sources.http;

import java.util.Set;
import telegraph.sources.text.SourceOptions;

/// How one page leads to the next.
///
/// @param first the number or offset of the first page
/// @param size rows on a page, or 0 if not said
/// @param pagesMax where to stop believing that a next page exists
/// @param counted whether pages say how many there are
record Pagination(Kind kind, long first, long size, long pagesMax, boolean counted) {
    /// What the next request needs.
    enum Kind {
        /// There is one page.
        NONE,
        /// `{page}`: one more.
        NUMBER,
        /// `{offset}`: as many more as rows came.
        OFFSET,
        /// `{cursor}`: what the page says.
        CURSOR,
        /// The address in the `Link` header.
        HEADER,
        /// The address on the page.
        LINK
    }

    /// Whether any page can be asked for without those before it.
    boolean isAddressable() {
        return kind == Kind.NUMBER || kind == Kind.OFFSET;
    }

    static final Set<String> HOLES = Set.of("page", "offset", "cursor", "limit");

    static Pagination of(SourceOptions options, Set<String> holes) {
        String said =
                options.choice("paging", "none", "page", "offset", "cursor", "link", "next")
                        .orElse("");
        Kind kind =
                switch (said) {
                    case "none" -> Kind.NONE;
                    case "page" -> Kind.NUMBER;
                    case "offset" -> Kind.OFFSET;
                    case "cursor" -> Kind.CURSOR;
                    case "link" -> Kind.HEADER;
                    case "next" -> Kind.LINK;
                    default -> guess(options, holes);
                };
        need(options, kind, Kind.NUMBER, holes.contains("page"), "url", "{page} must stand in");
        need(options, kind, Kind.OFFSET, holes.contains("offset"), "url", "{offset} must stand in");
        need(options, kind, Kind.CURSOR, holes.contains("cursor"), "url", "{cursor} must stand in");
        boolean cursor = options.text("next_cursor").isPresent();
        need(options, kind, Kind.CURSOR, cursor, "next_cursor", "paging by cursor needs");
        boolean link = options.text("next_link").isPresent();
        need(options, kind, Kind.LINK, link, "next_link", "paging by links needs");
        long size = options.whole("page_size", 1, 1_000_000).orElse(0L);
        if (holes.contains("limit") && size == 0) {
            throw options.missing("page_size", "{limit} needs the number of rows on a page");
        }
        long first =
                options.whole("page_first", 0, Integer.MAX_VALUE)
                        .orElse(kind == Kind.NUMBER ? 1L : 0L);
        long most = options.whole("pages_max", 1, 10_000_000).orElse(100_000L);
        boolean counted =
                options.text("page_count").isPresent() || options.text("total").isPresent();
        return new Pagination(kind, first, size, most, counted);
    }

    private static Kind guess(SourceOptions options, Set<String> holes) {
        if (holes.contains("page")) {
            return Kind.NUMBER;
        }
        if (holes.contains("offset")) {
            return Kind.OFFSET;
        }
        if (holes.contains("cursor")) {
            return Kind.CURSOR;
        }
        return options.text("next_link").isPresent() ? Kind.LINK : Kind.NONE;
    }

    private static void need(
            SourceOptions options, Kind kind, Kind of, boolean there, String option, String rule) {
        if (kind == of && !there) {
            throw options.missing(option, rule);
        }
    }
}
