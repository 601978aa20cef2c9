package telegraph.language.query;

import java.util.Optional;
import telegraph.language.ast.Query;
import telegraph.language.ast.Term;

/// What an output of a query is called that is given no name.
///
/// | output                   | name                                                |
/// |--------------------------|-----------------------------------------------------|
/// | `t.a`, `a[1]`, `(r).a`   | `a`                                                 |
/// | `sum(a)`, `coalesce(a,b)` | its function                                       |
/// | `trim(LEADING FROM a)`   | the function it stands for: `ltrim`                 |
/// | `x::int`                 | that of `x`, or else of the type: `int4`            |
/// | `CASE … ELSE x END`      | that of `x`, or else `case`                         |
/// | `(SELECT max(a) …)`      | that of its column                                  |
/// | all else                 | `?column?`                                          |
///
/// Source: `FigureColname` in PostgreSQL's `parse_target.c`.
public final class OutputNames {
    private static final String NAMELESS = "?column?";

    private OutputNames() {}

    /// The name of an output that has none.
    public static String of(Term term) {
        return strong(term).or(() -> weak(term)).orElse(NAMELESS);
    }

    /// The name that an expression has even if it is cast.
    private static Optional<String> strong(Term term) {
        return switch (term) {
            case Term.Name name -> Optional.of(name.words().getLast().name());
            case Term.Field field -> Optional.of(field.name());
            case Term.Call call -> Optional.of(call.bare());
            case Term.Binary binary when binary.operator().equals("overlaps") ->
                    Optional.of("overlaps");
            case Term.Cast cast -> strong(cast.term());
            case Term.Collate collate -> strong(collate.term());
            case Term.Element element -> strong(element.array());
            case Term.Slice slice -> strong(slice.array());
            case Term.Case cases -> cases.otherwise().flatMap(OutputNames::strong);
            case Term.ArrayOf _, Term.ArrayQuery _ -> Optional.of("array");
            case Term.Exists _ -> Optional.of("exists");
            case Term.Row _ -> Optional.of("row");
            case Term.Scalar scalar -> first(scalar.query());
            default -> Optional.empty();
        };
    }

    private static Optional<String> first(Query query) {
        return switch (query.body()) {
            case Query.Select select ->
                    select.items().stream()
                            .findFirst()
                            .map(item ->
                                    item.alias()
                                            .map(alias -> alias.name())
                                            .orElseGet(() -> of(item.term())))
                            .filter(name -> !name.equals(NAMELESS));
            case Query.Both both -> first(both.chain().getFirst().left());
            case Query.Nested nested -> first(nested.query());
            case Query.Values _ -> Optional.of("column1");
        };
    }

    private static Optional<String> weak(Term term) {
        return switch (term) {
            case Term.Case _ -> Optional.of("case");
            case Term.Interval _ -> Optional.of("interval");
            case Term.Cast cast -> Optional.of(type(cast.type()));
            case Term.Collate collate -> weak(collate.term());
            case Term.Element element -> weak(element.array());
            case Term.Slice slice -> weak(slice.array());
            default -> Optional.empty();
        };
    }

    /// A type as PostgreSQL calls it inside.
    private static String type(Term.TypeName type) {
        return switch (type.bare()) {
            case "integer", "int" -> "int4";
            case "bigint" -> "int8";
            case "smallint" -> "int2";
            case "real" -> "float4";
            case "double", "double precision", "float" -> "float8";
            case "decimal", "dec" -> "numeric";
            case "char", "character" -> "bpchar";
            case "character varying", "char varying" -> "varchar";
            case "boolean" -> "bool";
            case "timestamp with time zone" -> "timestamptz";
            case "time with time zone" -> "timetz";
            default -> type.bare();
        };
    }
}
