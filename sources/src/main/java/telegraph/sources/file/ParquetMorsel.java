package telegraph.sources.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.RowGroup;
import telegraph.engine.Chunk;
import telegraph.engine.Column;
import telegraph.engine.Meter;
import telegraph.engine.MorselReader;
import telegraph.engine.Vector;
import telegraph.memory.Batch;
import telegraph.memory.Region;
import telegraph.memory.TelegraphException;
import telegraph.sources.parquet.ColumnCursor;
import telegraph.sources.parquet.FlatColumn;
import telegraph.sources.parquet.ValueForm;

/// Reads row groups, a chunk of rows after the other.
///
/// Threads: one. Memory: pages of the columns asked for, in the region.
final class ParquetMorsel implements MorselReader, Chunk {
    private final ParquetGroups groups;
    private final List<Column> columns;
    private final Meter meter;
    private final Region memory;

    /// The decoders of each column, by how its values stand in pages, since files may differ.
    private final List<Map<ValueForm, FlatColumn>> flat = new ArrayList<>();

    private final ColumnCursor[] cursors;
    private FileOrigin.Local file;
    private ParquetBytes bytes;
    private long next;
    private long total;
    private int rows;

    ParquetMorsel(ParquetGroups groups, List<Column> columns, Meter meter, Region memory) {
        this.groups = groups;
        this.columns = columns;
        this.meter = meter;
        this.memory = memory;
        this.cursors = new ColumnCursor[columns.size()];
        columns.forEach(_ -> flat.add(new HashMap<>()));
    }

    @Override
    public boolean open(int unit, Reduction reduction) throws IOException {
        ParquetGroups.Group group = groups.group(unit);
        total = group.group().num_rows;
        next = 0;
        rows = 0;
        open(group.file());
        for (int i = 0; i < cursors.length; i++) {
            cursors[i] = cursor(group, i);
        }
        return true;
    }

    private void open(FileOrigin.Local wanted) throws IOException {
        if (wanted.equals(file)) {
            return;
        }
        closeFile();
        bytes = ParquetBytes.openLocal(wanted, meter);
        file = wanted;
    }

    private ColumnCursor cursor(ParquetGroups.Group group, int place) throws IOException {
        Column column = columns.get(place);
        ParquetFooter footer = group.footer();
        if (!groups.format().requireColumn(group.file(), footer, column)) {
            return new ParquetCursors.Absent();
        }
        org.apache.parquet.schema.Type field = footer.schema().getType(column.name());
        if (!ParquetFormat.isFlat(field)) {
            return new ParquetCursors.Nested(
                    new ParquetNested(
                            new ParquetPages(bytes, group.group()),
                            footer,
                            field,
                            group.file().name()));
        }
        ParquetLeaf leaf = ParquetLeaf.of(field.asPrimitiveType(), group.file().name());
        FlatColumn cursor =
                flat.get(place).computeIfAbsent(leaf.form(), form -> new FlatColumn(form, memory));
        cursor.begin(bytes, chunk(group.group(), column.name()));
        return leaf.type().equals(column.type())
                ? cursor
                : new ParquetCursors.Widened(cursor, leaf.type());
    }

    private ColumnMetaData chunk(RowGroup group, String column) throws IOException {
        for (ColumnChunk chunk : group.columns) {
            if (chunk.meta_data != null && chunk.meta_data.path_in_schema.equals(List.of(column))) {
                return chunk.meta_data;
            }
        }
        throw new IOException("a row group must have all columns: missing=" + column);
    }

    @Override
    public Chunk next() throws IOException {
        next += rows;
        rows = (int) Math.min(Batch.ROWS_MAX, total - next);
        if (rows <= 0) {
            rows = 0;
            return null;
        }
        for (ColumnCursor cursor : cursors) {
            cursor.window(next, rows);
        }
        return this;
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public void fill(int column, int[] selection, int count, Vector to) {
        try {
            cursors[column].fill(selection, count, to);
        } catch (TelegraphException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw ParquetFormat.damaged(file.name(), e);
        }
    }

    private void closeFile() throws IOException {
        if (bytes != null) {
            ParquetBytes open = bytes;
            bytes = null;
            file = null;
            open.close();
        }
    }

    @Override
    public void close() throws IOException {
        for (Map<ValueForm, FlatColumn> forms : flat) {
            forms.values().forEach(FlatColumn::close);
        }
        closeFile();
    }
}
