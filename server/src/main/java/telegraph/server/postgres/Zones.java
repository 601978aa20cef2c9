package telegraph.server.postgres;

import java.time.ZoneId;
import telegraph.server.postgres.type.Form;

/// The forms of values in the zone of a conversation.
///
/// @param text as text
/// @param binary in binary
record Zones(Form text, Form binary) {
    static Zones of(ZoneId zone) {
        return new Zones(Form.text(zone), Form.binary(zone));
    }
}
