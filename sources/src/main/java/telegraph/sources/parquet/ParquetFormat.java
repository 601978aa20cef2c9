package telegraph.sources.parquet;

import java.io.IOException;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.schema.Type;
import telegraph.engine.Column;
import telegraph.engine.meter.Meter;
import telegraph.engine.source.Bounds;
import telegraph.engine.source.Sink;
import telegraph.engine.vector.Vector;
import telegraph.ground.TelegraphException;
import telegraph.sources.FileSources;
import telegraph.sources.file.FileBlocks;
import telegraph.sources.file.FileOptions;
import telegraph.sources.file.FileOrigin;
import telegraph.sources.file.RowFormat;
import telegraph.sources.file.RowOutput;
import telegraph.sources.file.UnitSizes;
import telegraph.sources.file.Units;
import telegraph.sources.text.TypeGuess;
import telegraph.sources.text.ValueType;

/// Rows as the records of Parquet files.
///
/// Of each row group only the columns asked for are read. The footer tells types and the number of
/// rows, so nothing is guessed; a column with columns of its own is the TEXT of its JSON.
///
/// Threads: any.
public final class ParquetFormat implements RowFormat {
    private static final int NOTES_MAX = 20;

    private final FileOptions options;

    /// How many row groups the files looked at so far have.
    private final int groupsSeen;

    private final ParquetFooters footers;
    private final List<String> notes;

    public ParquetFormat(FileOptions options) {
        this(options, 0, new ParquetFooters(), List.of());
    }

    private ParquetFormat(
            FileOptions options, int groupsSeen, ParquetFooters footers, List<String> notes) {
        this.options = options;
        this.groupsSeen = groupsSeen;
        this.footers = footers;
        this.notes = notes;
    }

    @Override
    public boolean readsWholeFiles() {
        return false;
    }

    @Override
    public Sample sample(FileOrigin file) throws IOException, InterruptedException {
        try (ParquetBytes bytes = ParquetBytes.open(file, new Meter(file.name()))) {
            ParquetFooters known = footers;
            ParquetFooter footer;
            if (file instanceof FileOrigin.Local local) {
                BasicFileAttributes before = ParquetFooters.attributes(local);
                footer = ParquetFooter.read(bytes, file.name());
                known = footers.and(local, before, footer);
            } else {
                footer = ParquetFooter.read(bytes, file.name());
            }
            Map<String, TypeGuess> columns = new LinkedHashMap<>();
            Map<String, Bounds> bounds = new HashMap<>();
            for (Type field : footer.schema().getFields()) {
                columns.put(field.getName(), TypeGuess.certain(type(field, file.name())));
                if (isFlat(field)) {
                    ParquetBounds.of(ParquetLeaf.of(field.asPrimitiveType(), file.name()), footer)
                            .ifPresent(between -> bounds.put(field.getName(), between));
                }
            }
            return new Sample(
                    new ParquetFormat(
                            options,
                            groupsSeen + footer.rowGroups().size(),
                            known,
                            notes(file, footer)),
                    columns,
                    true,
                    OptionalLong.of(footer.rows()),
                    bounds,
                    "");
        }
    }

    /// These and which columns of one more file have other names than in it.
    private List<String> notes(FileOrigin file, ParquetFooter footer) {
        List<String> more = new ArrayList<>(notes);
        for (int i = 0; i < footer.names().size(); i++) {
            String given = footer.schema().getFieldName(i);
            if (!footer.names().get(i).equals(given) && more.size() < NOTES_MAX) {
                more.add(
                        "column "
                                + (i + 1)
                                + " of file="
                                + file.name()
                                + ", another \""
                                + footer.names().get(i)
                                + "\", is \""
                                + given
                                + "\" here");
            }
        }
        return List.copyOf(more);
    }

    @Override
    public List<String> notes() {
        return notes;
    }

    @Override
    public Optional<Units> units(List<FileOrigin> files, Wanted wanted, UnitSizes sampling)
            throws IOException, InterruptedException {
        return ParquetGroups.of(this, files, wanted);
    }

    @Override
    public OptionalLong sampledBytes(List<FileOrigin> files, UnitSizes sampling) {
        return groupsSeen > 1 && files.stream().noneMatch(FileOrigin::isRemote)
                ? FileBlocks.bytes(files)
                : OptionalLong.empty();
    }

    static boolean isFlat(Type field) {
        return field.isPrimitive() && !field.isRepetition(Type.Repetition.REPEATED);
    }

    ParquetFooter footer(FileOrigin.Local file) throws IOException {
        return footers.of(file);
    }

    private static ValueType type(Type field, String file) {
        if (isFlat(field)) {
            return ValueType.of(ParquetLeaf.of(field.asPrimitiveType(), file).type());
        }
        return ParquetList.of(field)
                .map(list -> ValueType.array(ParquetLeaf.of(list.element(), file).type()))
                .orElse(ValueType.of(telegraph.memory.Type.TEXT));
    }

    @Override
    public void read(FileOrigin file, Wanted wanted, RowOutput out)
            throws IOException, InterruptedException {
        try (ParquetBytes bytes = ParquetBytes.open(file, out.meter());
                Sink.Registration _ = out.sink().closeOnCancel(bytes);
                ParquetRows rows = new ParquetRows(this, wanted.columns(), out.sink().memory())) {
            ParquetFooter footer = ParquetFooter.read(bytes, file.name());
            requireColumns(file, footer, wanted);
            List<ParquetCondition> conditions = ParquetCondition.of(wanted);
            Vector[] columns =
                    wanted.columns().stream()
                            .map(column -> new Vector(column.type()))
                            .toArray(Vector[]::new);
            for (RowGroup group : footer.rowGroups()) {
                ParquetGroup next = new ParquetGroup(file, footer, group);
                if (!next.mayHaveRows(conditions)) {
                    continue;
                }
                rows.begin(next, bytes, conditions);
                while (rows.next(out.rowsNext())) {
                    if (!out.rows(rows, columns, wanted.targets())) {
                        return;
                    }
                }
            }
        } catch (TelegraphException e) {
            if (out.sink().cancelled()) {
                throw TelegraphException.cancelled("reading was cancelled: file=" + file.name());
            }
            throw e;
        }
    }

    /// A file must have the columns even if its statistics tell that none of its rows is of use.
    void requireColumns(FileOrigin file, ParquetFooter footer, Wanted wanted) {
        wanted.columns().forEach(column -> requireColumn(file, footer, column));
    }

    /// Whether a file has a column, with values that fit it.
    ///
    /// @throws TelegraphException if it must have the column, or has another type
    boolean requireColumn(FileOrigin file, ParquetFooter footer, Column column) {
        if (footer.schema().containsField(column.name())) {
            requireType(file, footer.schema().getType(column.name()), column);
            return true;
        }
        if (options.unionByName() || column.name().equals(FileSources.NO_COLUMN)) {
            return false;
        }
        throw TelegraphException.input(
                "the files of a pattern must have the same columns: file="
                        + file.name()
                        + " missing="
                        + column.name()
                        + ". Set union_by_name => true to read what there is.");
    }

    private static void requireType(FileOrigin file, Type field, Column column) {
        boolean fits = fits(field, file.name(), column);
        if (!fits) {
            throw TelegraphException.input(
                    "the files of a pattern must have the same types: file="
                            + file.name()
                            + " column="
                            + column.name()
                            + " expected="
                            + column.typeName()
                            + " actual="
                            + type(field, file.name()).column(column.name()).typeName());
        }
    }

    private static boolean fits(Type field, String file, Column column) {
        if (column.element().isEmpty()) {
            return isFlat(field)
                    ? ParquetLeaf.of(field.asPrimitiveType(), file).fits(column.type())
                    : column.type().equals(telegraph.memory.Type.TEXT);
        }
        return !isFlat(field)
                && ParquetList.of(field)
                        .filter(list ->
                                ParquetLeaf.of(list.element(), file).fits(column.element().get()))
                        .isPresent();
    }
}
