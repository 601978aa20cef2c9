package telegraph.sql.pgcatalog;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import telegraph.ground.Nearest;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.query.value.StatementTime;
import telegraph.sql.introspect.CatalogFunction;
import telegraph.sql.introspect.CatalogTexts;
import telegraph.sql.introspect.Relation;
import telegraph.sql.introspect.Surroundings;
import telegraph.sql.value.CatalogType;
import telegraph.sql.value.Counted;
import telegraph.sql.value.Table;

/// The catalog as PostgreSQL's tools see it: relations, functions, and what numbers and names stand
/// for.
///
/// Threads: that of the statement.
public final class CatalogSurroundings implements Surroundings {
    private static final long OID_MAX = (1L << 32) - 1;

    private final Listing listing;
    private final SessionFacts conversation;
    private final CatalogFunctions functions;
    private final Definitions definitions;

    public CatalogSurroundings(Listing listing, SessionFacts conversation) {
        this.listing = listing;
        this.conversation = conversation;
        this.functions = new CatalogFunctions(listing, conversation);
        this.definitions = new Definitions(listing);
    }

    /// Whether a name, with its schema or without, is that of a relation of the system's.
    public static boolean isRelation(List<String> name) {
        return shape(name).isPresent();
    }

    /// Whether a schema is `pg_catalog` or `information_schema`.
    public static boolean isSchema(String name) {
        return name.equalsIgnoreCase("pg_catalog") || name.equalsIgnoreCase("information_schema");
    }

    private static Optional<RelationShape> shape(List<String> name) {
        if (name.size() == 1) {
            return RelationShape.find("pg_catalog", name.getFirst());
        }
        return RelationShape.find(name.get(name.size() - 2), name.getLast());
    }

    @Override
    public Optional<Relation> relation(List<String> name) {
        return shape(name)
                .map(shape ->
                        new Relation(
                                shape.oid(),
                                shape.schema(),
                                shape.name(),
                                shape.columns(),
                                () -> rows(shape)));
    }

    private Table rows(RelationShape shape) {
        if (!shape.schema().equals("pg_catalog")) {
            return new Table(new InformationRows(listing, conversation).of(shape));
        }
        return listing.rows(shape)
                .orElseGet(() -> {
                    RowMaker rows = shape.rows();
                    new CatalogViews(listing, conversation).fill(shape.name(), rows);
                    return new Table(rows.made());
                });
    }

    @Override
    public Object count(Counted counted) {
        return switch (counted.what()) {
            case ROWS -> (double) conversation.rows(counted.container());
            case PAGES -> conversation.bytes(counted.container()) / SessionFacts.PAGE_BYTES;
        };
    }

    @Override
    public Optional<CatalogFunction> function(String name) {
        return functions.find(name);
    }

    /// What a function tells of the catalog.
    ///
    /// @param arguments texts, truths and whole numbers as Long; for a relation its oid or its name
    public Object answer(String name, Object[] arguments) {
        if (name.equals("$typeof")) {
            return typeOf((String) arguments[1]);
        }
        if (name.startsWith("$")) {
            return reference(name.substring(1), arguments[0]);
        }
        CatalogFunction function = functions.find(name).orElseThrow();
        Object[] read = arguments.clone();
        for (int i = 0; i < read.length; i++) {
            int declared = Math.min(i, function.arguments().size() - 1);
            Optional<CatalogType> type = function.arguments().get(declared);
            if (type.isPresent() && type.get().isReference() && read[i] instanceof String named) {
                read[i] = oid(type.get(), named);
            }
        }
        List<CatalogType> types =
                function.arguments().stream().map(t -> t.orElse(CatalogType.TEXT)).toList();
        return function.body().call(read, new CatalogFunction.Call(types, this));
    }

    /// The number of a type that the planner names.
    private Long typeOf(String declared) {
        return listing.types()
                .named(declared)
                .or(() -> CatalogType.find(declared))
                .map(CatalogType::oid)
                .orElseThrow(() ->
                        TelegraphException.of(
                                SqlState.FEATURE_NOT_SUPPORTED,
                                "not supported: pg_typeof of a value of " + declared));
    }

    /// The oid that is read of a number or a name, or the name of one.
    private Object reference(String what, Object value) {
        if (what.startsWith("name_of_")) {
            CatalogType type = CatalogType.named(what.substring("name_of_".length()));
            return CatalogTexts.write(value, type, this);
        }
        CatalogType type = CatalogType.named(what);
        Long oid =
                (Long) (value instanceof String text ? CatalogTexts.read(text, type, this) : value);
        if (oid < 0 || oid > OID_MAX) {
            throw TelegraphException.of(
                    SqlState.NUMBER_OUT_OF_RANGE, "an oid is out of its range: number=" + oid);
        }
        return oid;
    }

    @Override
    public Collection<String> names() {
        List<String> names = new ArrayList<>(functions.names());
        RelationShape.all().forEach(shape -> names.add(shape.name()));
        return names;
    }

    @Override
    public long oid(CatalogType type, String written) {
        List<String> parts = parts(written);
        Optional<Long> found =
                switch (type.name()) {
                    case "regclass" -> relationNamed(parts).map(Listed::oid);
                    case "regtype" ->
                            typeNamed(written, parts)
                                    .or(() -> userType(written))
                                    .map(CatalogType::oid);
                    case "regproc", "regprocedure" ->
                            RoutineList.find(withoutArguments(parts.getLast()))
                                    .map(RoutineList.Routine::oid);
                    case "regnamespace" ->
                            Optional.ofNullable(listing.schemas().get(parts.getLast()));
                    case "regrole" ->
                            parts.getLast().equals(conversation.user())
                                    ? Optional.of(CatalogRows.OWNER)
                                    : Optional.empty();
                    case "regcollation" ->
                            parts.getLast().equals("default")
                                    ? Optional.of(100L)
                                    : Optional.empty();
                    default -> Optional.empty();
                };
        return found.orElseThrow(() -> unknown(type, written));
    }

    private static String withoutArguments(String name) {
        int arguments = name.indexOf('(');
        return arguments < 0 ? name : name.substring(0, arguments);
    }

    private TelegraphException unknown(CatalogType type, String written) {
        String kind =
                switch (type.name()) {
                    case "regclass" -> "table";
                    case "regtype" -> "type";
                    case "regnamespace" -> "schema";
                    case "regrole" -> "role";
                    case "regcollation" -> "collation";
                    default -> "function";
                };
        if (!kind.equals("table")) {
            return TelegraphException.of(
                    kind.equals("function")
                            ? SqlState.UNDEFINED_FUNCTION
                            : SqlState.UNDEFINED_OBJECT,
                    "unknown " + kind + " \"" + written + "\"");
        }
        List<String> names = listing.relations().stream().map(definitions::name).toList();
        return TelegraphException.of(
                SqlState.UNDEFINED_TABLE,
                "unknown table \"" + written + "\"" + Nearest.hint(written, names));
    }

    private Optional<Listed> relationNamed(List<String> parts) {
        return parts.size() == 1
                ? listing.visible(parts.getFirst())
                : listing.find(parts.get(parts.size() - 2), parts.getLast());
    }

    private static Optional<CatalogType> typeNamed(String written, List<String> parts) {
        String bare = written.strip().toLowerCase(Locale.ROOT);
        if (bare.startsWith("pg_catalog.")) {
            bare = bare.substring("pg_catalog.".length());
        }
        return CatalogType.find(bare).or(() -> CatalogType.find(parts.getLast()));
    }

    private Optional<CatalogType> userType(String written) {
        return written.endsWith("[]")
                ? userType(written.substring(0, written.length() - 2))
                        .flatMap(type -> listing.types().find(type.array()))
                : listing.types().named(parts(written));
    }

    /// The parts of a name, in lower case unless they are quoted.
    private static List<String> parts(String written) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < written.length(); i++) {
            char c = written.charAt(i);
            if (c == '"') {
                boolean doubled =
                        quoted && i + 1 < written.length() && written.charAt(i + 1) == '"';
                if (doubled) {
                    part.append('"');
                    i++;
                } else {
                    quoted = !quoted;
                }
            } else if (c == '.' && !quoted) {
                parts.add(part.toString());
                part.setLength(0);
            } else {
                part.append(quoted ? c : Character.toLowerCase(c));
            }
        }
        parts.add(part.toString().strip());
        return parts;
    }

    @Override
    public String name(CatalogType type, long oid) {
        return switch (type.name()) {
            case "regclass" ->
                    listing.relation(oid).map(definitions::name).orElse(Long.toString(oid));
            case "regtype" ->
                    listing.types().find(oid).map(CatalogType::sql).orElse(Long.toString(oid));
            case "regproc" ->
                    RoutineList.find(oid).map(RoutineList.Routine::name).orElse(Long.toString(oid));
            case "regprocedure" ->
                    RoutineList.find(oid)
                            .map(r -> r.name() + "(" + RoutineList.arguments(r) + ")")
                            .orElse(Long.toString(oid));
            case "regnamespace" ->
                    listing.schemas().entrySet().stream()
                            .filter(schema -> schema.getValue() == oid)
                            .map(java.util.Map.Entry::getKey)
                            .findFirst()
                            .orElse(Long.toString(oid));
            case "regrole" -> oid == CatalogRows.OWNER ? conversation.user() : Long.toString(oid);
            default -> Long.toString(oid);
        };
    }

    @Override
    public void goOn() {
        conversation.goOn();
    }

    @Override
    public Instant now() {
        return conversation.now();
    }

    @Override
    public StatementTime time() {
        return conversation.time();
    }

    @Override
    public long textMax() {
        return conversation.textMax();
    }

    @Override
    public ZoneId zone() {
        return conversation.zone();
    }
}
