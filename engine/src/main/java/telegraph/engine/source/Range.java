package telegraph.engine.source;

import java.util.Optional;

/// Values between which those of a column must be for the query to accept them, both included and
/// NULL excluded; without one of them there is no end on that side.
///
/// Values are of the Java classes of [telegraph.memory.Batch#valueAt].
public record Range(Optional<Object> low, Optional<Object> high) {}
