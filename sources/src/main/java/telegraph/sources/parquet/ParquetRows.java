package telegraph.sources.parquet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.schema.Type;
import telegraph.engine.Column;
import telegraph.engine.source.Chunk;
import telegraph.engine.vector.Vector;
import telegraph.ground.TelegraphException;
import telegraph.memory.Batch;
import telegraph.memory.Region;
import telegraph.sources.file.FileSource;
import telegraph.sources.page.DamagedPageException;
import telegraph.sources.page.ValueForm;

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
        next = 0;
        rows = 0;
        try {
            kept = ParquetRowRanges.of(group, bytes, conditions);
            for (int i = 0; i < cursors.length; i++) {
                closeNested(i);
                cursors[i] = cursor(group, bytes, i);
            }
        } catch (IOException | RuntimeException e) {
            throw broken(e);
        }
    }

    /// Those of flat columns are used again.
    private void closeNested(int place) {
        if (cursors[place] instanceof ParquetCursors.Nested nested) {
            nested.close();
        }
        cursors[place] = null;
    }

    private ColumnCursor cursor(ParquetGroup group, ParquetBytes bytes, int place) {
        Column column = columns.get(place);
        ParquetFooter footer = group.footer();
        if (!format.requireColumn(group.file(), footer, column)) {
            return new ParquetCursors.Absent();
        }
        Type field = footer.schema().getType(column.name());
        if (!ParquetFormat.isFlat(field)) {
            Optional<ParquetList> list = column.element().flatMap(_ -> ParquetList.of(field));
            return new ParquetCursors.Nested(new ParquetNested(group, bytes, field, list, memory));
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
            case DamagedPageException damaged -> damaged(damaged.getMessage(), damaged);
            case IOException unreadable -> FileSource.unreadable(file, unreadable);
            default -> damaged("values must be as their pages say", e);
        };
    }

    private TelegraphException damaged(String rule, Exception cause) {
        return TelegraphException.input(
                "the pages of a Parquet file must be whole: file="
                        + file
                        + " cause="
                        + rule
                        + ". It is damaged, or written in a way that is not supported.",
                cause);
    }

    @Override
    public void close() {
        for (int i = 0; i < cursors.length; i++) {
            closeNested(i);
        }
        for (Map<ValueForm, FlatColumn> forms : flat) {
            forms.values().forEach(FlatColumn::close);
        }
    }
}
