package telegraph.sql.sandbox;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.TimeZone;
import java.util.concurrent.atomic.AtomicReferenceArray;

/// The time zones that were asked for lately, by their names: to find one takes as long as the rest
/// of a small statement.
///
/// A name has one place, of [#PLACES], where the last of those that share it is.
///
/// Threads: any.
public final class KnownZones {
    static final int PLACES = 16;

    private final AtomicReferenceArray<Known> known = new AtomicReferenceArray<>(PLACES);

    private record Known(String name, TimeZone zone) {}

    /// The zone of a name; not to be changed.
    ///
    /// @throws DateTimeException if there is none
    TimeZone of(String name) {
        int place = name.hashCode() & PLACES - 1;
        Known last = known.get(place);
        if (last == null || !last.name.equals(name)) {
            last = new Known(name, TimeZone.getTimeZone(ZoneId.of(name)));
            known.set(place, last);
        }
        return last.zone;
    }
}
