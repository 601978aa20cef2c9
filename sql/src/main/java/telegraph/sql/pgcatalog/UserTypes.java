package telegraph.sql.pgcatalog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import telegraph.language.ast.SqlType.UserType.Enumeration;
import telegraph.language.ast.SqlType.UserType.Label;
import telegraph.language.ast.TableName;
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

    private final List<Enumeration> enums;
    private final List<CatalogType> all = new ArrayList<>();
    private final Map<Long, CatalogType> byOid = new HashMap<>();

    UserTypes(List<Enumeration> enums) {
        this.enums = List.copyOf(enums);
        for (Enumeration one : enums) {
            all.add(of(one));
            all.add(arrayOf(one));
        }
        all.forEach(type -> byOid.put(type.oid(), type));
    }

    static CatalogType of(Enumeration type) {
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
                type.name().quoted());
    }

    private static CatalogType arrayOf(Enumeration type) {
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
                type.name().quoted() + "[]");
    }

    List<CatalogType> all() {
        return all;
    }

    /// A type by its number, also one that is always there.
    Optional<CatalogType> find(long oid) {
        return Optional.ofNullable(byOid.get(oid)).or(() -> CatalogType.of(oid));
    }

    /// A type, or that of its arrays, by its name as `format_type` gives it.
    Optional<CatalogType> named(String sql) {
        return all.stream().filter(type -> type.sql().equals(sql)).findFirst();
    }

    /// A type by its name behind that of its schema, if it has one, whatever its case.
    Optional<CatalogType> named(List<String> parts) {
        String schema = parts.size() == 1 ? "public" : parts.get(parts.size() - 2);
        TableName name = new TableName(schema, parts.getLast()).folded();
        return enums.stream()
                .filter(type -> type.name().folded().equals(name))
                .findFirst()
                .map(UserTypes::of);
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
