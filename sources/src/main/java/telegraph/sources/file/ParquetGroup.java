package telegraph.sources.file;

import org.apache.parquet.format.RowGroup;

/// A row group, and the end of the file it is in.
record ParquetGroup(FileOrigin file, ParquetFooter footer, RowGroup group) {}
