package telegraph.sources.fetch;

/// A text that is no value of its column's type.
public final class Unfit extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int SHOWN_MAX = 80;

    private final String text;
    private int field = -1;

    public Unfit(String text) {
        super(text);
        this.text = text.length() > SHOWN_MAX ? text.substring(0, SHOWN_MAX) + "…" : text;
    }

    public Unfit in(int index) {
        field = index;
        return this;
    }

    public String text() {
        return text;
    }

    public int field() {
        return field;
    }
}
