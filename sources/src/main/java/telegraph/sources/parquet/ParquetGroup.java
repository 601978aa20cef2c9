package telegraph.sources.parquet;

import java.util.List;
import java.util.Optional;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.schema.Type;
import telegraph.ground.TelegraphException;
import telegraph.sources.file.Content;
import telegraph.sources.file.FileOrigin;

/// A row group, and the end of the file it is in.
record ParquetGroup(FileOrigin file, ParquetFooter footer, RowGroup group) {
    /// Where the values of a column are that has no columns of its own.
    ColumnChunk chunk(String name) {
        return chunk(name, List.of());
    }

    /// Where the values of a leaf are.
    ///
    /// @param name of the column that it is, or that it is in
    /// @param rest how it is named within that column
    /// @throws TelegraphException of kind INPUT if they cannot be read from this file
    ColumnChunk chunk(String name, List<String> rest) {
        ColumnChunk chunk =
                footer.chunk(group, name, rest)
                        .orElseThrow(() -> refused(name, "a row group must have every column"));
        if (chunk.crypto_metadata != null || chunk.meta_data == null) {
            throw refused(name, "a column must not be encrypted, which is not supported");
        }
        if (chunk.file_path != null) {
            throw refused(name, "a column must be in the same file as its footer");
        }
        boolean repeats = footer.repeats(name, rest);
        long values = chunk.meta_data.num_values;
        if (repeats ? values < group.num_rows : values != group.num_rows) {
            throw refused(
                    name,
                    "a column must have as many values as there are rows (rows="
                            + group.num_rows
                            + " values="
                            + values
                            + ")");
        }
        return chunk;
    }

    private TelegraphException refused(String column, String rule) {
        return TelegraphException.input(
                rule + ": file=" + file.name() + " column=" + Content.shown(column));
    }

    /// Whether a row may be of use, as far as the statistics tell.
    boolean mayHaveRows(List<ParquetCondition> conditions) {
        for (ParquetCondition condition : conditions) {
            Optional<ParquetLeaf> leaf = leaf(condition.column());
            if (leaf.isPresent()
                    && !ParquetStatistics.leaveRoom(
                            leaf.get(), chunk(condition.column()).meta_data, condition)) {
                return false;
            }
        }
        return true;
    }

    /// How the values of a column stand, if the file has it and it has no columns of its own.
    Optional<ParquetLeaf> leaf(String name) {
        if (!footer.schema().containsField(name)) {
            return Optional.empty();
        }
        Type field = footer.schema().getType(name);
        return ParquetFormat.isFlat(field)
                ? Optional.of(ParquetLeaf.of(field.asPrimitiveType(), file.name()))
                : Optional.empty();
    }
}
