package telegraph.engine;

import java.util.Optional;

/// A module that tuples of some signature may go to, with what was seen of it: what a
/// [RoutingPolicy] decides by.
///
/// Threads: any.
public interface Measured {
    String name();

    Routes.Kind kind();

    /// Whether nothing is known yet.
    boolean unseen();

    /// Whether it may be left out: what it drops would be dropped later.
    boolean isOptional();

    /// Nanoseconds a row, of time the query needs: a lookup counts by what it keeps others from.
    double cost();

    /// Rows that come out for one that goes in.
    double passRate();

    /// Tickets banked for each row taken: one for taking it, none if it was returned. Never zero,
    /// so that nobody is out of the lottery for good.
    double tickets();

    /// What is known of the lookups it sends; empty if it asks nobody.
    Optional<LookupStatistics> asked();

    /// Whether it asks others.
    default boolean asks() {
        return asked().isPresent();
    }

    /// What is known, in words.
    String why();
}
