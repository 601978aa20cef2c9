package telegraph.sources.http;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import telegraph.ground.TelegraphException;

/// How much there is, as the first page tells it.
///
/// @param pages how many pages, or -1
/// @param total how many rows, or -1
/// @param size rows on every page but the last, or -1
/// @param contradiction what of these cannot all be so, or ""; then `pages` is the most there may
///   be
record Extent(long pages, long total, long size, String contradiction) {
    static Extent of(Declaration source, LoadedPage first) {
        long total = number(source, first, PageFormat.Mark.TOTAL);
        long count = number(source, first, PageFormat.Mark.PAGE_COUNT);
        Pagination paging = source.paging();
        long declared = paging.size() > 0 ? paging.size() : -1;
        boolean stepped =
                paging.kind() == Pagination.Kind.OFFSET && count >= 0
                        || paging.isAddressable() && count < 0 && total >= 0;
        long size = declared < 0 && stepped ? first.candidates() : declared;
        if (size == 0) {
            // An empty page is no step from one to the next.
            return new Extent(-1, total, -1, "");
        }
        long needed = total >= 0 && size > 0 ? Math.ceilDiv(total, size) : -1;
        boolean unlike = count >= 0 && needed >= 0 && count != needed;
        return new Extent(
                Math.max(count, needed),
                total,
                size,
                unlike
                        ? "page 1 says that there are %d pages, and %d rows of which a page has %d"
                                .formatted(count, total, size)
                        : "");
    }

    /// Whether pages after the first may turn out not to be there.
    boolean mayEnd() {
        return !contradiction.isEmpty();
    }

    /// What a later page says of all that the first said otherwise; empty if they agree.
    ///
    /// @param page its number, from 0 on
    Optional<Disagreement> disagreement(long page, LoadedPage later) {
        long otherTotal = whole(later, PageFormat.Mark.TOTAL).orElse(total);
        if (total >= 0 && otherTotal != total) {
            return Optional.of(
                    new Disagreement(
                            "page 1 says that there are %d rows and page %d says %d"
                                    .formatted(total, page + 1, otherTotal),
                            Math.abs(otherTotal - total),
                            Math.max(otherTotal, total)));
        }
        if (pages < 0 || !contradiction.isEmpty()) {
            return Optional.empty();
        }
        long otherPages = whole(later, PageFormat.Mark.PAGE_COUNT).orElse(pages);
        if (otherPages != pages) {
            long rows = size < 0 ? later.candidates() : size;
            return Optional.of(
                    new Disagreement(
                            "page 1 says that there are %d pages and page %d says %d"
                                    .formatted(pages, page + 1, otherPages),
                            Math.abs(otherPages - pages) * rows,
                            Math.max(otherPages, pages) * rows));
        }
        if (page < pages - 1 && later.candidates() == 0) {
            return Optional.of(new Disagreement(misfit(page, later), -1, -1));
        }
        return Optional.empty();
    }

    /// What the pages of a list say of it that cannot all be so.
    ///
    /// @param off how many rows may be missing or doubled, or -1 if nobody knows
    /// @param of how many there may be
    record Disagreement(String text, long off, long of) {}

    /// How a page has not the rows it should have; "" if all is well.
    ///
    /// @param page its number, from 0 on
    String misfit(long page, LoadedPage later) {
        if (pages < 0) {
            return "";
        }
        long rows = later.candidates();
        if (page >= pages) {
            return rows == 0
                    ? ""
                    : "there should be %d pages, and page %d has rows".formatted(pages, page + 1);
        }
        boolean last = page == pages - 1;
        if (size < 0 || last && total < 0) {
            return rows > 0 || last ? "" : "page %d of %d has no rows".formatted(page + 1, pages);
        }
        long wanted = last ? total - size * page : size;
        return rows == wanted
                ? ""
                : "page %d of %d should have %d rows and has %d"
                        .formatted(page + 1, pages, wanted, rows);
    }

    private static OptionalLong whole(LoadedPage page, PageFormat.Mark mark) {
        try {
            Optional<String> text = page.mark(mark);
            return text.isPresent()
                    ? OptionalLong.of(Long.parseLong(text.get().strip()))
                    : OptionalLong.empty();
        } catch (NumberFormatException _) {
            return OptionalLong.empty(); // only the first page is relied on
        }
    }

    /// What a mark says, or -1 if it is not there.
    private static long number(Declaration source, LoadedPage page, PageFormat.Mark mark) {
        Optional<String> text = page.mark(mark);
        if (text.isEmpty()) {
            return -1;
        }
        try {
            return Long.parseLong(text.get().strip());
        } catch (NumberFormatException e) {
            throw TelegraphException.input(
                    "a whole number is needed where the option "
                            + mark.name().toLowerCase(Locale.ROOT)
                            + " points: source="
                            + source.name()
                            + " text="
                            + text.get(),
                    e);
        }
    }
}
