package telegraph.query.array;

import com.google.common.collect.ImmutableSet;
import java.util.HashMap;
import java.util.Map;
import org.apache.calcite.sql.type.SqlTypeCoercionRule;
import org.apache.calcite.sql.type.SqlTypeName;

/// Which types of Calcite may be cast to which: as it has it, and texts to arrays and back.
public final class ArrayCasts {
    public static final SqlTypeCoercionRule RULES = rules();

    private ArrayCasts() {}

    private static SqlTypeCoercionRule rules() {
        Map<SqlTypeName, ImmutableSet<SqlTypeName>> sources =
                new HashMap<>(SqlTypeCoercionRule.lenientInstance().getTypeMapping());
        sources.put(
                SqlTypeName.ARRAY,
                ImmutableSet.of(SqlTypeName.ARRAY, SqlTypeName.CHAR, SqlTypeName.VARCHAR));
        for (SqlTypeName text : SqlTypeName.CHAR_TYPES) {
            sources.put(
                    text,
                    ImmutableSet.<SqlTypeName>builder()
                            .addAll(sources.get(text))
                            .add(SqlTypeName.ARRAY)
                            .build());
        }
        return SqlTypeCoercionRule.instance(sources);
    }
}
