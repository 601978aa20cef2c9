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
import org.apache.calcite.schema.SchemaPlus;
import telegraph.memory.Micros;
import telegraph.query.value.Evaluation;

/// What generated code may ask about the query it runs in: its moment, zone and user, which stay
/// the same while it runs, and whatever else was put under a name.
///
/// It notes whether anybody has asked for the moment or the user: what was computed before then is
/// the same at any other moment and for anybody else.
///
/// Threads: any; nothing but that note ever changes.
public final class QueryVariables implements DataContext {
    private static final Set<String> LASTING =
            Set.of(Variable.TIME_ZONE.camelName, Variable.LOCALE.camelName, Evaluation.KEY);

    private final JavaTypeFactory types;
    private final Map<String, Object> values;
    private final AtomicBoolean passing;

    private QueryVariables(
            JavaTypeFactory types, Map<String, Object> values, AtomicBoolean passing) {
        this.types = types;
        this.values = Map.copyOf(values);
        this.passing = passing;
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
        return new QueryVariables(types, values, new AtomicBoolean());
    }

    /// Whether nobody has asked yet for what is another at another moment or for another user.
    boolean areUnasked() {
        return !passing.get();
    }

    /// The same with more values.
    public QueryVariables with(Map<String, Object> more) {
        Map<String, Object> all = new HashMap<>(values);
        all.putAll(more);
        return new QueryVariables(types, all, passing);
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
        if (!LASTING.contains(name)) {
            passing.set(true);
        }
        return values.get(name);
    }
}
