/// Files as sources: CSV, JSON and Parquet, here or at an http address, compressed or not, one or
/// many.
///
/// The way of a file: [telegraph.sources.FileTables] turns a name or pattern into origins; a format
/// looks at the first rows of each and guesses columns and types; the resulting source reads all
/// rows later, file after file, straight from bytes into batches, and only the columns asked for.
///
/// Formats also cut files into [telegraph.sources.file.Units]: blocks of lines, row groups, whole
/// files. The query's workers read them in chunks of columns ([telegraph.engine.source.Morsels]),
/// or, where a format goes row by row and a sample is asked for, [telegraph.sources.file.UnitScan]
/// reads some at once.
package telegraph.sources.file;
