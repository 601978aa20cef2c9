package telegraph.server.postgres.dialect;

import java.time.ZoneId;
import telegraph.server.postgres.type.WireForm;

/// The forms of values in the zone of a conversation.
///
/// @param text as text
/// @param binary in binary
public record ZonedForms(WireForm text, WireForm binary) {
    static ZonedForms of(ZoneId zone) {
        return new ZonedForms(WireForm.text(zone), WireForm.binary(zone));
    }
}
