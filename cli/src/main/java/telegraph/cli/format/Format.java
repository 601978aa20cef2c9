package telegraph.cli.format;

/// How results are written.
public enum Format {
    TABLE,
    CSV,
    JSON,
    NDJSON;

    /// A writer of one result to `out`.
    public ResultWriter writer(Appendable out) {
        return switch (this) {
            case TABLE -> new TableWriter(out, TableStyle.PLAIN);
            case CSV -> new CsvWriter(out);
            case JSON -> new JsonWriter(out, true);
            case NDJSON -> new JsonWriter(out, false);
        };
    }
}
