package telegraph.sources.file;

import java.util.List;
import java.util.Optional;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.schema.Type;

/// A row group, and the end of the file it is in.
record ParquetGroup(FileOrigin file, ParquetFooter footer, RowGroup group) {
    /// Where the values of a column are that has no columns of its own.
    ColumnChunk chunk(String name) {
        for (ColumnChunk chunk : group.columns) {
            if (chunk.meta_data != null && chunk.meta_data.path_in_schema.equals(List.of(name))) {
                return chunk;
            }
        }
        throw new IllegalArgumentException("a row group lacks a column: column=" + name);
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
