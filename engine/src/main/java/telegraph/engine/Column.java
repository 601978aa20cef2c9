package telegraph.engine;

import telegraph.memory.Type;

/// A named, typed column of a source.
public record Column(String name, Type type) {}
