package telegraph.server.http.answer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import telegraph.ground.TelegraphException;
import telegraph.server.http.wire.Flow;
import telegraph.server.http.wire.HttpExchange;
import telegraph.server.http.wire.HttpReply;
import telegraph.server.http.wire.JsonOutput;
import telegraph.server.http.wire.Site;
import telegraph.sql.CsvText;
import telegraph.sql.Event;
import telegraph.sql.ResultColumn;
import tools.jackson.core.JsonGenerator;

/// The final rows of a script's last statement, as one CSV or JSON document.
///
/// The response begins with the first row, so a statement that fails before it becomes a problem
/// with a status of its own. One that fails later leaves CSV incomplete, which the client sees by
/// the connection's end; JSON says so in its member `error`.
public final class TableRendition implements Rendition {
    private static final int PIECE_BYTES = 32 << 10;

    /// What follows a table of CSV if something is to be said of it.
    private static final String NOTICES = "telegraph-notices";

    private static final int NOTICES_MAX = 20;

    private final HttpExchange exchange;
    private final boolean json;
    private final StringBuilder text = new StringBuilder();
    private List<ResultColumn> columns = List.of();
    private final List<String> notices = new ArrayList<>();
    private Flow flow;
    private String id = "";
    private boolean wanted;
    private boolean first = true;

    /// @param form CSV or JSON
    public TableRendition(HttpExchange exchange, AnswerForm form) {
        this.exchange = exchange;
        this.json = form == AnswerForm.JSON;
    }

    @Override
    public boolean isLive() {
        return false;
    }

    @Override
    public void begin(String query, boolean last) {
        id = query;
        wanted = last;
    }

    @Override
    public void queued(int place) {}

    @Override
    public void started() {}

    @Override
    public boolean take(Event event) throws InterruptedException {
        if (!wanted) {
            return true;
        }
        return switch (event) {
            case Event.Columns result -> {
                columns = result.columns();
                yield true;
            }
            case Event.Rows rows -> rows(rows.rows());
            case Event.Notice notice -> {
                if (notices.size() < NOTICES_MAX) {
                    notices.add(notice.text());
                }
                yield true;
            }
            case Event.Snapshot _, Event.Sources _, Event.Routing _ -> true;
            case Event.Copy _, Event.End _, Event.Failed _ ->
                    throw new IllegalStateException("event=" + event);
        };
    }

    private boolean rows(List<Object[]> rows) throws InterruptedException {
        open();
        for (Object[] row : rows) {
            if (json) {
                text.append(first ? "\n" : ",\n").append(string(row));
                first = false;
            } else {
                CsvText.row(row, text);
            }
            if (text.length() >= PIECE_BYTES && !flush()) {
                return false;
            }
        }
        return text.isEmpty() || flush();
    }

    private static String string(Object[] row) {
        return new String(
                JsonOutput.bytes(out -> JsonValues.row(out, row)), StandardCharsets.UTF_8);
    }

    private void open() {
        if (flow != null) {
            return;
        }
        String type =
                json
                        ? AnswerForm.JSON.type()
                        : AnswerForm.CSV.type() + "; charset=utf-8; header=present";
        HttpReply reply = HttpReply.head(type).with("telegraph-query", id);
        flow = exchange.stream(json ? reply : reply.with("trailer", NOTICES));
        if (json) {
            byte[] head =
                    JsonOutput.bytes(out -> {
                        out.writeStartObject();
                        out.writeStringProperty("id", id);
                        EventJson.columns(out, columns);
                        out.writeEndObject();
                    });
            text.append(new String(head, StandardCharsets.UTF_8));
            text.setLength(text.length() - 1);
            text.append(",\"rows\":[");
        } else {
            CsvText.header(columns, text);
        }
    }

    private boolean flush() throws InterruptedException {
        ByteBuf piece = flow.buffer(ByteBufUtil.utf8Bytes(text));
        ByteBufUtil.writeUtf8(piece, text);
        text.setLength(0);
        return flow.write(piece);
    }

    @Override
    public void end(Event.End end) throws InterruptedException {
        if (!wanted) {
            return;
        }
        open();
        if (json) {
            finish(
                    JsonOutput.bytes(out -> {
                        out.writeStartObject();
                        out.writeStringProperty("tag", end.tag());
                        out.writeNumberProperty("count", end.rows());
                        out.writeNumberProperty(
                                "millis", TimeUnit.NANOSECONDS.toMillis(end.nanos()));
                        if (!notices.isEmpty()) {
                            out.writeName("notices");
                            notices(out);
                        }
                        out.writeEndObject();
                    }));
        }
    }

    /// Closes the array of rows and the document with the members of one more object.
    private void finish(byte[] object) throws InterruptedException {
        String members = new String(object, StandardCharsets.UTF_8).substring(1);
        text.append(first ? "]," : "\n],").append(members).append('\n');
        flush();
    }

    @Override
    public void failed(TelegraphException failure) throws InterruptedException {
        if (flow == null) {
            throw Site.problem(failure).member("id", id);
        }
        if (!json) {
            exchange.abort();
            return;
        }
        finish(
                JsonOutput.bytes(out -> {
                    out.writeStartObject();
                    out.writeObjectPropertyStart("error");
                    EventJson.failure(out, failure);
                    out.writeEndObject();
                    out.writeEndObject();
                }));
    }

    @Override
    public void close() throws InterruptedException {
        if (flow != null) {
            if (!text.isEmpty()) {
                flush();
            }
            if (json || notices.isEmpty()) {
                flow.end();
            } else {
                flow.end(NOTICES, ascii(JsonOutput.bytes(this::notices)));
            }
        }
    }

    private void notices(JsonGenerator out) {
        out.writeStartArray();
        notices.forEach(text -> out.writeString(JsonOutput.text(text)));
        out.writeEndArray();
    }

    /// JSON as a header may have it.
    private static String ascii(byte[] json) {
        StringBuilder ascii = new StringBuilder();
        for (char c : new String(json, StandardCharsets.UTF_8).toCharArray()) {
            if (c < 0x7f) {
                ascii.append(c);
            } else {
                ascii.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            }
        }
        return ascii.toString();
    }
}
