package telegraph.server.postgres.type;

import java.time.ZoneId;

/// How values are written on the wire, and read from it.
///
/// @param binary in PostgreSQL's binary form rather than as text
/// @param zone where moments are shown, and where those are that do not say
public record Form(boolean binary, ZoneId zone) {
    public static Form text(ZoneId zone) {
        return new Form(false, zone);
    }

    public static Form binary(ZoneId zone) {
        return new Form(true, zone);
    }
}
