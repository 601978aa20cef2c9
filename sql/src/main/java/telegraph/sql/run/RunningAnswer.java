package telegraph.sql.run;

import java.util.List;

/// A result as it stands while the query runs.
///
/// @param rows in internal form
/// @param claims one for each row
/// @param progress the share of the sample's units that the rows rest on, or NaN if they are no
///   sample
/// @param stoppingPoint whether the query may stop here by what it sees
/// @param reason why there are no intervals, or ""
public record RunningAnswer(
        List<Object[]> rows,
        List<RowClaim> claims,
        double progress,
        boolean stoppingPoint,
        String reason) {}
