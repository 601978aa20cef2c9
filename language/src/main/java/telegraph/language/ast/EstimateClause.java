package telegraph.language.ast;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/// What a query says of estimates of its answer: whether they are its rows, and when one of them
/// will do.
///
/// @param online whether every running answer is to be given (SELECT ONLINE)
/// @param errorPercent how far from the truth an estimate may be, in percent of its value
/// @param confidencePercent how often that is to hold, or empty for the session's setting
/// @param time after how long the best answer so far will do
public record EstimateClause(
        boolean online,
        Optional<BigDecimal> errorPercent,
        Optional<BigDecimal> confidencePercent,
        Optional<Duration> time) {
    /// Says nothing: the answer is to be exact.
    public static final EstimateClause NOTHING =
            new EstimateClause(false, Optional.empty(), Optional.empty(), Optional.empty());

    /// Whether the query says anything of estimates.
    public boolean isAsked() {
        return online || mayStop();
    }

    /// Whether the query may end before its answer is exact.
    public boolean mayStop() {
        return errorPercent.isPresent() || time.isPresent();
    }

    /// The clauses as a query has them, without SELECT ONLINE.
    public String text() {
        StringBuilder text = new StringBuilder();
        errorPercent.ifPresent(error ->
                text.append("ERROR WITHIN ").append(error.toPlainString()).append(" PERCENT"));
        confidencePercent.ifPresent(confidence ->
                text.append(" AT CONFIDENCE ")
                        .append(confidence.toPlainString())
                        .append(" PERCENT"));
        time.ifPresent(longest ->
                text.append(text.isEmpty() ? "" : " ").append("WITHIN ").append(text(longest)));
        return text.toString();
    }

    private static String text(Duration time) {
        BigDecimal millis = BigDecimal.valueOf(time.toNanos(), 6).stripTrailingZeros();
        BigDecimal seconds = millis.movePointLeft(3).stripTrailingZeros();
        return millis.compareTo(BigDecimal.valueOf(1_000)) < 0
                ? millis.toPlainString() + " MILLISECONDS"
                : seconds.toPlainString() + " SECONDS";
    }
}
