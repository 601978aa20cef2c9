package telegraph.sql.pgcatalog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import telegraph.language.ast.SqlType.UserType.Enumeration;
import telegraph.language.ast.SqlType.UserType.Label;
import telegraph.language.ast.TableName;
import telegraph.language.lexer.Quotes;
import telegraph.sql.value.CatalogType;

/// The types of the catalog as `pg_type` lists them, each with that of its arrays.
///
/// | thing            | oid                                                        |
/// |------------------|------------------------------------------------------------|
/// | type             | [Enumeration#oid]                                          |
/// | its arrays       | the next one                                               |
/// | value of an enum | from a hash of the type's number and its own, 3 · 2^28 on  |
///
/// A type has its number whatever its name.
///
/// Threads: any; immutable.
public final class UserTypes {
    private static final long LABELS = 3L << 28;
    private static final int LABELS_MASK = (1 << 28) - 1;

    /// The size of a value, as PostgreSQL has it.
    private static final int BYTES = 4;

    private final List<String> path;
    private final List<Enumeration> enums;
    private final List<CatalogType> all = new ArrayList<>();
    private final Map<Long, CatalogType> byOid = new HashMap<>();

    /// @param path the schemas that bare names are looked for in
    UserTypes(List<Enumeration> enums, List<String> path) {
        this.path = path;
        this.enums = List.copyOf(enums);
        for (Enumeration one : enums) {
            all.add(of(one));
            all.add(arrayOf(one));
        }
        all.forEach(type -> byOid.put(type.oid(), type));
    }

    /// A type as PostgreSQL writes it: by its name alone where that is what it stands for.
    private String written(Enumeration type) {
        TableName name = type.name();
        boolean visible =
                path.stream()
                        .filter(schema -> isThere(name.in(schema)))
                        .findFirst()
                        .filter(name.schema()::equalsIgnoreCase)
                        .isPresent();
        return visible ? Quotes.name(name.name()) : name.qualified();
    }

    private boolean isThere(TableName name) {
        TableName folded = name.folded();
        return enums.stream().anyMatch(type -> type.name().folded().equals(folded));
    }

    CatalogType of(Enumeration type) {
        return new CatalogType(
                type.oid(),
                type.name().schema(),
                type.name().name(),
                BYTES,
                true,
                "e",
                "E",
                false,
                ",",
                0,
                type.oid() + 1,
                List.of("enum_in", "enum_out", "enum_recv", "enum_send"),
                "i",
                "p",
                0,
                0,
                written(type));
    }

    private CatalogType arrayOf(Enumeration type) {
        return new CatalogType(
                type.oid() + 1,
                type.name().schema(),
                "_" + type.name().name(),
                -1,
                false,
                "b",
                "A",
                false,
                ",",
                type.oid(),
                0,
                List.of("array_in", "array_out", "array_recv", "array_send"),
                "i",
                "x",
                0,
                0,
                written(type) + "[]");
    }

    List<CatalogType> all() {
        return all;
    }

    /// A type by its number, also one that is always there.
    Optional<CatalogType> find(long oid) {
        return Optional.ofNullable(byOid.get(oid)).or(() -> CatalogType.of(oid));
    }

    /// A type, or that of its arrays, by its name as columns are declared with it.
    Optional<CatalogType> named(String declared) {
        for (Enumeration type : enums) {
            String name = type.name().quoted();
            if (declared.equals(name)) {
                return Optional.of(of(type));
            }
            if (declared.equals(name + "[]")) {
                return Optional.of(arrayOf(type));
            }
        }
        return Optional.empty();
    }

    /// A type by its name behind that of its schema, if it has one, whatever its case.
    Optional<CatalogType> named(List<String> parts) {
        List<String> schemas = parts.size() == 1 ? path : List.of(parts.get(parts.size() - 2));
        return schemas.stream()
                .map(schema -> new TableName(schema, parts.getLast()).folded())
                .flatMap(name -> enums.stream().filter(e -> e.name().folded().equals(name)))
                .findFirst()
                .map(this::of);
    }

    /// Lists the values of the enums.
    void labels(RowMaker rows) {
        for (Enumeration type : enums) {
            for (Label label : type.labels()) {
                rows.row()
                        .set("oid", oid(type, label))
                        .set("enumtypid", (long) type.oid())
                        .set("enumsortorder", (double) label.code() / Enumeration.GAP)
                        .set("enumlabel", label.text());
            }
        }
    }

    private static long oid(Enumeration type, Label label) {
        return LABELS + (31 * type.id() + Long.hashCode(label.code()) & LABELS_MASK);
    }
}
