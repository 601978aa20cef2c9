/// Columns of Parquet files, from compressed pages to vectors.
///
/// ```
/// file bytes ─► DataPages ─► Page ─► Levels: which rows have a value
///               headers,            └► Values: one decoder for each encoding
///               decompression                    │
///                                                ▼
///                            FlatColumn.fill ─► Vector, at the selected positions
/// ```
///
/// A reader goes over a row group in *windows* of up to 4,096 rows, the same for all columns, whose
/// pages have borders of their own. A [telegraph.sources.parquet.FlatColumn] reads a page's header
/// to know how many rows it has, and the page itself only when somebody asks for a value in it.
/// Encodings that can be read at any place are read where asked; the others decode a window when
/// the first of its values is asked for.
///
/// Files are hostile: every length is checked against what there is, and what does not fit ends in
/// a [telegraph.sources.page.DamagedPageException] that the caller turns into an error that names
/// the file.
package telegraph.sources.parquet;
