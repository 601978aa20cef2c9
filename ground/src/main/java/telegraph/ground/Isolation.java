package telegraph.ground;

/// The levels of the SQL standard, by what a transaction may see of others.
///
/// | level            | dirty read | lost update, non-repeatable read, row skew | phantom, range skew |
/// |------------------|------------|--------------------------------------------|---------------------|
/// | READ_UNCOMMITTED | may happen | may happen                                 | may happen          |
/// | READ_COMMITTED   | never      | may happen                                 | may happen          |
/// | REPEATABLE_READ  | never      | never                                      | may happen          |
/// | SERIALIZABLE     | never      | never                                      | never               |
///
/// Write skew is of two kinds: two transactions that each change what the other has read by its key
/// (row skew, which locks that are kept forbid), or add to a range that the other has read (range
/// skew). A key that was asked for and is not there counts as read. No level lets two transactions
/// overwrite each other's changes before they are committed.
public enum Isolation {
    /// Reads take no locks.
    READ_UNCOMMITTED,
    /// Reads wait until what they see is committed, and hold nothing afterwards.
    READ_COMMITTED,
    /// Rows read stay locked until the end.
    REPEATABLE_READ,
    /// Rows read, and the gaps between them, stay locked until the end.
    SERIALIZABLE
}
