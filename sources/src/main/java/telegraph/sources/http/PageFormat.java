package telegraph.sources.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import telegraph.sources.fetch.HttpPage;
import telegraph.sources.fetch.Unfit;

/// Takes a page apart; compiled once from the paths of a declaration.
///
/// Threads: any; what [#open] returns belongs to one.
interface PageFormat {
    /// What a page says besides its rows.
    enum Mark {
        PAGE_COUNT,
        TOTAL,
        NEXT_CURSOR,
        NEXT_LINK
    }

    /// What to look for.
    ///
    /// @param rows where the rows are; "" for the default
    /// @param nulls texts that stand for no value
    record Spec(
            String source,
            List<Field> fields,
            String rows,
            Map<Mark, String> marks,
            Set<String> nulls) {}

    /// Reads the page's structure.
    ///
    /// @throws telegraph.ground.TelegraphException of kind INPUT if it is not of this format
    Rows open(HttpPage page);

    /// The rows of one page.
    interface Rows {
        /// How many candidates there are; [#fill] may still refuse some.
        int count();

        /// Puts the values of `fields` (indices) of row `row` into `values` at the same indices.
        ///
        /// @return false if the row holds no data: a header, a spacer
        /// @throws Unfit if a text does not fit its column
        boolean fill(int row, int[] fields, Object[] values) throws Unfit;

        Optional<String> mark(Mark mark);

        /// Whether the page has a place for rows, even if none are there.
        boolean hasPlace();

        /// What the page has instead of a place for rows, and what to do about it.
        String advice();
    }
}
