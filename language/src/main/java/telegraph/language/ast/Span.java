package telegraph.language.ast;

/// Where something stands in a text, from the offset of its first character to that after its last.
///
/// All spans are equal: where something stands says nothing of what it is, so trees are equal if
/// they say the same.
///
/// Threads: any.
public final class Span {
    /// That of what stands nowhere.
    public static final Span NONE = new Span(0, 0);

    private final int start;
    private final int end;

    public Span(int start, int end) {
        this.start = start;
        this.end = end;
    }

    public int start() {
        return start;
    }

    public int end() {
        return end;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Span;
    }

    @Override
    public int hashCode() {
        return 0;
    }

    @Override
    public String toString() {
        return start + "-" + end;
    }
}
