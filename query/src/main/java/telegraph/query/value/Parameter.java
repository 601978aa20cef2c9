package telegraph.query.value;

import java.util.List;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import telegraph.memory.Interval;

/// What a parameter of a function takes, and the Java class the function gets it as.
public enum Parameter {
    TEXT("text", String.class),
    BYTEA("bytea", String.class),
    WHOLE("integer", Long.class),
    DECIMAL("numeric", java.math.BigDecimal.class),
    REAL("double precision", Double.class),
    BOOLEAN("boolean", Boolean.class),
    DATE("date", Long.class),
    TIME("time", Long.class),
    TIMESTAMP("timestamp", Long.class),
    INTERVAL("interval", Interval.class),
    LIST("anyarray", List.class),
    ELEMENT("anyelement", Object.class),

    /// An array, each element as the text PostgreSQL shows for it.
    SHOWN("anyarray", List.class),
    ANY("any", String.class);

    public final String shown;
    public final Class<?> javaClass;

    Parameter(String shown, Class<?> javaClass) {
        this.shown = shown;
        this.javaClass = javaClass;
    }

    /// Whether an argument of that type is taken without a cast; NULL always is.
    public boolean accepts(RelDataType type) {
        SqlTypeName name = type.getSqlTypeName();
        if (name == SqlTypeName.NULL) {
            return true;
        }
        return switch (this) {
            case TEXT -> SqlTypeUtil.inCharFamily(type);
            case BYTEA -> ByteaLiterals.isBytea(type);
            case WHOLE -> SqlTypeUtil.isIntType(type);
            case DECIMAL -> SqlTypeUtil.isExactNumeric(type);
            case REAL -> SqlTypeUtil.isNumeric(type);
            case BOOLEAN -> name == SqlTypeName.BOOLEAN;
            case DATE -> name == SqlTypeName.DATE;
            case TIME -> name == SqlTypeName.TIME;
            case TIMESTAMP ->
                    name == SqlTypeName.TIMESTAMP
                            || name == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
            case INTERVAL -> Types.isInterval(name);
            case LIST, SHOWN -> ArrayArguments.isArray(type) && Types.physical(type).isPresent();
            case ELEMENT, ANY -> Types.physical(type).isPresent();
        };
    }

    /// The name of a type; an array's has that of its elements.
    private static String name(RelDataType type) {
        return ArrayArguments.isArray(type)
                ? name(type.getComponentType()) + RoutineArguments.ARRAY
                : type.getSqlTypeName().name();
    }

    public Object convert(Object internal, RelDataType type) {
        return switch (this) {
            case TEXT, BYTEA -> RoutineArguments.text(internal);
            case WHOLE, DATE, TIME, TIMESTAMP -> RoutineArguments.whole(internal);
            case INTERVAL -> RoutineArguments.interval(internal);
            case DECIMAL -> RoutineArguments.decimal(internal);
            case REAL -> RoutineArguments.real(internal);
            case BOOLEAN -> RoutineArguments.truth(internal);
            case LIST, ELEMENT -> internal;
            case SHOWN -> RoutineArguments.allShown(internal, name(type));
            case ANY -> RoutineArguments.shown(internal, name(type));
        };
    }

    /// The same conversion in generated code.
    public Expression convert(Expression operand, RelDataType type) {
        Expression boxed = Expressions.convert_(Expressions.box(operand), Object.class);
        if (this == ELEMENT) {
            return boxed;
        }
        String method =
                switch (this) {
                    case TEXT, BYTEA -> "text";
                    case WHOLE, DATE, TIME, TIMESTAMP -> "whole";
                    case INTERVAL -> "interval";
                    case DECIMAL -> "decimal";
                    case REAL -> "real";
                    case BOOLEAN -> "truth";
                    case LIST -> "list";
                    case SHOWN -> "allShown";
                    case ANY -> "shown";
                    case ELEMENT -> throw new IllegalStateException("taken as it is");
                };
        List<Expression> arguments =
                this == ANY || this == SHOWN
                        ? List.of(boxed, Expressions.constant(name(type)))
                        : List.of(boxed);
        return Expressions.call(RoutineArguments.class, method, arguments);
    }
}
