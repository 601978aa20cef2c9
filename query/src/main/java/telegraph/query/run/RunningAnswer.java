package telegraph.query.run;

import java.util.List;

/// A result as it stands while the query runs.
///
/// @param rows in internal form
/// @param claims one for each row
/// @param progress the share of the sample's units that the rows rest on, or NaN if they are no
///   sample
/// @param unmet the most of the sample's units, as a share, that have groups which are not among
///   the rows; NaN if nobody knows
/// @param undecided how many groups are not among the rows of which the intervals do not tell
///   whether they belong there
/// @param stoppingPoint whether the query may stop here by what it sees
/// @param reason why there are no intervals, or ""
public record RunningAnswer(
        List<Object[]> rows,
        List<RowClaim> claims,
        double progress,
        double unmet,
        int undecided,
        boolean stoppingPoint,
        String reason) {}
