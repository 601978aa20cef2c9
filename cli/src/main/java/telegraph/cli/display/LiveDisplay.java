package telegraph.cli.display;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import telegraph.cli.format.EstimateTable;
import telegraph.cli.format.TableStyle;
import telegraph.cli.format.TableWriter;
import telegraph.engine.meter.Progress;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;
import telegraph.sql.Event;
import telegraph.sql.ResultColumn;

/// Shows one statement's answer as it stands, refined in place, and the exact answer at the end.
///
/// ```
///  carrier | flights      | delay       | basis
/// ---------+--------------+-------------+---------
///  UA      | 58700 ± 1200 | 3.81 ± 0.49 | sampled
/// (1 row so far, 2.3 s, from 18 %, snapshot 3, ± at 95 %, each on its own)
/// flights  61,000 rows  61 requests  7.1 MB  [█·········]  18 %
/// ```
///
/// While a statement runs, a frame shows the latest snapshot (its first rows) or the rows that came
/// (the last ones), as many as the screen is high, and a line for each source. Values of aggregates
/// stand there with what is claimed of them ([EstimateTable], [StatusLines]). When more than
/// [#HELD_ROWS_MAX] rows have come, they are printed for good as they come and the frame is the
/// source lines alone; so memory is bounded. At the end the frame gives way to the exact result.
///
/// The frame of a statement that is cancelled stays: it is all there is of the answer, and says so.
///
/// On a plain screen nothing is shown but the result, at the end or as it comes, and then the
/// source lines. Errors are left to the caller.
///
/// 1. At most ten frames a second, and none in the first [#QUIET].
/// 2. After `End`, `Failed` or [#close] the terminal is as it was: cursor shown, nothing left of a
///    frame.
///
/// Threads: any; one event or frame at a time. A screen that cannot be written to throws
/// `UncheckedIOException`.
public final class LiveDisplay implements View {
    private static final int HELD_ROWS_MAX = 1_000;
    private static final Duration FRAME = Duration.ofMillis(100);
    private static final Duration QUIET = Duration.ofMillis(250);
    private static final int SOURCES_MAX = 8;
    private static final String DEFAULT_CONFIDENCE = "95 %";

    private final Screen screen;
    private final TableStyle style;
    private final String confidence;
    private final Ticker ticker;
    private final long start;
    private final Area area;
    private final ArrayDeque<Object[]> held = new ArrayDeque<>();
    private final List<String> notices = new ArrayList<>();
    private List<ResultColumn> columns;
    private Event.Snapshot snapshot;
    private List<Progress> sources = List.of();
    private TableWriter writer;
    private boolean framed;
    private boolean stopped;
    private boolean over;
    private long lastFrame;
    private Thread painter;

    /// @param confidence how sure half-widths are, such as `95 %`
    LiveDisplay(Screen screen, TableStyle style, String confidence, Ticker ticker) {
        this.screen = screen;
        this.style = style;
        this.confidence = confidence;
        this.ticker = ticker;
        this.start = ticker.nanos();
        this.lastFrame = start;
        this.area = new Area(screen);
    }

    /// A display of one statement that keeps its frames up to date by itself until the end.
    public static LiveDisplay on(Screen screen) {
        return on(screen, TableStyle.PLAIN, DEFAULT_CONFIDENCE);
    }

    public static LiveDisplay on(Screen screen, TableStyle style, String confidence) {
        LiveDisplay display = new LiveDisplay(screen, style, confidence, Ticker.SYSTEM);
        if (screen.live()) {
            // Virtual threads wait while others of them compute; a person should not.
            display.painter =
                    Thread.ofPlatform().daemon().name("display").start(display::paintOften);
        }
        return display;
    }

    private void paintOften() {
        try {
            while (tick()) {
                ticker.sleep(FRAME);
            }
        } catch (InterruptedException e) {
            // The display is closed.
        } catch (UncheckedIOException e) {
            // The next event meets the same failure and reports it where it stops the statement.
        }
    }

    /// Draws a frame if one is due.
    ///
    /// @return false when there will be none any more
    synchronized boolean tick() {
        long now = ticker.nanos();
        boolean due =
                screen.live()
                        && now - start >= QUIET.toNanos()
                        && now - lastFrame >= FRAME.toNanos();
        if (due && !over) {
            lastFrame = now;
            framed = true;
            area.draw(frame(now));
        }
        return !over;
    }

    @Override
    public boolean isLive() {
        return screen.live();
    }

    @Override
    public synchronized void accept(Event event) {
        if (over) {
            return;
        }
        switch (event) {
            case Event.Columns shape -> columns = shape.columns();
            case Event.Rows rows -> rows(rows.rows());
            case Event.Snapshot whole -> snapshot = whole;
            case Event.Sources progress -> sources = progress.progress();
            case Event.Routing routing -> {
                // EXPLAIN ANALYZE and the page show it; here the answer has the room.
            }
            case Event.Copy copied ->
                    throw new IllegalStateException("started without an input: " + copied);
            case Event.Notice notice -> notices.add(notice.text());
            case Event.End end -> end(end);
            case Event.Failed failed -> {
                if (failed.cause().kind() == TelegraphException.Kind.CANCELLED) {
                    keep();
                }
                close();
            }
        }
        if (!over) {
            tick();
        }
    }

    private void rows(List<Object[]> rows) {
        try {
            snapshot = null;
            if (writer == null && held.size() + rows.size() <= HELD_ROWS_MAX) {
                held.addAll(rows);
                return;
            }
            area.erase();
            openWriter();
            for (Object[] row : rows) {
                writer.row(row);
            }
            screen.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// From now on rows are printed as they come.
    private void openWriter() throws IOException {
        if (writer != null) {
            return;
        }
        writer = new TableWriter(screen.out(), style);
        writer.columns(columns);
        while (!held.isEmpty()) {
            writer.row(held.poll());
        }
    }

    private void end(Event.End end) {
        close();
        try {
            if (columns == null) {
                screen.print(end.tag() + "\n");
            } else {
                openWriter();
                writer.end();
            }
            if (framed || !screen.live()) {
                for (String line : ProgressLines.of(end.progress(), screen.columns().getAsInt())) {
                    screen.print(screen.dim(line) + "\n");
                }
            }
            Optional<String> total = ProgressLines.total(end.progress());
            if (total.isPresent()) {
                screen.print(screen.dim(total.get()) + "\n");
            }
            for (String notice : notices) {
                screen.print("notice: " + notice + "\n");
            }
            screen.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Lets the running answer stand for good, since there will be no other.
    private void keep() {
        boolean any = snapshot == null ? !held.isEmpty() : !snapshot.rows().isEmpty();
        if (screen.live() && columns != null && writer == null && any) {
            stopped = true;
            area.draw(frame(ticker.nanos()));
            area.leave();
        }
    }

    private List<String> frame(long now) {
        int width = screen.columns().getAsInt();
        int room = screen.lines().getAsInt() - 1;
        List<String> progress = ProgressLines.of(sources, width);
        int shown = Math.min(progress.size(), Math.min(SOURCES_MAX, Math.max(1, room / 2)));
        StatusLines status = new StatusLines(what(), now - start);
        if (progress.size() > shown) {
            status.add(progress.size() - shown + " more sources");
        }
        // The header takes two lines and the status at least one.
        int rows = room - shown - 3;
        List<String> table = List.of();
        if (columns != null && writer == null && rows > 0) {
            table = snapshot == null ? latest(rows) : standing(rows, width, status);
        }
        List<String> below = new ArrayList<>(status.of(width));
        below.addAll(progress.subList(0, shown));
        int above = Math.min(table.size(), Math.max(0, room - below.size()));
        List<String> lines = new ArrayList<>(table.subList(0, above));
        lines.addAll(below);
        return lines.size() <= room ? lines : lines.subList(0, Math.max(0, room));
    }

    private String what() {
        if (columns == null || writer != null) {
            return "running";
        }
        int count = snapshot == null ? held.size() : snapshot.rows().size();
        String rows = (count == 1 ? "1 row" : count + " rows") + " so far";
        return stopped ? "stopped: " + rows : rows;
    }

    /// The first rows of the snapshot.
    private List<String> standing(int rows, int width, StatusLines status) {
        Event.Snapshot first = EstimateTable.first(snapshot, rows);
        boolean any = !first.rows().isEmpty();
        if (!EstimateTable.hasEstimates(snapshot)) {
            if (any) {
                status.addReason(snapshot);
            }
            return plain(first.rows());
        }
        EstimateTable table = EstimateTable.of(first, columns, style.nullText(), width);
        if (any) {
            status.add(snapshot, table, confidence);
        }
        return table.lines();
    }

    /// The last rows that came.
    private List<String> latest(int rows) {
        return plain(held.stream().skip(Math.max(0, held.size() - rows)).toList());
    }

    private List<String> plain(List<Object[]> rows) {
        StringBuilder text = new StringBuilder();
        TableWriter frame = new TableWriter(text, new TableStyle(style.nullText(), false));
        try {
            frame.columns(columns);
            for (Object[] row : rows) {
                frame.row(row);
            }
            frame.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString().lines().toList();
    }

    /// Takes away what is shown of a result that is not the last; to be called when no more events
    /// come.
    @Override
    public synchronized void close() {
        over = true;
        if (painter != null) {
            painter.interrupt();
        }
        area.erase();
    }
}
