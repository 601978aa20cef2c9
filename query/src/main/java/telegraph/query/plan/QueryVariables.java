package telegraph.query.plan;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TimeZone;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.schema.SchemaPlus;
import telegraph.memory.Micros;

/// What generated code may ask about the query it runs in: its moment, zone and user, which stay
/// the same while it runs, and whatever else was put under a name.
///
/// Threads: any; it never changes.
public final class QueryVariables implements DataContext {
    private final JavaTypeFactory types;
    private final Map<String, Object> values;

    private QueryVariables(JavaTypeFactory types, Map<String, Object> values) {
        this.types = types;
        this.values = Map.copyOf(values);
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
        return new QueryVariables(types, values);
    }

    /// The same with more values.
    public QueryVariables with(Map<String, Object> more) {
        Map<String, Object> all = new HashMap<>(values);
        all.putAll(more);
        return new QueryVariables(types, all);
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
        return values.get(name);
    }
}
