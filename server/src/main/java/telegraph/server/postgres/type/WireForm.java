package telegraph.server.postgres.type;

import java.time.ZoneId;

/// How values are written on the wire, and read from it.
///
/// @param binary in PostgreSQL's binary form rather than as text
/// @param zone where moments are shown, and where those are that do not say
public record WireForm(boolean binary, ZoneId zone) {
    public static WireForm text(ZoneId zone) {
        return new WireForm(false, zone);
    }

    public static WireForm binary(ZoneId zone) {
        return new WireForm(true, zone);
    }
}
