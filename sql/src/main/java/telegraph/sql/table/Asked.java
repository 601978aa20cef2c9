package telegraph.sql.table;

import java.time.Instant;
import java.util.TimeZone;

/// When, where and by whom a statement was asked: what expressions over rows at hand may ask about.
public record Asked(Instant now, TimeZone zone, String user) {}
