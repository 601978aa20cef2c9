package telegraph.engine.vector;

/// A column of one input of a block: the index of the input, and of the column among those the
/// input was asked for, computed ones last.
public record ColumnRef(int input, int column) {}
