package telegraph.sources.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.parquet.VersionParser;
import org.apache.parquet.VersionParser.ParsedVersion;
import org.apache.parquet.VersionParser.VersionParseException;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReaderImpl;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.Type;
import telegraph.engine.Bounds;
import telegraph.engine.Column;
import telegraph.engine.Meter;
import telegraph.engine.Sink;
import telegraph.memory.BatchBuilder;
import telegraph.memory.TelegraphException;

/// Rows as the records of Parquet files.
///
/// Of each row group only the columns asked for are read. The footer tells types and the number of
/// rows, so nothing is guessed; a column with columns of its own is the TEXT of its JSON.
///
/// Threads: any.
final class ParquetFormat implements RowFormat {
    private final FileOptions options;

    /// How many row groups the files looked at so far have.
    private final int groupsSeen;

    ParquetFormat(FileOptions options) {
        this(options, 0);
    }

    private ParquetFormat(FileOptions options, int groupsSeen) {
        this.options = options;
        this.groupsSeen = groupsSeen;
    }

    @Override
    public boolean readsWholeFiles() {
        return false;
    }

    @Override
    public Sample sample(FileOrigin file) throws IOException, InterruptedException {
        try (ParquetBytes bytes = ParquetBytes.open(file, new Meter(file.name()))) {
            ParquetFooter footer = ParquetFooter.read(bytes, file.name());
            Map<String, TypeGuess> columns = new LinkedHashMap<>();
            Map<String, Bounds> bounds = new HashMap<>();
            for (Type field : footer.schema().getFields()) {
                columns.put(field.getName(), TypeGuess.certain(type(field, file)));
                if (isFlat(field)) {
                    ParquetBounds.of(ParquetLeaf.of(field.asPrimitiveType(), file.name()), footer)
                            .ifPresent(known -> bounds.put(field.getName(), known));
                }
            }
            return new Sample(
                    new ParquetFormat(options, groupsSeen + footer.rowGroups().size()),
                    columns,
                    true,
                    OptionalLong.of(footer.rows()),
                    bounds);
        }
    }

    @Override
    public Optional<Units> units(List<FileOrigin> files, Wanted wanted, Sampling sampling)
            throws IOException, InterruptedException {
        return ParquetGroups.of(this, files, wanted);
    }

    @Override
    public OptionalLong sampledBytes(List<FileOrigin> files, Sampling sampling) {
        return groupsSeen > 1 && files.stream().noneMatch(FileOrigin::isRemote)
                ? FileBlocks.bytes(files)
                : OptionalLong.empty();
    }

    static boolean isFlat(Type field) {
        return field.isPrimitive() && !field.isRepetition(Type.Repetition.REPEATED);
    }

    private static telegraph.memory.Type type(Type field, FileOrigin file) {
        return isFlat(field)
                ? ParquetLeaf.of(field.asPrimitiveType(), file.name()).type()
                : telegraph.memory.Type.TEXT;
    }

    @Override
    public void read(FileOrigin file, Wanted wanted, RowOutput out)
            throws IOException, InterruptedException {
        try (ParquetBytes bytes = ParquetBytes.open(file, out.meter());
                Sink.Registration _ = out.sink().closeOnCancel(bytes)) {
            ParquetFooter footer = ParquetFooter.read(bytes, file.name());
            for (RowGroup group : footer.rowGroups()) {
                if (group.num_rows > 0 && !read(file, bytes, footer, group, wanted, out)) {
                    return;
                }
            }
        }
    }

    /// Reads the rows of one row group; false if no more are wanted.
    boolean read(
            FileOrigin file,
            ParquetBytes bytes,
            ParquetFooter footer,
            RowGroup group,
            Wanted wanted,
            RowOutput out)
            throws InterruptedException {
        try {
            return readWhole(file, bytes, footer, group, wanted, out);
        } catch (TelegraphException | UncheckedIOException e) {
            throw e;
        } catch (RuntimeException e) {
            if (out.sink().cancelled()) {
                throw TelegraphException.cancelled("reading was cancelled: file=" + file.name());
            }
            throw damaged(file.name(), e);
        }
    }

    static TelegraphException damaged(String file, Exception cause) {
        return TelegraphException.input(
                "the pages of a Parquet file must be whole: file="
                        + file
                        + " cause="
                        + cause.getMessage()
                        + ". It is damaged, or written in a way that is not supported.",
                cause);
    }

    private boolean readWhole(
            FileOrigin file,
            ParquetBytes bytes,
            ParquetFooter footer,
            RowGroup group,
            Wanted wanted,
            RowOutput out)
            throws InterruptedException {
        ParquetPages pages = new ParquetPages(bytes, group);
        List<Column> columns = wanted.columns();
        Cells[] cells = new Cells[columns.size()];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = cells(file, pages, footer, columns.get(i));
        }
        for (long row = 0; row < group.num_rows; row++) {
            BatchBuilder rows = out.row();
            for (int i = 0; i < cells.length; i++) {
                cells[i].next(rows, wanted.targets()[i]);
            }
            if (!out.endRow()) {
                return false;
            }
        }
        return true;
    }

    /// Whether a file has a column, with values that fit it.
    ///
    /// @throws TelegraphException if it must have the column, or has another type
    boolean requireColumn(FileOrigin file, ParquetFooter footer, Column column) {
        if (footer.schema().containsField(column.name())) {
            requireType(file, footer.schema().getType(column.name()), column);
            return true;
        }
        if (options.unionByName()) {
            return false;
        }
        throw TelegraphException.input(
                "the files of a pattern must have the same columns: file="
                        + file.name()
                        + " missing="
                        + column.name()
                        + ". Set union_by_name => true to read what there is.");
    }

    private Cells cells(FileOrigin file, ParquetPages pages, ParquetFooter footer, Column column) {
        if (!requireColumn(file, footer, column)) {
            return (_, _) -> {};
        }
        Type field = footer.schema().getType(column.name());
        if (!isFlat(field)) {
            ParquetNested nested = new ParquetNested(pages, footer, field, file.name());
            return (rows, target) -> {
                byte[] json = nested.next();
                if (json != null) {
                    rows.setText(target, json, 0, json.length);
                }
            };
        }
        ColumnDescriptor descriptor =
                footer.schema().getColumnDescription(new String[] {column.name()});
        ColumnReader reader =
                new ColumnReaderImpl(
                        descriptor,
                        pages.getPageReader(descriptor),
                        new Unconverted(),
                        version(footer.createdBy()));
        ParquetLeaf leaf = ParquetLeaf.of(field.asPrimitiveType(), file.name());
        int defined = descriptor.getMaxDefinitionLevel();
        return (rows, target) -> {
            if (reader.getCurrentDefinitionLevel() == defined) {
                leaf.put(reader, rows, target, column.type());
            }
            reader.consume();
        };
    }

    private static void requireType(FileOrigin file, Type field, Column column) {
        boolean fits =
                isFlat(field)
                        ? ParquetLeaf.of(field.asPrimitiveType(), file.name()).fits(column.type())
                        : column.type().equals(telegraph.memory.Type.TEXT);
        if (!fits) {
            throw TelegraphException.input(
                    "the files of a pattern must have the same types: file="
                            + file.name()
                            + " column="
                            + column.name()
                            + " expected="
                            + column.type()
                            + " actual="
                            + type(field, file));
        }
    }

    /// Who wrote the file, for the sake of known mistakes of some writers; null if it does not say.
    private static ParsedVersion version(String createdBy) {
        try {
            return VersionParser.parse(createdBy);
        } catch (VersionParseException e) {
            return null; // then no known mistake is worked around
        }
    }

    /// Puts the next value of a column into the current row.
    private interface Cells {
        void next(BatchBuilder rows, int target);
    }

    /// The library wants one even where values are taken from the reader itself.
    private static final class Unconverted extends PrimitiveConverter {}
}
