package telegraph.server.http.answer;

import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import telegraph.ground.TelegraphException;
import telegraph.server.http.wire.JsonOutput;
import telegraph.server.http.wire.Site;
import telegraph.sql.Event;
import tools.jackson.core.JsonGenerator;

/// An answer as its events.
public final class EventRendition implements Rendition {
    /// From here on a piece of rows is sent before more are added.
    private static final int PIECE_BYTES = 32 << 10;

    private final Supplier<EventFrames> opening;
    private final boolean patient;
    private EventFrames frames;
    private String id = "";

    /// @param opening begins the body, with the first statement
    /// @param patient whether progress and running answers wait for the client, too
    public EventRendition(Supplier<EventFrames> opening, boolean patient) {
        this.opening = opening;
        this.patient = patient;
    }

    @Override
    public boolean isLive() {
        return true;
    }

    @Override
    public void begin(String query, boolean last) {
        id = query;
        if (frames == null) {
            frames = opening.get();
        }
    }

    @Override
    public void queued(int place) throws InterruptedException {
        frames.send(
                "queued",
                json -> {
                    json.writeStringProperty("id", id);
                    json.writeNumberProperty("place", place);
                });
    }

    @Override
    public void started() throws InterruptedException {
        frames.send("started", json -> json.writeStringProperty("id", id));
    }

    @Override
    public boolean take(Event event) throws InterruptedException {
        return switch (event) {
            case Event.Columns columns ->
                    frames.send("schema", json -> EventJson.columns(json, columns.columns()));
            case Event.Rows rows -> rows(rows.rows());
            case Event.Snapshot snapshot ->
                    latest("snapshot", json -> EventJson.snapshot(json, snapshot));
            case Event.Sources sources ->
                    latest(
                            "progress",
                            json -> EventJson.sources(json, "sources", sources.progress()));
            case Event.Routing routing ->
                    latest("routes", json -> EventJson.routes(json, "blocks", routing.blocks()));
            case Event.Notice notice ->
                    frames.send(
                            "notice",
                            json ->
                                    json.writeStringProperty(
                                            "text", JsonOutput.text(notice.text())));
            case Event.Copy _, Event.End _, Event.Failed _ ->
                    throw new IllegalStateException("event=" + event);
        };
    }

    /// Sends what the next of its kind replaces.
    private boolean latest(String name, Consumer<JsonGenerator> members)
            throws InterruptedException {
        if (patient) {
            return frames.send(name, members);
        }
        frames.offer(name, members);
        return true;
    }

    /// Sends rows in as many events as they need.
    private boolean rows(List<Object[]> rows) throws InterruptedException {
        int sent = 0;
        while (sent < rows.size()) {
            RowPiece piece = new RowPiece(rows, sent);
            if (!frames.flow().write(piece.frame())) {
                return false;
            }
            sent = piece.end;
        }
        return true;
    }

    /// As many rows, from one on, as one event takes.
    private final class RowPiece {
        private final List<Object[]> rows;
        private final int start;
        private int end;

        RowPiece(List<Object[]> rows, int start) {
            this.rows = rows;
            this.start = start;
        }

        ByteBuf frame() {
            return frames.frame(
                    "rows",
                    json -> {
                        json.writeArrayPropertyStart("rows");
                        long bytes = 0;
                        end = start;
                        while (end < rows.size() && bytes < PIECE_BYTES) {
                            Object[] row = rows.get(end++);
                            JsonValues.row(json, row);
                            bytes += JsonValues.about(row);
                        }
                        json.writeEndArray();
                    });
        }
    }

    @Override
    public void end(Event.End end) throws InterruptedException {
        frames.send(
                "end",
                json -> {
                    json.writeStringProperty("id", id);
                    EventJson.end(json, end);
                });
    }

    @Override
    public void failed(TelegraphException failure) throws InterruptedException {
        if (frames == null) {
            throw Site.problem(failure);
        }
        frames.send(
                "error",
                json -> {
                    json.writeStringProperty("id", id);
                    EventJson.failure(json, failure);
                });
    }

    @Override
    public void close() {
        frames.flow().end();
    }
}
