package telegraph.engine.source;

/// Values between which all of a column are, both included; NULL may be among them.
public record Bounds(double low, double high) {
    public Bounds {
        if (!(low <= high)) {
            throw new IllegalArgumentException("low <= high: low=" + low + " high=" + high);
        }
    }
}
