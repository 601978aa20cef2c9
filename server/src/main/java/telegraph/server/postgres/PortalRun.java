package telegraph.server.postgres;

import io.netty.buffer.ByteBuf;
import java.util.Optional;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.server.postgres.message.Replies;
import telegraph.server.postgres.type.BinaryCopy;
import telegraph.sql.BriefAnswer;
import telegraph.sql.Event;
import telegraph.sql.Prepared;

/// Carries out the statement of a portal, or goes on with it, and writes what it gives.
///
/// Threads: one at a time, and none that must not wait.
final class PortalRun {
    private final PgTalk talk;
    private final Blocks blocks;
    private final Portals portals;

    PortalRun(PgTalk talk, Blocks blocks, Portals portals) {
        this.talk = talk;
        this.blocks = blocks;
        this.portals = portals;
    }

    /// Carries it out, or on.
    ///
    /// @param most the most rows to give now
    /// @param describe whether to tell their shape first
    void run(Portal portal, long most, boolean describe) throws InterruptedException {
        if (portal.isDone()) {
            again(portal);
            return;
        }
        boolean well = false;
        try {
            if (portal.isOpen()) {
                blocks.demandUsable();
            } else {
                if (!blocks.isIdle()) {
                    portals.keepAll();
                }
                if (pointed(portal, describe)) {
                    well = true;
                    return;
                }
                if (!answered(portal)) {
                    open(
                            portal,
                            PgTalk.Wanted.prepared(portal.statement().prepared()),
                            portal.statement().text());
                }
            }
            if (portal.answer().copy() != null) {
                copy(portal.answer());
                finish(portal, 0);
            } else if (portal.answer().columns() == null) {
                finish(portal, 0);
            } else {
                if (!portal.statement().asks()) {
                    portal.keepAll(); // what changes something is done before it is told
                }
                rows(portal, most, describe);
            }
            well = true;
        } finally {
            if (!well) {
                portal.close();
            }
        }
    }

    private void again(Portal portal) {
        if (!portal.statement().asks()) {
            throw TelegraphException.of(
                    SqlState.OBJECT_IN_USE, "a portal is executed once, unless it asks for rows");
        }
        talk.replies().commandComplete("SELECT 0");
    }

    /// Starts a statement and waits until it is known what it gives.
    ///
    /// @param shown what is written down of it, without values
    void open(Portal portal, PgTalk.Wanted wanted, String shown) throws InterruptedException {
        portal.open(talk.start(wanted, shown));
        portal.answer().awaitShape();
    }

    /// Carries out a statement about one row on this thread; false if it is none, and nothing was
    /// done.
    private boolean pointed(Portal portal, boolean describe) {
        Prepared prepared = portal.statement().prepared();
        portal.giveValues();
        talk.cancelling().enters();
        boolean over = true;
        try {
            over = prepared.carryOut(false);
        } finally {
            talk.cancelling().leaves(over);
        }
        if (!over) {
            return false;
        }
        if (prepared.isQuery()) {
            found(portal, describe);
        } else {
            talk.replies().changed(portal.statement().tag(), prepared.changed());
        }
        portal.done();
        return true;
    }

    /// Answers a query about a few rows at hand on this thread; false if it is none, and nothing
    /// was done.
    private boolean answered(Portal portal) {
        if (!portal.statement().asks()) {
            return false;
        }
        Optional<BriefAnswer> answer = talk.answer(portal.statement());
        answer.ifPresent(brief -> portal.open(PgAnswer.of(brief)));
        return answer.isPresent();
    }

    /// Writes the row that the statement of a portal found by its key, or that there is none.
    void found(Portal portal, boolean describe) {
        Prepared prepared = portal.statement().prepared();
        RowWriter writer = portal.writer(prepared.row(), talk.settings().zones());
        if (describe) {
            writer.describe(talk.replies());
        }
        if (prepared.hasRow()) {
            writer.write(prepared.row(), talk.replies());
        }
        talk.replies().selected(prepared.hasRow() ? 1 : 0);
    }

    private void rows(Portal portal, long most, boolean describe) throws InterruptedException {
        RowWriter writer = portal.writer(portal.formats(), talk.settings().zones());
        if (describe) {
            writer.describe(talk.replies());
        }
        long given = fetch(portal, writer, most);
        if (portal.isDone()) {
            finish(portal, given);
        } else {
            talk.replies().portalSuspended();
        }
    }

    /// Writes the next rows of a portal, or passes over them, until there are no more; how many.
    ///
    /// @param writer null to pass over them
    long fetch(Portal portal, RowWriter writer, long most) throws InterruptedException {
        long given = 0;
        while (given < most) {
            Object[] row = portal.poll();
            if (row != null) {
                given++;
                if (writer != null) {
                    writer.write(row, talk.replies());
                    talk.sendMuch();
                }
            } else if (!portal.more()) {
                portal.done();
                break;
            }
        }
        return given;
    }

    private void finish(Portal portal, long given) throws InterruptedException {
        PgAnswer answer = portal.answer();
        if (answer.end() == null) {
            while (answer.next() != null) {
                // what it still gives has no shape that the client knows
            }
        }
        Event.End end = answer.end();
        notices(answer);
        portal.close();
        boolean selected = answer.columns() != null && end.tag().startsWith("SELECT ");
        String tag = selected ? "SELECT " + given : end.tag();
        talk.replies().commandComplete(tag);
    }

    /// Tells what the user should know.
    void notices(PgAnswer answer) {
        answer.notices().forEach(talk::tell);
    }

    private void copy(PgAnswer answer) throws InterruptedException {
        switch (answer.copy()) {
            case Event.Copy.In in -> copyResponse('G', in.columns(), in.binary());
            case Event.Copy.Out out -> copyResponse('H', out.columns(), out.binary());
            case Event.Copy.Lines _ -> throw new IllegalStateException("lines before their shape");
        }
        talk.send();
        Optional<BinaryCopy> binary =
                answer.copy() instanceof Event.Copy.Out out && out.binary()
                        ? Optional.of(new BinaryCopy(out.types()))
                        : Optional.empty();
        for (Event event = answer.next(); event != null; event = answer.next()) {
            if (event instanceof Event.Copy.Lines lines) {
                lines(lines, binary);
            }
        }
        if (answer.copy() instanceof Event.Copy.Out) {
            binary.ifPresent(copy -> {
                copy.end(talk.replies().begin('d'));
                talk.replies().end();
            });
            talk.replies().plain('c');
        }
    }

    /// Each line is a message of its own, since there are clients that take a message for a row.
    private void lines(Event.Copy.Lines lines, Optional<BinaryCopy> binary)
            throws InterruptedException {
        int start = 0;
        for (int end : lines.ends()) {
            ByteBuf out = talk.replies().begin('d');
            if (binary.isPresent()) {
                binary.get().row(lines.bytes(), start, end, out);
            } else {
                out.writeBytes(lines.bytes(), start, end - start);
            }
            talk.replies().end();
            talk.sendMuch();
            start = end;
        }
    }

    private void copyResponse(char type, int columns, boolean binary) {
        Replies replies = talk.replies();
        ByteBuf out = replies.begin(type);
        out.writeByte(binary ? 1 : 0).writeShort(columns);
        for (int c = 0; c < columns; c++) {
            out.writeShort(binary ? 1 : 0);
        }
        replies.end();
    }
}
