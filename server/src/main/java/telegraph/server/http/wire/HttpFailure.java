package telegraph.server.http.wire;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import telegraph.ground.TelegraphException;

/// A failure in parts, as a page shows it.
///
/// @param line, column where in the script it is, from 1; 0 if it has no place
/// @param hint what to do, or ""
public record HttpFailure(String message, String sqlstate, int line, int column, String hint) {
    /// How a message says where.
    private static final Pattern PLACE = Pattern.compile(" at (\\d{1,9}):(\\d{1,9})(?=[.,;:) ]|$)");

    /// Where a message begins to say what to do: after the sentence with the rule and the facts.
    private static final Pattern HINT = Pattern.compile("[^.]\\. (?=[A-Z])");

    public static HttpFailure of(TelegraphException failure) {
        String message = String.valueOf(failure.getMessage());
        Matcher place = PLACE.matcher(message);
        boolean placed = place.find();
        Matcher hint = HINT.matcher(message);
        return new HttpFailure(
                message,
                failure.state().code(),
                placed ? Integer.parseInt(place.group(1)) : 0,
                placed ? Integer.parseInt(place.group(2)) : 0,
                hint.find() ? message.substring(hint.end()) : "");
    }
}
