package telegraph.sql.pgcatalog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import telegraph.language.ast.SqlType.UserType;
import telegraph.language.ast.TableName;
import telegraph.tables.catalog.Comments;
import telegraph.tables.catalog.Entry;
import telegraph.tables.catalog.Snapshot;

/// What COMMENT ON said, by the numbers that `pg_description` knows things by.
///
/// Threads: any; immutable once it is made.
final class Remarks {
    private static final long RELATIONS = 1_259;
    private static final long CONSTRAINTS = 2_606;
    private static final long SCHEMAS = 2_615;
    private static final long TYPES = 1_247;

    private final Map<Place, String> all = new HashMap<>();

    /// @param object the oid of what is commented
    /// @param catalog that of the relation that lists such objects
    /// @param part the number of a column, else 0
    record Place(long object, long catalog, long part) {}

    Remarks(Listing listing, Snapshot snapshot) {
        listing.schemas()
                .forEach((name, oid) ->
                        snapshot.find(new TableName(name, ""))
                                .flatMap(schema -> schema.comments().of(Comments.Part.ALL))
                                .ifPresent(text -> all.put(new Place(oid, SCHEMAS, 0), text)));
        for (UserType.Enumeration type : snapshot.types()) {
            snapshot.find(type.name())
                    .flatMap(entry -> entry.comments().of(Comments.Part.ALL))
                    .ifPresent(text -> all.put(new Place(type.oid(), TYPES, 0), text));
        }
        for (Entry entry : snapshot.entries()) {
            entry.comments()
                    .texts()
                    .forEach((part, text) ->
                            place(listing, entry.name(), part)
                                    .ifPresent(place -> all.put(place, text)));
        }
    }

    private static Optional<Place> place(Listing listing, TableName entry, Comments.Part part) {
        String schema = entry.schema();
        return switch (part.kind()) {
            case COLUMN ->
                    listing.find(schema, entry.name())
                            .flatMap(relation ->
                                    relation.columns().stream()
                                            .filter(c -> c.name().equalsIgnoreCase(part.name()))
                                            .findFirst()
                                            .map(c ->
                                                    new Place(
                                                            relation.oid(),
                                                            RELATIONS,
                                                            c.number())));
            case CONSTRAINT ->
                    listing.find(schema, entry.name())
                            .flatMap(table -> listing.promise(table, part.name()))
                            .map(promise -> new Place(promise.oid(), CONSTRAINTS, 0));
            case INDEX, SEQUENCE -> relation(listing, schema, part.name());
            case TABLE, VIEW, SOURCE, SCHEMA, EXTENSION, TYPE ->
                    relation(listing, schema, entry.name());
        };
    }

    private static Optional<Place> relation(Listing listing, String schema, String name) {
        return listing.find(schema, name).map(found -> new Place(found.oid(), RELATIONS, 0));
    }

    /// @param catalog the oid of the relation that lists such objects
    String of(long object, long catalog, long part) {
        return all.get(new Place(object, catalog, part));
    }

    String ofColumn(long relation, long number) {
        return of(relation, RELATIONS, number);
    }

    /// That of an object whatever it is, as long as no other kind of thing has that number.
    String of(long object) {
        List<String> found = new ArrayList<>();
        for (long catalog : new long[] {RELATIONS, CONSTRAINTS, SCHEMAS, TYPES}) {
            Optional.ofNullable(of(object, catalog, 0)).ifPresent(found::add);
        }
        return found.isEmpty() ? null : found.getFirst();
    }

    void rows(RowMaker rows) {
        all.forEach((place, text) ->
                rows.row()
                        .set("objoid", place.object())
                        .set("classoid", place.catalog())
                        .set("objsubid", place.part())
                        .set("description", text));
    }
}
