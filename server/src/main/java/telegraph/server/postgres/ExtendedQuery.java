package telegraph.server.postgres;

import io.netty.buffer.ByteBuf;
import java.util.HashMap;
import java.util.Map;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.server.postgres.dialect.ShortStatement;
import telegraph.server.postgres.dialect.WireStatement;
import telegraph.server.postgres.message.Fields;
import telegraph.server.postgres.message.Kind;
import telegraph.server.postgres.message.Malformed;
import telegraph.server.postgres.type.PgType;

/// The extended query protocol: statements are prepared, bound to values as portals, described and
/// executed in messages of their own.
///
/// ```
/// Parse ──▶ statement ──Bind──▶ portal ──Execute──▶ rows, suspended, rows, complete
/// ```
///
/// Each message has two ways: `…AtOnce` for a thread that must not wait, which does nothing and
/// says so if it would have to, and another that may.
///
/// Threads: one at a time.
final class ExtendedQuery {
    private static final int STATEMENTS_MAX = 10_000;
    private static final int[] NO_TYPES = {};

    /// Longer statements are not looked at for being about one row.
    private static final int QUICK_BYTES_MAX = 500;

    /// Statements without a name that are remembered: most clients parse the same few again.
    private static final int RECENT_MAX = 32;

    /// The longest of them.
    private static final int RECENT_CHARS_MAX = 4_000;

    private final PgTalk talk;
    private final Blocks blocks;
    private final Portals portals;
    private final PortalRun execution;
    private final WireStatements own;
    private final Map<String, NamedStatement> named = new HashMap<>(0);
    private final Recent recent = new Recent(RECENT_MAX, RECENT_CHARS_MAX);
    private NamedStatement unnamed;
    private String lastName = "";
    private NamedStatement last;

    ExtendedQuery(PgTalk talk, Blocks blocks, Portals portals, PortalRun execution) {
        this.talk = talk;
        this.blocks = blocks;
        this.portals = portals;
        this.execution = execution;
        this.own =
                new WireStatements(
                        talk, new WireStatements.State(blocks, portals, named), execution);
    }

    /// What carries out this door's own statements.
    WireStatements own() {
        return own;
    }

    private NamedStatement statement(String name) {
        NamedStatement statement = name.isEmpty() ? unnamed : named.get(name);
        if (statement == null) {
            throw TelegraphException.of(
                    SqlState.INVALID_STATEMENT_NAME,
                    (name.isEmpty()
                                    ? "unnamed prepared statement"
                                    : "prepared statement \"" + name + "\"")
                            + " does not exist");
        }
        return statement;
    }

    /// Reads the name of a statement; null if there is none of that name. The one named last is
    /// known by its bytes.
    private NamedStatement statementAtOnce(Fields fields) {
        boolean again = last != null && fields.acceptText(lastName);
        if (!again || lastName.isEmpty()) {
            String name = again ? "" : fields.text();
            lastName = name;
            last = name.isEmpty() ? unnamed : named.get(name);
        } else if (named.get(lastName) != last) {
            last = named.get(lastName);
        }
        return last;
    }

    /// Parse.
    void parse(Fields fields) throws InterruptedException {
        String name = fields.text();
        String text = fields.text();
        talk.about(text);
        int[] given = types(fields);
        if (name.isEmpty()) {
            unnamed = null;
        } else {
            demandFree(name);
        }
        Recent.Key key = Recent.of(text, given);
        NamedStatement statement = name.isEmpty() ? recent.get(key) : null;
        if (statement == null) {
            statement = new NamedStatement(talk.session(), text, given);
        }
        if (statement.wire().isEmpty() && !statement.isEmpty()) {
            blocks.demandUsable();
        }
        makeWay(statement);
        talk.heard(statement::describeAnew);
        if (name.isEmpty()) {
            unnamed = statement;
            recent.put(key, statement);
        } else {
            named.put(name, statement);
        }
        talk.replies().parseComplete();
    }

    private static int[] types(Fields fields) {
        int count = fields.count(4);
        int[] given = count == 0 ? NO_TYPES : new int[count];
        for (int i = 0; i < count; i++) {
            given[i] = fields.int32();
        }
        fields.demandEnd();
        return given;
    }

    private void demandFree(String name) {
        if (named.containsKey(name)) {
            throw TelegraphException.of(
                    SqlState.DUPLICATE_PREPARED_STATEMENT,
                    "prepared statement \"" + name + "\" already exists");
        }
        if (named.size() >= STATEMENTS_MAX) {
            throw TelegraphException.of(
                    SqlState.CONFIGURATION_LIMIT,
                    "a conversation has at most "
                            + STATEMENTS_MAX
                            + " prepared statements. Close some");
        }
    }

    /// Parse of a statement about one row that was parsed lately.
    boolean parseAtOnce(Fields fields) {
        if (recent.isEmpty() || !blocks.isIdle() || !fields.acceptText("")) {
            return false;
        }
        String text = fields.text();
        NamedStatement statement = recent.get(Recent.of(text, types(fields)));
        if (statement == null || !statement.isQuick() || !statement.prepared().isDescribed()) {
            return false;
        }
        unnamed = statement;
        talk.replies().parseComplete();
        return true;
    }

    /// Bind.
    void bind(Fields fields) throws InterruptedException {
        String portalName = fields.text();
        NamedStatement statement = statement(fields.text());
        if (portalName.isEmpty()) {
            portals.close("");
        } else {
            portals.demandFree(portalName);
        }
        describe(statement);
        statement.live().keepValues();
        BoundValues.read(fields, statement, talk.settings().zones());
        Formats formats = Formats.read(fields, statement.live().formats());
        fields.demandEnd();
        if (portalName.isEmpty()) {
            statement.live().bind(null, formats);
            portals.put("", statement.live());
        } else {
            Portal portal = new Portal(statement);
            portal.bind(statement.prepared().values(), formats);
            portals.put(portalName, portal);
        }
        talk.replies().bindComplete();
    }

    /// Bind of the portal without a name, to a statement about one row.
    boolean bindAtOnce(Fields fields) {
        if (!fields.acceptText("")) {
            return false;
        }
        NamedStatement statement = statementAtOnce(fields);
        boolean quick =
                statement != null
                        && statement.isDescribed()
                        && statement.isQuick()
                        && portals.replaceUnnamed(statement.live());
        if (!quick) {
            return false;
        }
        BoundValues.read(fields, statement, talk.settings().zones());
        Formats formats = Formats.read(fields, statement.live().formats());
        fields.demandEnd();
        statement.live().bind(null, formats);
        talk.replies().bindComplete();
        return true;
    }

    /// Describe.
    void describe(Fields fields) throws InterruptedException {
        byte what = fields.int8();
        String name = fields.text();
        fields.demandEnd();
        if (what == 'S') {
            NamedStatement statement = statement(name);
            describe(statement);
            tell(statement);
        } else if (what == 'P') {
            Portal portal = portals.get(name);
            tell(portal);
        } else {
            throw new Malformed("statements and portals are described: what=" + what);
        }
    }

    /// A statement is described in the session's turn, which a query of the same transaction that
    /// waits for its reader never gives up: such queries end first, and what they give is kept.
    private void makeWay(NamedStatement statement) throws InterruptedException {
        if (statement.asksSession() && !blocks.isIdle()) {
            portals.keepAll();
        }
    }

    private void describe(NamedStatement statement) throws InterruptedException {
        if (!statement.isDescribed()) {
            makeWay(statement);
            talk.heard(statement::describe);
        }
    }

    private void tell(Portal portal) throws InterruptedException {
        if (portal.isOpen()) {
            portal.describeOpen(talk.settings().zones(), talk.replies());
            return;
        }
        describe(portal.statement());
        if (portal.statement().wire().orElse(null) instanceof WireStatement.Fetch fetch) {
            own.describe(portal, fetch);
        } else {
            portal.describe(talk.replies());
        }
    }

    private void tell(NamedStatement statement) {
        PgType[] parameters = statement.parameters();
        ByteBuf out = talk.replies().begin('t').writeShort(parameters.length);
        for (PgType type : parameters) {
            out.writeInt(type.oid());
        }
        talk.replies().end();
        if (statement.wire().orElse(null) instanceof WireStatement.Fetch fetch) {
            own.describe(statement.live(), fetch);
        } else if (statement.hasRows()) {
            RowWriter.describe(
                    statement.columns(), statement.columnTypes(), Formats.TEXT, talk.replies());
        } else {
            talk.replies().noData();
        }
    }

    /// Describe of what is known.
    boolean describeAtOnce(Fields fields) {
        if (fields.int8() != 'P' || !fields.acceptText("")) {
            return false;
        }
        Portal portal = portals.unnamed();
        boolean known =
                portal != null
                        && portal.statement().isDescribed()
                        && portal.statement().wire().isEmpty();
        if (known) {
            portal.describe(talk.replies());
        }
        return known;
    }

    /// Execute.
    void execute(Fields fields) throws InterruptedException {
        String name = fields.text();
        int limit = fields.int32();
        fields.demandEnd();
        Portal portal = portals.get(name);
        if (portal.statement().prepared().parameters() == 0) {
            talk.about(portal.statement().text());
        }
        long most = limit <= 0 ? Long.MAX_VALUE : limit;
        if (portal.statement().isEmpty()) {
            talk.replies().emptyQuery();
        } else if (portal.statement().wire().isPresent() && !portal.isOpen()) {
            own.run(portal, portal.statement().wire().get(), false);
        } else {
            boolean alone = blocks.isIdle() && talk.inbox().isNext(Kind.SYNC);
            if (!alone && !portal.isOpen() && !portal.isDone()) {
                blocks.together();
            }
            execution.run(portal, most, false);
        }
    }

    /// Execute of a portal whose row is there at once.
    boolean executeAtOnce(Fields fields) {
        if (!fields.acceptText("")) {
            return false;
        }
        fields.int32(); // one row is never too many
        Portal portal = portals.unnamed();
        boolean quick =
                portal != null
                        && portal.isFresh()
                        && portal.statement().isQuick()
                        && blocks.isIdle()
                        && portal.statement().prepared().carryOutAtOnce();
        if (!quick) {
            return false;
        }
        execution.found(portal, false);
        portal.done();
        return true;
    }

    /// Close.
    void close(Fields fields) throws InterruptedException {
        byte what = fields.int8();
        String name = fields.text();
        fields.demandEnd();
        if (what == 'P') {
            portals.close(name);
        } else if (what != 'S') {
            throw new Malformed("statements and portals are closed: what=" + what);
        } else if (name.isEmpty()) {
            unnamed = null;
        } else {
            named.remove(name);
        }
        talk.replies().closeComplete();
    }

    /// A simple query about one row that is there at once.
    boolean simpleAtOnce(Fields fields) {
        if (!blocks.isIdle() || blocks.isImplicit() || fields.left() > QUICK_BYTES_MAX) {
            return false;
        }
        NamedStatement statement;
        try {
            String text = fields.text();
            if (!ShortStatement.first(text).equals("select") || !portals.forget()) {
                return false;
            }
            statement = new NamedStatement(talk.session(), text, NO_TYPES);
            statement.live().bind(null, Formats.TEXT);
            boolean quick =
                    statement.prepared().parameters() == 0 && statement.prepared().carryOutAtOnce();
            if (!quick) {
                return false;
            }
        } catch (TelegraphException e) {
            return false; // whoever may wait does it again, and says what is wrong
        }
        unnamed = null;
        execution.found(statement.live(), true);
        talk.replies().readyForQuery('I');
        return true;
    }

    /// A simple query has no use for what has no name.
    void forgetUnnamed() throws InterruptedException {
        unnamed = null;
        portals.close("");
    }
}
