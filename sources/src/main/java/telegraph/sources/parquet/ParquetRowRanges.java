package telegraph.sources.parquet;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.Util;
import telegraph.sources.page.DamagedPageException;

/// The rows of a row group that may be of use, as far as indexes of pages tell, if there are such.
///
/// An index has the least and greatest value of each page of a column, and the row each begins
/// with.
record ParquetRowRanges(List<Rows> ranges) {
    private static final int INDEX_BYTES_MAX = 64 << 20;

    /// Rows from `first` up to `end`, which is not one of them.
    record Rows(long first, long end) {}

    static ParquetRowRanges all(long rows) {
        return new ParquetRowRanges(List.of(new Rows(0, rows)));
    }

    static ParquetRowRanges of(
            ParquetGroup group, ParquetBytes bytes, List<ParquetCondition> conditions)
            throws IOException {
        ParquetRowRanges kept = all(group.group().num_rows);
        for (ParquetCondition condition : conditions) {
            Optional<ParquetLeaf> leaf = group.leaf(condition.column());
            if (leaf.isEmpty()) {
                continue;
            }
            ColumnChunk chunk = group.chunk(condition.column());
            if (chunk.isSetColumn_index_offset() && chunk.isSetOffset_index_offset()) {
                kept = kept.and(indexed(leaf.get(), chunk, bytes, condition, group));
            }
        }
        return kept;
    }

    private static ParquetRowRanges indexed(
            ParquetLeaf leaf,
            ColumnChunk chunk,
            ParquetBytes bytes,
            ParquetCondition condition,
            ParquetGroup group)
            throws IOException {
        try {
            return pages(leaf, chunk, bytes, condition, group);
        } catch (DamagedPageException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw new DamagedPageException(
                    "an index of pages must lie in the file and tell of them: offset="
                            + chunk.column_index_offset
                            + " bytes="
                            + chunk.column_index_length);
        }
    }

    private static ParquetRowRanges pages(
            ParquetLeaf leaf,
            ColumnChunk chunk,
            ParquetBytes bytes,
            ParquetCondition condition,
            ParquetGroup group)
            throws IOException {
        ColumnIndex values =
                Util.readColumnIndex(
                        stream(bytes, chunk.column_index_offset, chunk.column_index_length));
        OffsetIndex places =
                Util.readOffsetIndex(
                        stream(bytes, chunk.offset_index_offset, chunk.offset_index_length));
        int pages = places.page_locations.size();
        if (values.null_pages.size() != pages
                || values.min_values.size() != pages
                || values.max_values.size() != pages) {
            throw new DamagedPageException("an index tells of every page: pages=" + pages);
        }
        List<Rows> kept = new ArrayList<>();
        long end = group.group().num_rows;
        for (int page = pages - 1; page >= 0; page--) {
            long first = places.page_locations.get(page).first_row_index;
            if (first < 0 || first > end) {
                throw new DamagedPageException("pages follow one another: row=" + first);
            }
            byte[] least = bytes(values.min_values.get(page));
            byte[] most = bytes(values.max_values.get(page));
            if (!values.null_pages.get(page)
                    && ParquetStatistics.leaveRoom(leaf, least, most, condition)) {
                boolean joins = !kept.isEmpty() && kept.getFirst().first == end;
                kept.addFirst(new Rows(first, joins ? kept.removeFirst().end : end));
            }
            end = first;
        }
        return new ParquetRowRanges(kept);
    }

    private static byte[] bytes(java.nio.ByteBuffer value) {
        byte[] bytes = new byte[value.remaining()];
        value.duplicate().get(bytes);
        return bytes;
    }

    private static ByteArrayInputStream stream(ParquetBytes bytes, long offset, int length)
            throws IOException {
        if (length > INDEX_BYTES_MAX) {
            throw new DamagedPageException("an index is small: bytes=" + length);
        }
        return new ByteArrayInputStream(bytes.read(offset, length));
    }

    /// The rows that are in both.
    private ParquetRowRanges and(ParquetRowRanges other) {
        List<Rows> both = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < ranges.size() && j < other.ranges.size()) {
            Rows a = ranges.get(i);
            Rows b = other.ranges.get(j);
            long first = Math.max(a.first, b.first);
            long end = Math.min(a.end, b.end);
            if (first < end) {
                both.add(new Rows(first, end));
            }
            if (a.end < b.end) {
                i++;
            } else {
                j++;
            }
        }
        return new ParquetRowRanges(both);
    }

    /// The first row from `row` on, or `row` if there is none.
    long from(long row) {
        for (Rows range : ranges) {
            if (row < range.end) {
                return Math.max(row, range.first);
            }
        }
        return row;
    }

    /// Up to where rows follow one another from `row` on; `row` if it is not one of them.
    long end(long row) {
        for (Rows range : ranges) {
            if (row >= range.first && row < range.end) {
                return range.end;
            }
        }
        return row;
    }
}
