package telegraph.query.validate;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlNameMatchers;
import telegraph.query.syntax.DoubledNames;

/// Finds columns by their names, without regard to capitals, and finds none where several have the
/// name ([DoubledNames]): then the query is refused at once, whatever else might have that name.
///
/// Threads: any.
public final class ColumnMatcher implements SqlNameMatcher {
    private final SqlNameMatcher names = SqlNameMatchers.withCaseSensitive(false);

    /// @throws AmbiguousColumn if several columns have the name
    @Override
    public RelDataTypeField field(RelDataType row, String name) {
        RelDataTypeField found = names.field(row, name);
        if (found == null && DoubledNames.isDoubled(row, name)) {
            throw new AmbiguousColumn(DoubledNames.visible(name));
        }
        return found;
    }

    @Override
    public boolean isCaseSensitive() {
        return names.isCaseSensitive();
    }

    @Override
    public boolean matches(String string, String name) {
        return names.matches(string, name);
    }

    @Override
    public <K extends List<String>, V> V get(
            Map<K, V> map, List<String> prefixNames, List<String> names) {
        return this.names.get(map, prefixNames, names);
    }

    @Override
    public String bestString() {
        return names.bestString();
    }

    @Override
    public int frequency(Iterable<String> names, String name) {
        return this.names.frequency(names, name);
    }

    @Override
    public Set<String> createSet() {
        return names.createSet();
    }
}
