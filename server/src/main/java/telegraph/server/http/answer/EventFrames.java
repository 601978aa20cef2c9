package telegraph.server.http.answer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufOutputStream;
import io.netty.buffer.ByteBufUtil;
import java.util.function.Consumer;
import telegraph.server.http.wire.Flow;
import telegraph.server.http.wire.JsonOutput;
import tools.jackson.core.JsonGenerator;

/// Puts events into a body, as server-sent events or as lines of JSON. They hold the same object.
///
/// ```
/// event: end                                 {"event":"end","id":"q17","tag":"SELECT 1"}
/// id: 4
/// data: {"event":"end","id":"q17","tag":…}
/// ```
///
/// Threads: one at a time.
public final class EventFrames {
    private static final int BUFFER_BYTES = 1_024;

    private final Flow flow;
    private final boolean lines;
    private long number;

    /// @param form EVENTS or LINES
    public EventFrames(Flow flow, AnswerForm form) {
        this.flow = flow;
        this.lines = form == AnswerForm.LINES;
    }

    /// An event in its frame, to be sent or released.
    public ByteBuf frame(String name, Consumer<JsonGenerator> members) {
        ByteBuf frame = flow.buffer(BUFFER_BYTES);
        boolean whole = false;
        try {
            number++;
            if (!lines) {
                ByteBufUtil.writeAscii(frame, "event: " + name + "\nid: " + number + "\ndata: ");
            }
            JsonOutput.write(
                    new ByteBufOutputStream(frame),
                    json -> {
                        json.writeStartObject();
                        json.writeStringProperty("event", name);
                        members.accept(json);
                        json.writeEndObject();
                    });
            ByteBufUtil.writeAscii(frame, lines ? "\n" : "\n\n");
            whole = true;
            return frame;
        } finally {
            if (!whole) {
                frame.release();
            }
        }
    }

    /// Sends an event once there is room for it.
    ///
    /// @return false if the client is gone
    public boolean send(String name, Consumer<JsonGenerator> members) throws InterruptedException {
        return flow.write(frame(name, members));
    }

    /// Sends an event if there is room for it now; otherwise it is left out.
    public void offer(String name, Consumer<JsonGenerator> members) {
        if (flow.hasRoom()) {
            flow.offer(frame(name, members));
        }
    }

    public Flow flow() {
        return flow;
    }
}
