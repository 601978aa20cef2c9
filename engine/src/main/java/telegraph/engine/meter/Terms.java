package telegraph.engine.meter;

import java.util.Optional;

/// On what terms a source may be asked, as whoever declared it says.
///
/// @param price of one request, if it has one
/// @param requestsMax the most requests of one query, or 0 for any number
public record Terms(Optional<Price> price, long requestsMax) {
    /// Nothing was said.
    public static final Terms NONE = new Terms(Optional.empty(), 0);
}
