package telegraph.server.http.answer;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import telegraph.engine.Routes;
import telegraph.engine.meter.Price;
import telegraph.engine.meter.Progress;
import telegraph.ground.TelegraphException;
import telegraph.server.http.wire.HttpFailure;
import telegraph.server.http.wire.JsonOutput;
import telegraph.sql.Event;
import telegraph.sql.Mark;
import telegraph.sql.ResultColumn;
import tools.jackson.core.JsonGenerator;

/// The members of each event's JSON object.
///
/// Threads: any.
public final class EventJson {
    private EventJson() {}

    public static void columns(JsonGenerator json, List<ResultColumn> columns) {
        json.writeArrayPropertyStart("columns");
        for (ResultColumn column : columns) {
            json.writeStartObject();
            json.writeStringProperty("name", JsonOutput.text(column.name()));
            json.writeStringProperty("type", column.type());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    public static void snapshot(JsonGenerator json, Event.Snapshot snapshot) {
        json.writeNumberProperty("number", snapshot.number());
        json.writeName("progress");
        JsonValues.measure(json, snapshot.progress());
        text(json, "reason", snapshot.reason());
        json.writeArrayPropertyStart("estimated");
        for (boolean estimated : snapshot.estimated()) {
            json.writeBoolean(estimated);
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("rows");
        snapshot.rows().forEach(row -> JsonValues.row(json, row));
        json.writeEndArray();
        json.writeArrayPropertyStart("marks");
        snapshot.marks().forEach(mark -> mark(json, mark));
        json.writeEndArray();
    }

    private static void mark(JsonGenerator json, Mark mark) {
        json.writeStartObject();
        json.writeStringProperty("basis", mark.basis().toString());
        if (mark.undecided()) {
            json.writeBooleanProperty("undecided", true);
        }
        JsonValues.measures(json, "errors", mark.errors());
        JsonValues.measures(json, "lows", mark.lows());
        JsonValues.measures(json, "highs", mark.highs());
        text(json, "reason", mark.reason());
        json.writeEndObject();
    }

    public static void sources(JsonGenerator json, String name, List<Progress> sources) {
        json.writeArrayPropertyStart(name);
        for (Progress source : sources) {
            json.writeStartObject();
            text(json, "source", source.source());
            json.writeNumberProperty("rows", source.rows());
            json.writeNumberProperty("requests", source.requests());
            json.writeNumberProperty("bytes", source.bytes());
            json.writeNumberProperty("units", source.units());
            json.writeNumberProperty("failed", source.failed());
            json.writeNumberProperty("retried", source.retried());
            json.writeNumberProperty("cached", source.cached());
            total(json, "rowsTotal", source.rowsTotal());
            total(json, "unitsTotal", source.unitsTotal());
            total(json, "bytesTotal", source.bytesTotal());
            text(json, "waiting", source.waiting());
            text(json, "failure", source.failure());
            text(json, "doubt", source.doubt());
            source.price().ifPresent(price -> price(json, "price", price));
            source.spent().ifPresent(spent -> price(json, "spent", spent));
            json.writeBooleanProperty("done", source.done());
            json.writeEndObject();
        }
        json.writeEndArray();
        spent(json, sources);
    }

    /// An amount is a text, since it is exact.
    private static void price(JsonGenerator json, String name, Price price) {
        json.writeObjectPropertyStart(name);
        text(json, "amount", price.amount().toPlainString());
        text(json, "currency", price.currency());
        json.writeEndObject();
    }

    /// What all requests cost, by currency; nothing if no source has a price.
    private static void spent(JsonGenerator json, List<Progress> sources) {
        List<Price> totals = Price.totals(sources);
        if (totals.isEmpty()) {
            return;
        }
        json.writeArrayPropertyStart("spent");
        for (Price total : totals) {
            json.writeStartObject();
            text(json, "amount", total.amount().toPlainString());
            text(json, "currency", total.currency());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void total(JsonGenerator json, String name, long total) {
        if (total < 0) {
            json.writeNullProperty(name);
        } else {
            json.writeNumberProperty(name, total);
        }
    }

    public static void routes(JsonGenerator json, String name, List<Routes> blocks) {
        json.writeArrayPropertyStart(name);
        for (Routes block : blocks) {
            json.writeStartObject();
            json.writeArrayPropertyStart("modules");
            block.modules().forEach(module -> module(json, module));
            json.writeEndArray();
            json.writeArrayPropertyStart("ways");
            for (Routes.Way way : block.ways()) {
                json.writeStartObject();
                text(json, "input", way.input());
                texts(json, "modules", way.modules());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeArrayPropertyStart("changes");
            for (Routes.Change change : block.changes()) {
                json.writeStartObject();
                json.writeNumberProperty("millis", change.millis());
                text(json, "span", change.span());
                texts(json, "order", change.order());
                text(json, "why", change.why());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void module(JsonGenerator json, Routes.Module module) {
        json.writeStartObject();
        text(json, "name", module.name());
        json.writeStringProperty("kind", module.kind().name().toLowerCase(Locale.ROOT));
        text(json, "input", module.input());
        json.writeNumberProperty("rowsIn", module.rowsIn());
        json.writeNumberProperty("rowsOut", module.rowsOut());
        json.writeNumberProperty("batches", module.batches());
        json.writeNumberProperty("nanos", module.nanos());
        json.writeNumberProperty("bytes", module.bytes());
        json.writeNumberProperty("requests", module.requests());
        json.writeName("tickets");
        JsonValues.measure(json, module.tickets());
        json.writeNumberProperty("waiting", module.waiting());
        text(json, "stalled", module.stalled());
        json.writeBooleanProperty("done", module.done());
        json.writeEndObject();
    }

    public static void end(JsonGenerator json, Event.End end) {
        json.writeStringProperty("tag", end.tag());
        json.writeNumberProperty("rows", end.rows());
        json.writeNumberProperty("millis", TimeUnit.NANOSECONDS.toMillis(end.nanos()));
        sources(json, "progress", end.progress());
        routes(json, "routes", end.routes());
    }

    /// What failed, where in the statement, and what to do.
    public static void failure(JsonGenerator json, TelegraphException failure) {
        HttpFailure told = HttpFailure.of(failure);
        text(json, "message", told.message());
        json.writeStringProperty("sqlstate", told.sqlstate());
        json.writeNumberProperty("line", told.line());
        json.writeNumberProperty("column", told.column());
        text(json, "hint", told.hint());
    }

    public static void text(JsonGenerator json, String name, String text) {
        json.writeStringProperty(name, JsonOutput.text(text));
    }

    public static void texts(JsonGenerator json, String name, List<String> texts) {
        json.writeArrayPropertyStart(name);
        texts.forEach(text -> json.writeString(JsonOutput.text(text)));
        json.writeEndArray();
    }
}
