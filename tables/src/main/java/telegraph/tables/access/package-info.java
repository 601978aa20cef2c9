/// Tables as they are read and changed: the source that a query reads one by, a row at its key, and
/// the constraints that a change must keep.
///
/// A [TableSource] brings rows by a scan or by a key; [Changes] puts them in, changes them and
/// takes them out, after [TableCheck] and [ForeignKeys].
package telegraph.tables.access;
