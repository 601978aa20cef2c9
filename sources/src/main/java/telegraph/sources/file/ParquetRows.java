package telegraph.sources.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.schema.Type;
import telegraph.engine.Chunk;
import telegraph.engine.Column;
import telegraph.engine.Vector;
import telegraph.memory.Batch;
import telegraph.memory.Region;
import telegraph.memory.TelegraphException;
import telegraph.sources.parquet.ColumnCursor;
import telegraph.sources.parquet.DamagedPageException;
import telegraph.sources.parquet.FlatColumn;
import telegraph.sources.parquet.ValueForm;

/// The rows of a row group in the columns asked for, a chunk after the other; then those of another
/// row group, of the same file or another.
///
/// Threads: one. Memory: pages of the columns asked for, in the region.
final class ParquetRows implements Chunk, AutoCloseable {
    private final ParquetFormat format;
    private final List<Column> columns;
    private final Region memory;

    /// The decoders of each column, by how its values stand in pages, since files may differ.
    private final List<Map<ValueForm, FlatColumn>> flat = new ArrayList<>();

    private final ColumnCursor[] cursors;
    private String file = "";
    private ParquetRowRanges kept = ParquetRowRanges.all(0);
    private long next;
    private int rows;

    ParquetRows(ParquetFormat format, List<Column> columns, Region memory) {
        this.format = format;
        this.columns = columns;
        this.memory = memory;
        this.cursors = new ColumnCursor[columns.size()];
        columns.forEach(_ -> flat.add(new HashMap<>()));
    }

    /// Goes before the first row of a row group.
    ///
    /// @param conditions rows that do not meet them may be left out
    void begin(ParquetGroup group, ParquetBytes bytes, List<ParquetCondition> conditions)
            throws IOException {
        file = group.file().name();
        kept = ParquetRowRanges.of(group, bytes, conditions);
        next = 0;
        rows = 0;
        try {
            for (int i = 0; i < cursors.length; i++) {
                cursors[i] = cursor(group, bytes, i);
            }
        } catch (RuntimeException e) {
            throw broken(e);
        }
    }

    private ColumnCursor cursor(ParquetGroup group, ParquetBytes bytes, int place) {
        Column column = columns.get(place);
        ParquetFooter footer = group.footer();
        if (!format.requireColumn(group.file(), footer, column)) {
            return new ParquetCursors.Absent();
        }
        Type field = footer.schema().getType(column.name());
        if (!ParquetFormat.isFlat(field)) {
            ParquetPages pages = new ParquetPages(bytes, group.group());
            return new ParquetCursors.Nested(new ParquetNested(pages, footer, field, file));
        }
        ParquetLeaf leaf = ParquetLeaf.of(field.asPrimitiveType(), file);
        FlatColumn cursor =
                flat.get(place).computeIfAbsent(leaf.form(), form -> new FlatColumn(form, memory));
        cursor.begin(bytes, group.chunk(column.name()).meta_data);
        return leaf.type().equals(column.type())
                ? cursor
                : new ParquetCursors.Widened(cursor, leaf.type());
    }

    /// Goes to the next rows of the row group, at most `most`; false at its end.
    boolean next(int most) throws IOException {
        next += rows;
        rows = 0;
        next = kept.from(next);
        rows = (int) Math.min(Math.min(most, Batch.ROWS_MAX), kept.end(next) - next);
        if (rows == 0) {
            return false;
        }
        for (ColumnCursor cursor : cursors) {
            cursor.window(next, rows);
        }
        return true;
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public void fill(int column, int[] selection, int count, Vector to) {
        try {
            cursors[column].fill(selection, count, to);
        } catch (IOException | RuntimeException e) {
            throw broken(e);
        }
    }

    private TelegraphException broken(Exception e) {
        return switch (e) {
            case TelegraphException known -> known;
            case DamagedPageException damaged -> damaged(damaged);
            case IOException unreadable -> FileSource.unreadable(file, unreadable);
            default -> damaged(e);
        };
    }

    private TelegraphException damaged(Exception cause) {
        return TelegraphException.input(
                "the pages of a Parquet file must be whole: file="
                        + file
                        + " cause="
                        + cause.getMessage()
                        + ". It is damaged, or written in a way that is not supported.",
                cause);
    }

    @Override
    public void close() {
        for (Map<ValueForm, FlatColumn> forms : flat) {
            forms.values().forEach(FlatColumn::close);
        }
    }
}
