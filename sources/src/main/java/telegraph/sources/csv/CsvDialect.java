package telegraph.sources.csv;

/// How a file writes CSV.
///
/// @param delimiter between fields
/// @param quote around fields, or -1 if quotes are ordinary bytes
/// @param escape before a quote inside quotes (usually the quote itself), or -1
/// @param header whether the first record names the columns
/// @param skip lines before the first record
record CsvDialect(byte delimiter, int quote, int escape, boolean header, long skip) {
    /// RFC 4180 with a header.
    static final CsvDialect RFC_4180 = new CsvDialect((byte) ',', '"', '"', true, 0);

    CsvDialect withDelimiter(byte other) {
        return new CsvDialect(other, quote, escape, header, skip);
    }

    CsvDialect withHeader(boolean other) {
        return new CsvDialect(delimiter, quote, escape, other, skip);
    }
}
