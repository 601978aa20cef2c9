package telegraph.server.postgres;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.server.postgres.dialect.ClientSetting;
import telegraph.server.postgres.dialect.WireStatement;
import telegraph.server.postgres.message.Replies;
import telegraph.server.postgres.type.PgType;
import telegraph.sql.ResultColumn;

/// Carries out the statements that are this door's own.
///
/// Threads: one at a time, and none that must not wait.
final class WireStatements {
    private final PgTalk talk;
    private final Blocks blocks;
    private final Portals portals;
    private final PortalRun execution;
    private final Map<String, NamedStatement> named;

    /// What these statements are about.
    ///
    /// @param named the statements that the client has prepared
    record State(Blocks blocks, Portals portals, Map<String, NamedStatement> named) {}

    WireStatements(PgTalk talk, State state, PortalRun execution) {
        this.talk = talk;
        this.blocks = state.blocks();
        this.portals = state.portals();
        this.named = state.named();
        this.execution = execution;
    }

    /// Carries out the statement of a portal.
    ///
    /// @param describe whether to tell the shape of rows first
    void run(Portal portal, WireStatement statement, boolean describe) throws InterruptedException {
        Replies replies = talk.replies();
        switch (statement) {
            case WireStatement.Begin _ -> blocks.begin();
            case WireStatement.Commit _ -> blocks.commit();
            case WireStatement.Rollback _ -> blocks.rollback();
            case WireStatement.Savepoint savepoint -> blocks.savepoint(savepoint.name());
            case WireStatement.RollbackTo to -> blocks.rollbackTo(to.name());
            case WireStatement.Release release -> blocks.release(release.name());
            case WireStatement.Set set -> {
                blocks.demandUsable();
                set(set.setting(), set.value(), set.local());
                replies.commandComplete("SET");
            }
            case WireStatement.Reset reset -> {
                blocks.demandUsable();
                set(reset.setting(), Optional.empty(), false);
                replies.commandComplete("RESET");
            }
            case WireStatement.ResetAll _ -> {
                blocks.demandUsable();
                portals.keepAll();
                talk.resetAll();
                replies.commandComplete("RESET");
            }
            case WireStatement.Show show -> {
                blocks.demandUsable();
                show(portal, show.setting(), describe);
            }
            case WireStatement.Discard discard -> discard(discard);
            case WireStatement.Deallocate deallocate -> deallocate(deallocate.name());
            case WireStatement.Declare declare -> declare(portal, declare);
            case WireStatement.Fetch fetch -> fetch(portal, fetch, describe);
            case WireStatement.Close close -> close(close.name());
            case WireStatement.Vacuum _ -> {
                if (!blocks.isIdle()) {
                    throw TelegraphException.of(
                            SqlState.ACTIVE_TRANSACTION,
                            "VACUUM cannot run inside a transaction block");
                }
                replies.commandComplete("VACUUM");
            }
            case WireStatement.Unlisten _ -> replies.commandComplete("UNLISTEN");
        }
    }

    private void set(ClientSetting setting, Optional<String> value, boolean local)
            throws InterruptedException {
        Optional<String> checked = value.map(setting::checked);
        boolean named =
                setting == ClientSetting.SESSION_AUTHORIZATION || setting == ClientSetting.ROLE;
        checked.filter(_ -> named).ifPresent(user -> demandSame(setting, user));
        talk.settings().change(setting, checked, local, talk.replies());
        if (setting.governed().isPresent()) {
            portals.keepAll(); // they would wait for their readers, and this for them
            talk.govern(setting);
        }
    }

    /// A session is its user's, and plays no other role.
    private void demandSame(ClientSetting setting, String user) {
        String own = talk.settings().value(ClientSetting.SESSION_AUTHORIZATION);
        boolean none = setting == ClientSetting.ROLE && user.equalsIgnoreCase("none");
        if (!none && !user.equals(own)) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "a session stays that of the user who came in: user=\""
                            + own
                            + "\". Connect as the other");
        }
    }

    private void show(Portal portal, ClientSetting setting, boolean describe) {
        var columns = List.of(new ResultColumn(setting.title(), "text"));
        PgType[] types = RowWriter.types(columns);
        RowWriter writer = new RowWriter(columns, types, portal.formats(), talk.settings().zones());
        if (describe) {
            writer.describe(talk.replies());
        }
        writer.write(new Object[] {talk.settings().value(setting)}, talk.replies());
        talk.replies().commandComplete("SHOW");
    }

    private void discard(WireStatement.Discard discard) throws InterruptedException {
        blocks.demandUsable();
        if (discard.all()) {
            if (!blocks.isIdle()) {
                throw TelegraphException.of(
                        SqlState.ACTIVE_TRANSACTION,
                        "DISCARD ALL cannot run inside a transaction block");
            }
            portals.closeAll();
            named.clear();
            talk.carryOut("DEALLOCATE ALL");
            talk.resetAll();
        }
        if (discard.all() || discard.what().equals("TEMP")) {
            portals.keepAll(); // they may read what goes
            talk.session().discardTemporary();
        }
        if (discard.all() || discard.what().equals("SEQUENCES")) {
            talk.session().forgetNumbers();
        }
        if (discard.all()) {
            talk.session().releaseLocks();
        }
        talk.replies().commandComplete("DISCARD " + discard.what());
    }

    private void deallocate(Optional<String> name) throws InterruptedException {
        blocks.demandUsable();
        portals.keepAll();
        if (name.isEmpty()) {
            named.clear();
            talk.carryOut("DEALLOCATE ALL");
            talk.replies().commandComplete("DEALLOCATE ALL");
        } else {
            if (named.remove(name.get()) == null) {
                talk.carryOut("DEALLOCATE \"" + name.get().replace("\"", "\"\"") + '"');
            }
            talk.replies().commandComplete("DEALLOCATE");
        }
    }

    private void declare(Portal portal, WireStatement.Declare declare) throws InterruptedException {
        blocks.demandUsable();
        if (!declare.hold() && (blocks.isIdle() || blocks.isImplicit())) {
            throw TelegraphException.of(
                    SqlState.NO_ACTIVE_TRANSACTION,
                    "DECLARE CURSOR can only be used in transaction blocks");
        }
        portals.demandFree(declare.name());
        portals.keepAll();
        portal.giveValues();
        String query = portal.statement().prepared().statement();
        Portal cursor = new Portal(new NamedStatement(talk.session(), query, new int[0]));
        cursor.bind(null, declare.binary() ? Formats.BINARY : Formats.TEXT);
        boolean well = false;
        try {
            execution.open(cursor, PgTalk.Wanted.text(query), portal.statement().text());
            if (cursor.answer().columns() == null) {
                throw TelegraphException.of(
                        SqlState.SYNTAX_ERROR, "a cursor goes through the rows of a query");
            }
            portals.put(declare.name(), cursor);
            if (declare.hold()) {
                portals.hold(declare.name());
            }
            well = true;
        } finally {
            if (!well) {
                cursor.close();
            }
        }
        talk.replies().commandComplete("DECLARE CURSOR");
    }

    private Portal cursor(String name) {
        if (!portals.has(name)) {
            throw TelegraphException.of(
                    SqlState.INVALID_CURSOR_NAME, "cursor \"" + name + "\" does not exist");
        }
        return portals.get(name);
    }

    private void fetch(Portal portal, WireStatement.Fetch fetch, boolean describe)
            throws InterruptedException {
        blocks.demandUsable();
        Portal cursor = cursor(fetch.name());
        long given = 0;
        if (cursor.isOpen()) {
            Formats formats =
                    describe && cursor.formats() == Formats.BINARY
                            ? Formats.BINARY
                            : portal.formats();
            RowWriter writer = cursor.writer(formats, talk.settings().zones());
            if (describe && !fetch.move()) {
                writer.describe(talk.replies());
            }
            given = execution.fetch(cursor, fetch.move() ? null : writer, fetch.rows());
            execution.notices(cursor.answer());
        }
        talk.replies().commandComplete((fetch.move() ? "MOVE " : "FETCH ") + given);
    }

    private void close(Optional<String> name) throws InterruptedException {
        blocks.demandUsable();
        if (name.isEmpty()) {
            portals.closeAll();
            talk.replies().commandComplete("CLOSE CURSOR ALL");
        } else {
            cursor(name.get());
            portals.close(name.get());
            talk.replies().commandComplete("CLOSE CURSOR");
        }
    }

    /// Tells the shape of the rows that FETCH gives in the form that a portal asks for.
    void describe(Portal portal, WireStatement.Fetch fetch) {
        Portal cursor = cursor(fetch.name());
        if (fetch.move() || !cursor.isOpen()) {
            talk.replies().noData();
        } else {
            cursor.writer(portal.formats(), talk.settings().zones()).describe(talk.replies());
        }
    }
}
