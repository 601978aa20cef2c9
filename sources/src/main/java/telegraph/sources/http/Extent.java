package telegraph.sources.http;

import java.util.Optional;
import telegraph.memory.TelegraphException;

/// How much there is, as the first page tells it.
///
/// @param pages how many pages, or -1
/// @param total how many rows, or -1
/// @param size rows on every page but the last, or -1
record Extent(long pages, long total, long size) {
    static Extent of(Declaration source, LoadedPage first) {
        long total = number(source, first, PageFormat.Mark.TOTAL, "total");
        long count = number(source, first, PageFormat.Mark.PAGE_COUNT, "page_count");
        Paging paging = source.paging();
        long declared = paging.size() > 0 ? paging.size() : -1;
        boolean stepped =
                paging.kind() == Paging.Kind.OFFSET && count >= 0
                        || paging.isAddressable() && count < 0 && total >= 0;
        long size = declared < 0 && stepped ? first.candidates() : declared;
        if (size == 0) {
            // An empty page is no step from one to the next.
            return new Extent(-1, total, -1);
        }
        return count < 0 && total >= 0 && size > 0
                ? new Extent(Math.ceilDiv(total, size), total, size)
                : new Extent(count, total, size);
    }

    private static long number(
            Declaration source, LoadedPage page, PageFormat.Mark mark, String option) {
        Optional<String> text = page.mark(mark);
        if (text.isEmpty()) {
            return -1;
        }
        try {
            return Long.parseLong(text.get().strip());
        } catch (NumberFormatException e) {
            throw TelegraphException.input(
                    "a whole number is needed where the option "
                            + option
                            + " points: source="
                            + source.name()
                            + " text="
                            + text.get(),
                    e);
        }
    }
}
