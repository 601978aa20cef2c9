package telegraph.engine;

import java.util.List;
import telegraph.memory.Batch;

/// The groups of a grouped block as they stand, each with what can be claimed of it.
///
/// @param rows the groups' keys and aggregates, pinned for the caller
/// @param claims one for each row, in the same order
/// @param cohort the number of the cohort the estimates are of, from 0 on, or -1 if there is none;
///   of several blocks the sum of theirs
/// @param units how many units that cohort has, of the input read to the least part; of several
///   blocks together, where those that are read count if there is no cohort
/// @param unitsTotal how many units that input has, or they have together, or -1
/// @param unmet the most of all units, as a share, that have rows of groups that are not among
///   these; NaN if nobody knows
/// @param stoppingPoint whether a query may stop here by what it sees ([Confidence#sequential])
/// @param reason why there are no intervals at all, or ""
public record Estimates(
        List<Batch> rows,
        List<Claim> claims,
        int cohort,
        long units,
        long unitsTotal,
        double unmet,
        boolean stoppingPoint,
        String reason) {
    public Estimates {
        rows = List.copyOf(rows);
        claims = List.copyOf(claims);
    }
}
