package telegraph.server.postgres;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.server.postgres.message.Fields;
import telegraph.server.postgres.message.Kind;
import telegraph.server.postgres.message.Malformed;
import telegraph.server.postgres.message.PgReport;
import telegraph.sql.Session;

/// What each message of a client means, once it is known who that is.
///
/// After an error in the extended protocol everything up to the next Sync is passed over.
///
/// Threads: one at a time. [#atOnce] may be called by one that must not wait.
final class Dialogue {
    private static final Logger LOG = LoggerFactory.getLogger(Dialogue.class);
    private static final int[] NO_TYPES = {};

    private final PgTalk talk;
    private final Portals portals = new Portals();
    private final Blocks blocks;
    private final PortalRun execution;
    private final ExtendedQuery extended;
    private boolean skipping;

    Dialogue(PgTalk talk) {
        this.talk = talk;
        this.blocks = new Blocks(talk, portals);
        this.execution = new PortalRun(talk, blocks, portals);
        this.extended = new ExtendedQuery(talk, blocks, portals, execution);
    }

    /// Whether a transaction is open, or what came together is not complete.
    boolean isInTransaction() {
        return !blocks.isIdle();
    }

    /// Does what a message asks for if that needs no waiting; false, with nothing done, if it may.
    boolean atOnce(byte type, Fields fields) {
        if (skipping && type != Kind.SYNC) {
            return true;
        }
        try {
            return switch (type) {
                case Kind.QUERY -> extended.simpleAtOnce(fields);
                case Kind.PARSE -> extended.parseAtOnce(fields);
                case Kind.BIND -> extended.bindAtOnce(fields);
                case Kind.EXECUTE -> extended.executeAtOnce(fields);
                case Kind.DESCRIBE -> extended.describeAtOnce(fields);
                case Kind.SYNC -> syncAtOnce();
                case Kind.FLUSH, Kind.COPY_DATA, Kind.COPY_DONE, Kind.COPY_FAIL -> true;
                default -> false;
            };
        } catch (TelegraphException e) {
            talk.replies().error(PgReport.failure(e, "", ""));
            if (type == Kind.QUERY) {
                talk.replies().readyForQuery(blocks.status());
            } else {
                skipping = true;
            }
            return true;
        }
    }

    private boolean syncAtOnce() {
        if (blocks.isImplicit() || blocks.isIdle() && !portals.forget()) {
            return false;
        }
        skipping = false;
        talk.replies().readyForQuery(blocks.status());
        return true;
    }

    /// Does what a message asks for.
    ///
    /// @throws Malformed if it is none
    /// @throws Gone if the client is
    void carryOut(byte type, Fields fields) throws InterruptedException {
        if (skipping && type != Kind.SYNC) {
            return;
        }
        talk.forgetQuery();
        switch (type) {
            case Kind.QUERY -> {
                String text = text(fields);
                if (text != null) {
                    simple(text);
                }
                ready();
            }
            case Kind.SYNC -> {
                skipping = false;
                try {
                    blocks.ended();
                } catch (TelegraphException e) {
                    talk.replies().error(PgReport.failure(e, "", ""));
                }
                ready();
            }
            case Kind.FLUSH -> talk.send();
            case Kind.FUNCTION_CALL -> {
                talk.replies().error(PgReport.error("0A000", "functions are called in statements"));
                ready();
            }
            case Kind.COPY_DATA, Kind.COPY_DONE, Kind.COPY_FAIL -> {
                // of a COPY that has failed
            }
            default -> extended(type, fields);
        }
    }

    private String text(Fields fields) {
        try {
            String text = fields.text();
            fields.demandEnd();
            return text;
        } catch (TelegraphException e) {
            talk.replies().error(PgReport.failure(e, "", ""));
            return null;
        }
    }

    /// The client may send what is next, which requests to cancel of before are not about.
    private void ready() throws InterruptedException {
        talk.cancelling().idle();
        talk.replies().readyForQuery(blocks.status());
        talk.send();
    }

    private void simple(String text) throws InterruptedException {
        talk.about(text);
        try {
            extended.forgetUnnamed();
            List<String> statements = Session.split(text);
            if (statements.isEmpty()) {
                talk.replies().emptyQuery();
            }
            for (String statement : statements) {
                simple(statement, statements.size() > 1);
            }
            blocks.ended();
        } catch (RuntimeException e) {
            failed(e);
        }
    }

    private void simple(String text, boolean several) throws InterruptedException {
        NamedStatement statement = new NamedStatement(talk.session(), text, NO_TYPES);
        Portal portal = statement.live();
        portal.bind(null, Formats.TEXT);
        if (statement.wire().isPresent()) {
            extended.own().run(portal, statement.wire().get(), true);
            return;
        }
        blocks.demandUsable();
        if (statement.prepared().parameters() > 0) {
            throw TelegraphException.of(
                    SqlState.UNDEFINED_PARAMETER,
                    "a statement with parameters is prepared first: parameters="
                            + statement.prepared().parameters());
        }
        if (several) {
            blocks.together();
        }
        execution.run(portal, Long.MAX_VALUE, true);
    }

    private void extended(byte type, Fields fields) throws InterruptedException {
        try {
            switch (type) {
                case Kind.PARSE -> extended.parse(fields);
                case Kind.BIND -> extended.bind(fields);
                case Kind.DESCRIBE -> extended.describe(fields);
                case Kind.EXECUTE -> extended.execute(fields);
                case Kind.CLOSE -> extended.close(fields);
                default -> throw new Malformed("no such message: type=" + (char) type);
            }
            talk.sendMuch();
        } catch (RuntimeException e) {
            skipping = true;
            failed(e);
        }
    }

    /// Tells the client of a failure, unless it is one of the protocol.
    private void failed(RuntimeException e) throws InterruptedException {
        TelegraphException failure =
                switch (e) {
                    case Malformed malformed -> throw malformed;
                    case Gone gone -> throw gone;
                    case TelegraphException known -> known;
                    default -> {
                        LOG.error("a message failed unexpectedly: query={}", talk.query(), e);
                        yield TelegraphException.bug(
                                "this should not happen, please report it: cause=" + e, e);
                    }
                };
        talk.replies().error(PgReport.failure(failure, talk.text(), talk.query()));
        blocks.failed();
    }

    /// Ends everything.
    void close() {
        talk.close();
    }
}
