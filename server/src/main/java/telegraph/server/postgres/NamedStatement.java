package telegraph.server.postgres;

import java.util.List;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.server.postgres.dialect.ShortStatement;
import telegraph.server.postgres.dialect.WireGrammar;
import telegraph.server.postgres.dialect.WireStatement;
import telegraph.server.postgres.message.PgReport;
import telegraph.server.postgres.type.PgType;
import telegraph.sql.Description;
import telegraph.sql.PointRow;
import telegraph.sql.Prepared;
import telegraph.sql.ResultColumn;
import telegraph.sql.Session;

/// A statement that a client has prepared, under a name or none.
///
/// What its parameters and columns are is found when first asked for, since a client that sends all
/// its messages at once need not wait for it twice.
///
/// Threads: one at a time.
final class NamedStatement {
    /// What of a description clients see.
    private record Shape(PgType[] parameters, List<ResultColumn> columns, PgType[] columnTypes) {}

    private static final List<ResultColumn> NO_COLUMNS = List.of();

    private final Session session;
    private final String text;
    private final int[] given;
    private final Optional<WireStatement> wire;
    private final Prepared prepared;
    private final boolean asks;
    private final boolean empty;
    private final String tag;
    private final Portal live = new Portal(this);
    private Description description;
    private Shape shape;
    private PointRow row;
    private PgType[] rowTypes;
    private boolean stale;

    /// @param given numbers of the types of the first parameters, 0 for one that is not known
    /// @throws TelegraphException if the statement cannot be prepared
    NamedStatement(Session session, String written, int[] given) {
        this.session = session;
        this.text = WireGrammar.inOurWords(written);
        this.given = given;
        this.wire = WireGrammar.read(text);
        String first = ShortStatement.first(text);
        this.empty = first.isEmpty() || first.equals(";");
        this.asks =
                switch (first) {
                    case "select", "values", "table", "explain", "show", "(" -> true;
                    case "with" -> !Session.isChangeWithWith(text);
                    default -> false;
                };
        this.tag =
                switch (first) {
                    case "insert" -> "INSERT 0 ";
                    case "update" -> "UPDATE ";
                    default -> "DELETE ";
                };
        this.prepared = session.prepare(described(), names());
    }

    /// Of a statement that changes one row, what it is told before the number of rows.
    String tag() {
        return tag;
    }

    /// What is described: of a cursor, its query.
    private String described() {
        return wire.orElse(null) instanceof WireStatement.Declare declare ? declare.query() : text;
    }

    private List<String> names() {
        String[] names = new String[given.length];
        for (int i = 0; i < names.length; i++) {
            int oid = given[i];
            names[i] =
                    oid == 0 || oid == PgType.UNKNOWN.oid()
                            ? ""
                            : PgType.ofOid(oid)
                                    .map(PgType::name)
                                    .or(() -> session.typeName(oid))
                                    .orElseThrow(() ->
                                            TelegraphException.of(
                                                    SqlState.UNDEFINED_OBJECT,
                                                    "type with OID " + oid + " does not exist"));
        }
        return List.of(names);
    }

    String text() {
        return text;
    }

    /// What this door does itself, if it does.
    Optional<WireStatement> wire() {
        return wire;
    }

    Prepared prepared() {
        return prepared;
    }

    /// Whether it only asks, so that it may be left before its end.
    boolean asks() {
        return asks;
    }

    /// The portal without a name that is bound to it without copying values.
    Portal live() {
        return live;
    }

    /// Whether there is nothing in it.
    boolean isEmpty() {
        return empty;
    }

    /// Whether it was found to ask for one row by its key.
    boolean isQuick() {
        return prepared.isQuery() && !stale;
    }

    boolean isDescribed() {
        return shape != null;
    }

    /// Whether what it asks for and gives is found out by the session, in its turn.
    boolean asksSession() {
        return !empty && (wire.isEmpty() || wire.get() instanceof WireStatement.Declare);
    }

    /// Finds out what it asks for and gives, unless it is known. May wait.
    void describe() {
        if (shape == null) {
            describeAnew();
        }
    }

    /// Finds out what it asks for and gives by the definitions there are now. May wait.
    void describeAnew() {
        if (empty) {
            shape = new Shape(new PgType[0], null, new PgType[0]);
            return;
        }
        if (!asksSession()) {
            shape = own(wire.get());
            return;
        }
        Description now = prepared.describe();
        if (now == description) {
            return;
        }
        PgType[] parameters = now.parameters().stream().map(this::parameter).toArray(PgType[]::new);
        for (int i = 0; i < Math.min(given.length, parameters.length); i++) {
            if (given[i] != 0) {
                parameters[i] = PgType.ofOid(given[i]).orElse(parameters[i]);
            }
        }
        boolean rows = wire.isEmpty() && now.columns().isPresent();
        List<ResultColumn> columns = rows ? now.columns().get() : null;
        shape = new Shape(parameters, columns, rows ? RowWriter.types(columns) : new PgType[0]);
        description = now;
        row = null;
        stale = false;
    }

    private PgType parameter(String name) {
        return session.typeOid(name)
                .map(oid -> PgType.of(name, oid))
                .orElseGet(() -> PgType.named(name));
    }

    private static Shape own(WireStatement statement) {
        List<ResultColumn> columns =
                statement instanceof WireStatement.Show show
                        ? List.of(new ResultColumn(show.setting().title(), "text"))
                        : null;
        return new Shape(
                new PgType[0], columns, columns == null ? new PgType[0] : RowWriter.types(columns));
    }

    /// The types of its parameters; known once it is described.
    PgType[] parameters() {
        return shape.parameters();
    }

    /// Whether it gives rows; known once it is described.
    boolean hasRows() {
        return shape.columns() != null;
    }

    /// The columns of its rows; known once it is described.
    List<ResultColumn> columns() {
        return hasRows() ? shape.columns() : NO_COLUMNS;
    }

    /// The types of its columns; known once it is described.
    PgType[] columnTypes() {
        return shape.columnTypes();
    }

    /// The types to write rows of these columns with: those that the client was told, if it was.
    ///
    /// @throws TelegraphException if the client was told of another number of columns
    PgType[] typesOf(List<ResultColumn> columns) {
        if (shape == null || shape.columns() == null) {
            return RowWriter.types(columns);
        }
        if (shape.columns().size() != columns.size()) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    PgReport.STALE
                            + ": columns before="
                            + shape.columns().size()
                            + " now="
                            + columns.size());
        }
        return shape.columnTypes();
    }

    /// As [#typesOf(List)], for a row that was found by its key.
    ///
    /// @throws TelegraphException if the client was told of other types
    PgType[] typesOf(PointRow found) {
        if (row == found) {
            return rowTypes;
        }
        PgType[] types = RowWriter.types(found.columns());
        if (shape != null && shape.columns() != null) {
            stale = types.length != shape.columnTypes().length;
            for (int c = 0; c < types.length && !stale; c++) {
                stale = types[c].oid() != shape.columnTypes()[c].oid();
            }
            if (stale) {
                throw TelegraphException.of(SqlState.FEATURE_NOT_SUPPORTED, PgReport.STALE);
            }
        }
        row = found;
        rowTypes = types;
        return types;
    }
}
