package telegraph.query.plan;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.schema.SchemaPlus;
import telegraph.memory.Micros;
import telegraph.query.translate.OpenLiterals;
import telegraph.query.value.Evaluation;

/// What generated code may ask about the query it runs in: its moment, zone and user, which stay
/// the same while it runs, and whatever else was put under a name.
///
/// It notes whether anybody has asked for the moment or the user: what was computed before then is
/// the same at any other moment and for anybody else. So it does of the literals that the query's
/// plan leaves open, whose values are asked for by the names of their parameters, such as `?0`.
///
/// Threads: any; nothing but these notes ever changes.
public final class QueryVariables implements DataContext {
    private static final Set<String> LASTING =
            Set.of(Variable.TIME_ZONE.camelName, Variable.LOCALE.camelName, Evaluation.KEY);

    /// What the names of parameters begin with, in plans and in code that is generated of them.
    private static final String PARAMETER = "?";

    private final JavaTypeFactory types;
    private final Map<String, Object> values;
    private final Map<Integer, RexLiteral> literals;
    private final Notes notes;

    /// What has been asked for.
    private record Notes(AtomicBoolean passing, AtomicBoolean literals) {
        Notes() {
            this(new AtomicBoolean(), new AtomicBoolean());
        }
    }

    private QueryVariables(
            JavaTypeFactory types,
            Map<String, Object> values,
            Map<Integer, RexLiteral> literals,
            Notes notes) {
        this.types = types;
        this.values = Map.copyOf(values);
        this.literals = literals;
        this.notes = notes;
    }

    /// The data of a query that starts at `now`, in a zone, for a user.
    public static QueryVariables at(
            Instant now, TimeZone zone, String user, JavaTypeFactory types) {
        long utc = Micros.of(now);
        long local = utc + zone.getOffset(now.toEpochMilli()) * Micros.MILLISECOND;
        Map<String, Object> values = new HashMap<>();
        values.put(Variable.UTC_TIMESTAMP.camelName, utc);
        values.put(Variable.CURRENT_TIMESTAMP.camelName, utc); // a moment
        values.put(Variable.LOCAL_TIMESTAMP.camelName, local);
        values.put(Variable.SYS_TIMESTAMP.camelName, utc);
        values.put(Variable.TIME_ZONE.camelName, zone);
        values.put(Variable.USER.camelName, user);
        values.put(Variable.SYSTEM_USER.camelName, user);
        values.put(Variable.LOCALE.camelName, java.util.Locale.ROOT);
        return new QueryVariables(types, values, Map.of(), new Notes());
    }

    /// Whether nobody has asked yet for what is another at another moment or for another user.
    boolean areUnasked() {
        return !notes.passing.get();
    }

    /// Whether nobody has asked yet for the value of a literal that is left open.
    boolean areLiteralsUnasked() {
        return !notes.literals.get();
    }

    /// The same with literals that are left open.
    ///
    /// @param open by the indexes of their parameters; may grow
    QueryVariables with(OpenLiterals open) {
        return new QueryVariables(types, values, open.open(), notes);
    }

    /// The same with more values.
    public QueryVariables with(Map<String, Object> more) {
        Map<String, Object> all = new HashMap<>(values);
        all.putAll(more);
        return new QueryVariables(types, all, literals, notes);
    }

    @Override
    public SchemaPlus getRootSchema() {
        return null;
    }

    @Override
    public JavaTypeFactory getTypeFactory() {
        return types;
    }

    @Override
    public QueryProvider getQueryProvider() {
        return null;
    }

    @Override
    public Object get(String name) {
        if (name.startsWith(PARAMETER)) {
            return literal(Integer.parseInt(name.substring(PARAMETER.length())));
        }
        if (!LASTING.contains(name)) {
            notes.passing.set(true);
        }
        return values.get(name);
    }

    private RexLiteral literal(int parameter) {
        notes.literals.set(true);
        RexLiteral literal = literals.get(parameter);
        if (literal == null) {
            throw new IllegalStateException(
                    "a plan runs with literals where it left them open: parameter=" + parameter);
        }
        return literal;
    }
}
