package telegraph.cli.display;

import java.io.Flushable;
import java.io.IOException;
import java.io.UncheckedIOException;
import telegraph.cli.format.ResultWriter;
import telegraph.ground.Ticker;
import telegraph.sql.Event;

/// Writes a statement's final rows, and nothing else, where another program reads; on a terminal at
/// standard error it shows how far the sources are.
///
/// Rows are passed on whenever the sources report, so whoever reads them can follow a slow query.
///
/// Threads: any; one event at a time.
public final class Printer implements View {
    private static final long FRAME_NANOS = 200_000_000;

    private final ResultWriter writer;
    private final Flushable out;
    private final Screen errors;
    private final Ticker ticker;
    private final Area area;
    private long lastFrame;
    private boolean hasColumns;

    /// Names that are not written yet: a statement that fails before its first row writes nothing.
    private Event.Columns header;

    private boolean held;
    private boolean over;

    /// @param out what `writer` writes to
    public Printer(ResultWriter writer, Flushable out, Screen errors, Ticker ticker) {
        this.writer = writer;
        this.out = out;
        this.errors = errors;
        this.ticker = ticker;
        this.area = new Area(errors);
        this.lastFrame = ticker.nanos();
    }

    @Override
    public boolean isLive() {
        return false;
    }

    @Override
    public synchronized void accept(Event event) {
        if (over) {
            return;
        }
        try {
            switch (event) {
                case Event.Columns shape -> {
                    hasColumns = true;
                    header = shape;
                }
                case Event.Rows rows -> {
                    for (Object[] row : rows.rows()) {
                        writeHeader();
                        writer.row(row);
                        held = true;
                    }
                }
                case Event.Snapshot _, Event.Routing _ -> {
                    // Another program wants the exact result alone.
                }
                case Event.Copy copied ->
                        throw new IllegalStateException("started without an input: " + copied);
                case Event.Sources sources -> {
                    if (held) {
                        out.flush();
                        held = false;
                    }
                    progress(sources);
                }
                case Event.Notice notice -> {
                    area.erase();
                    errors.print("notice: " + notice.text() + "\n");
                    errors.flush();
                }
                case Event.End end -> {
                    close();
                    if (hasColumns) {
                        writeHeader();
                        writer.end();
                    }
                }
                case Event.Failed failed -> close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void writeHeader() throws IOException {
        if (header != null) {
            writer.columns(header.columns());
            header = null;
        }
    }

    private void progress(Event.Sources sources) {
        long now = ticker.nanos();
        if (errors.live() && now - lastFrame >= FRAME_NANOS) {
            lastFrame = now;
            int room = Math.max(1, errors.lines().getAsInt() - 1);
            var lines = ProgressLines.of(sources.progress(), errors.columns().getAsInt());
            area.draw(lines.subList(0, Math.min(room, lines.size())));
        }
    }

    @Override
    public synchronized void close() {
        over = true;
        area.erase();
    }
}
