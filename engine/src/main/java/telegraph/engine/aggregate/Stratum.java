package telegraph.engine.aggregate;

/// One of several populations that are aggregated together, as the queries of a UNION ALL are, with
/// what was drawn of it.
///
/// @param name what reasons call it; "" if it is the only one
/// @param rest what is known of its rows yet to come
public record Stratum(String name, Drawn drawn, Rest rest) {
    /// A reason with the name in front, where there are several.
    String named(String reason) {
        return name.isEmpty() || reason.startsWith(name + ": ") ? reason : name + ": " + reason;
    }
}
