package telegraph.query.syntax;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCollectionTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlUserDefinedTypeNameSpec;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.language.ast.TableName;
import telegraph.language.ast.Term;
import telegraph.language.query.IntervalReader;
import telegraph.query.label.EnumType;
import telegraph.query.value.Types;

/// Types as Calcite has them.
///
/// Threads: one.
final class TypeNodes {
    /// The most digits of an interval's days, and of its seconds after the point, where it says
    /// none.
    private static final int DAY_DIGITS = 9;

    private static final int SECOND_DIGITS = 3;

    /// `float(n)` with so many bits is a real.
    private static final int REAL_BITS_MAX = 24;

    private final Places places;

    TypeNodes(Places places) {
        this.places = places;
    }

    /// What stands for a type in a cast.
    SqlNode of(Term.TypeName type) {
        SqlParserPos at = places.of(type.at());
        if (type.bare().equals("interval") && !type.array()) {
            if (type.fields().filter(fields -> !IntervalReader.keepAll(fields)).isPresent()) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "not supported at "
                                + places.text(type.at())
                                + ": a cast to fields of an interval. Cast to interval");
            }
            return Types.interval(at);
        }
        SqlTypeNameSpec element = element(type, at);
        SqlTypeNameSpec whole =
                type.array()
                        ? new SqlCollectionTypeNameSpec(element, SqlTypeName.ARRAY, at)
                        : element;
        return new SqlDataTypeSpec(whole, at);
    }

    private SqlTypeNameSpec element(Term.TypeName type, SqlParserPos at) {
        if (type.name().size() > 1 && !type.name().getFirst().name().equals("pg_catalog")) {
            numbers(type, 0);
            String schema = type.name().get(type.name().size() - 2).name();
            return named(EnumType.key(new TableName(schema, type.bare())), at);
        }
        SqlTypeName plain =
                switch (type.bare()) {
                    case "boolean" -> SqlTypeName.BOOLEAN;
                    case "integer", "int" -> SqlTypeName.INTEGER;
                    case "tinyint" -> SqlTypeName.TINYINT;
                    case "smallint" -> SqlTypeName.SMALLINT;
                    case "bigint" -> SqlTypeName.BIGINT;
                    case "real" -> SqlTypeName.REAL;
                    case "double precision", "double" -> SqlTypeName.DOUBLE;
                    case "date" -> SqlTypeName.DATE;
                    default -> null;
                };
        if (plain != null) {
            numbers(type, 0);
            return new SqlBasicTypeNameSpec(plain, at);
        }
        return switch (type.bare()) {
            case "float" -> {
                List<Integer> bits = numbers(type, 1);
                boolean real = !bits.isEmpty() && bits.getFirst() <= REAL_BITS_MAX;
                yield new SqlBasicTypeNameSpec(real ? SqlTypeName.REAL : SqlTypeName.FLOAT, at);
            }
            case "decimal", "dec", "numeric" -> {
                List<Integer> numbers = numbers(type, 2);
                yield new SqlBasicTypeNameSpec(
                        SqlTypeName.DECIMAL,
                        numbers.isEmpty()
                                ? RelDataType.PRECISION_NOT_SPECIFIED
                                : numbers.getFirst(),
                        numbers.size() < 2 ? RelDataType.SCALE_NOT_SPECIFIED : numbers.get(1),
                        at);
            }
            case "varchar", "character varying", "char varying" ->
                    sized(type, SqlTypeName.VARCHAR, at);
            case "character", "char" -> sized(type, SqlTypeName.CHAR, at);
            case "varbinary" -> sized(type, SqlTypeName.VARBINARY, at);
            case "binary" -> sized(type, SqlTypeName.BINARY, at);
            case "time" -> sized(type, SqlTypeName.TIME, at);
            case "timestamp" -> sized(type, SqlTypeName.TIMESTAMP, at);
            case "time with time zone" -> sized(type, SqlTypeName.TIME_WITH_LOCAL_TIME_ZONE, at);
            case "timestamp with time zone" ->
                    sized(type, SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, at);
            case "bpchar" ->
                    type.modifiers().isEmpty()
                            ? named(type, at)
                            : sized(type, SqlTypeName.CHAR, at);
            case "timestamptz" ->
                    type.modifiers().isEmpty()
                            ? named(type, at)
                            : sized(type, SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, at);
            default -> {
                numbers(type, 0);
                yield named(type, at);
            }
        };
    }

    private static SqlTypeNameSpec named(Term.TypeName type, SqlParserPos at) {
        return named(type.bare(), at);
    }

    private static SqlTypeNameSpec named(String name, SqlParserPos at) {
        return new SqlUserDefinedTypeNameSpec(new SqlIdentifier(name, at), at);
    }

    private SqlTypeNameSpec sized(Term.TypeName type, SqlTypeName name, SqlParserPos at) {
        List<Integer> size = numbers(type, 1);
        return new SqlBasicTypeNameSpec(name, size.isEmpty() ? -1 : size.getFirst(), at);
    }

    private List<Integer> numbers(Term.TypeName type, int max) {
        List<Integer> numbers = type.modifiers();
        if (numbers.size() > max || !numbers.isEmpty() && numbers.getFirst() < 0) {
            throw TelegraphException.of(
                    SqlState.SYNTAX_ERROR,
                    "the type "
                            + type.bare()
                            + (max == 0
                                    ? " takes no number"
                                    : " takes " + (max == 1 ? "one number" : "two numbers"))
                            + " at "
                            + places.text(type.at()));
        }
        return numbers;
    }
}
