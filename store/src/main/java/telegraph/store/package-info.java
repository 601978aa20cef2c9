/// Ordered byte keys to byte values, with transactions: [Store], [Transaction], [Cursor].
///
/// The store never sees a row; how rows become keys and values is for whoever uses it.
package telegraph.store;
