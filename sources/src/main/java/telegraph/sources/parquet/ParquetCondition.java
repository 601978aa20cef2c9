package telegraph.sources.parquet;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import telegraph.engine.source.MorselReader.Reduction;
import telegraph.engine.source.Range;
import telegraph.sources.file.RowFormat;

/// A value of a column must be in one of these ranges for its row to be of use.
record ParquetCondition(String column, List<Range> ranges) {
    /// What a query asks of the rows from the start.
    static List<ParquetCondition> of(RowFormat.Wanted wanted) {
        List<ParquetCondition> conditions = new ArrayList<>();
        for (Map.Entry<String, List<Object>> accepted : wanted.constants().entrySet()) {
            if (accepted.getValue().stream().allMatch(Objects::nonNull)) {
                List<Range> points =
                        accepted.getValue().stream()
                                .map(value -> new Range(Optional.of(value), Optional.of(value)))
                                .toList();
                conditions.add(new ParquetCondition(accepted.getKey(), points));
            }
        }
        wanted.ranges()
                .forEach((column, range) ->
                        conditions.add(new ParquetCondition(column, List.of(range))));
        return conditions;
    }

    /// These and what became known while the query runs.
    ///
    /// @param reduction by place among the wanted columns
    static List<ParquetCondition> and(
            List<ParquetCondition> first, RowFormat.Wanted wanted, Reduction reduction) {
        List<ParquetCondition> all = new ArrayList<>(first);
        for (int place = 0; place < wanted.columns().size(); place++) {
            String column = wanted.columns().get(place).name();
            reduction
                    .range(place)
                    .ifPresent(range -> all.add(new ParquetCondition(column, List.of(range))));
        }
        return all;
    }
}
