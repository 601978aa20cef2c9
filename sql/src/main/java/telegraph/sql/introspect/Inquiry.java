package telegraph.sql.introspect;

import java.util.ArrayList;
import java.util.List;
import telegraph.language.DeepThread;
import telegraph.language.ast.Statement;
import telegraph.sql.value.CatalogType;

/// A query about the catalog, read and resolved.
///
/// Threads: one at a time.
public final class Inquiry {
    private final QueryPlan plan;
    private final BindContext binding;

    private Inquiry(QueryPlan plan, BindContext binding) {
        this.plan = plan;
        this.binding = binding;
    }

    /// Finds what the names of a query stand for.
    ///
    /// @throws telegraph.ground.TelegraphException of kind INPUT if it makes no sense, with its
    ///   place
    public static Inquiry of(Statement.Select query, Surroundings around) {
        return DeepThread.call(() -> {
            BindContext binding = new BindContext(query.lines(), query.values(), around);
            return new Inquiry(new QueryBinder(binding, null).bind(query.query()), binding);
        });
    }

    /// Whether such a query can call a function of that name.
    public static boolean isFunction(String name, Surroundings around) {
        return CallBinder.FORMS.contains(name)
                || WindowRun.isFunction(name)
                || ListAggregate.find(name).isPresent()
                || GeneralFunctions.find(name).isPresent()
                || around.function(name).isPresent()
                || CatalogType.find(name).isPresent();
    }

    /// The types of its parameters, from the first, as PostgreSQL writes them.
    public List<String> parameters() {
        return binding.parameters().stream().map(type -> type.ground().sql()).toList();
    }

    /// The columns of its result.
    public List<Relation.Column> columns() {
        return plan.columns();
    }

    /// Its rows, as events have them: whole numbers as Integer where their type is that small, oids
    /// as Long, what is read and written by name as text.
    public List<Object[]> rows() {
        return DeepThread.call(this::computed);
    }

    private List<Object[]> computed() {
        List<Object[]> rows = new ArrayList<>();
        for (Object[] row : plan.table(null).rows()) {
            Object[] shown = new Object[row.length];
            for (int i = 0; i < row.length; i++) {
                shown[i] = shown(row[i], plan.columns().get(i).type().ground());
            }
            rows.add(shown);
        }
        return rows;
    }

    private Object shown(Object value, CatalogType type) {
        return switch (value) {
            case null -> null;
            case Long number when type.isReference() ->
                    CatalogTexts.write(number, type, binding.around());
            case Long number when type.name().equals("int2") || type.name().equals("int4") ->
                    number.intValue();
            case Object[] record -> CatalogTexts.write(record, type, binding.around());
            case List<?> list when type.isVector() ->
                    CatalogTexts.write(list, type, binding.around());
            case List<?> list -> elements(list, type.elementType().orElse(CatalogType.TEXT));
            default -> value;
        };
    }

    private List<Object> elements(List<?> list, CatalogType element) {
        List<Object> shown = new ArrayList<>();
        for (Object value : list) {
            shown.add(
                    value instanceof List<?> inner
                            ? elements(inner, element)
                            : shown(value, element.ground()));
        }
        return shown;
    }
}
