package telegraph.sources;

/// What is written in a file. TSV is CSV with tabs; NDJSON is JSON with a value a line.
public enum FileFormat {
    /// Decided by the name, else by the first bytes.
    AUTO,
    CSV,
    TSV,
    JSON,
    NDJSON,
    PARQUET
}
