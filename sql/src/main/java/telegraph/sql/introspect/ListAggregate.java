package telegraph.sql.introspect;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import telegraph.sql.value.CatalogType;
import telegraph.sql.value.ValueOrder;
import telegraph.sql.value.ValueRoom;

/// The aggregates: from the values of some rows to one.
enum ListAggregate {
    COUNT,
    MIN,
    MAX,
    SUM,
    AVG,
    BOOL_AND,
    BOOL_OR,
    ARRAY_AGG,
    STRING_AGG,
    JSON_AGG;

    static Optional<ListAggregate> find(String name) {
        String upper =
                switch (name) {
                    case "every" -> "BOOL_AND";
                    case "jsonb_agg" -> "JSON_AGG";
                    default -> name.toUpperCase(Locale.ROOT);
                };
        return Arrays.stream(values()).filter(it -> it.name().equals(upper)).findFirst();
    }

    CatalogType type(List<CatalogType> arguments) {
        return switch (this) {
            case COUNT -> CatalogType.INT8;
            case MIN, MAX ->
                    arguments.getFirst().isUnknown() ? CatalogType.TEXT : arguments.getFirst();
            case SUM ->
                    switch (arguments.getFirst().name()) {
                        case "int2", "int4" -> CatalogType.INT8;
                        case "float4", "float8" -> CatalogType.FLOAT8;
                        default -> CatalogType.NUMERIC;
                    };
            case AVG ->
                    arguments.getFirst().name().startsWith("float")
                            ? CatalogType.FLOAT8
                            : CatalogType.NUMERIC;
            case BOOL_AND, BOOL_OR -> CatalogType.BOOL;
            case ARRAY_AGG ->
                    arguments.getFirst().isArray()
                            ? arguments.getFirst()
                            : arguments.getFirst().arrayOf().orElse(CatalogType.named("_text"));
            case STRING_AGG -> CatalogType.TEXT;
            case JSON_AGG -> CatalogType.JSON;
        };
    }

    /// @param rows the arguments for each row, in order
    Object of(List<Object[]> rows, CatalogType type, CatalogFunction.Call call) {
        List<Object> values = new ArrayList<>();
        rows.forEach(row -> values.add(row.length == 0 ? Boolean.TRUE : row[0]));
        List<Object> present = values.stream().filter(Objects::nonNull).toList();
        return switch (this) {
            case COUNT -> (long) present.size();
            case MIN -> present.stream().min(ValueOrder::compare).orElse(null);
            case MAX -> present.stream().max(ValueOrder::compare).orElse(null);
            case SUM -> present.isEmpty() ? null : sum(present, type);
            case AVG ->
                    present.isEmpty()
                            ? null
                            : number(
                                    total(present)
                                            .divide(
                                                    BigDecimal.valueOf(present.size()),
                                                    MathContext.DECIMAL64),
                                    type);
            case BOOL_AND -> present.isEmpty() ? null : !present.contains(Boolean.FALSE);
            case BOOL_OR -> present.isEmpty() ? null : present.contains(Boolean.TRUE);
            case ARRAY_AGG -> rows.isEmpty() ? null : values;
            case STRING_AGG -> present.isEmpty() ? null : joined(rows, call);
            case JSON_AGG -> rows.isEmpty() ? null : json(values, call);
        };
    }

    private static BigDecimal total(List<Object> values) {
        return values.stream()
                .map(TypeConversions::decimal)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static Object sum(List<Object> values, CatalogType type) {
        return number(total(values), type);
    }

    private static Object number(BigDecimal value, CatalogType type) {
        return switch (type.name()) {
            case "int8" -> value.longValueExact();
            case "float8" -> value.doubleValue();
            default -> value;
        };
    }

    private static String joined(List<Object[]> rows, CatalogFunction.Call call) {
        StringBuilder joined = new StringBuilder();
        boolean first = true;
        for (Object[] row : rows) {
            if (row[0] != null) {
                joined.append(first || row[1] == null ? "" : row[1]);
                joined.append(call.text(row[0], 0));
                ValueRoom.fits(joined.length());
                first = false;
            }
        }
        return joined.toString();
    }

    private static String json(List<Object> values, CatalogFunction.Call call) {
        return CatalogJson.joined(
                ", ",
                values.stream()
                        .map(v -> CatalogJson.of(v, call.types().getFirst(), call.around())));
    }
}
