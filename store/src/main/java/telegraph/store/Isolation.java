package telegraph.store;

/// The levels of the SQL standard, by what a transaction may see of others.
///
/// | level            | dirty read | lost update | non-repeatable read | phantom, write skew |
/// |------------------|------------|-------------|---------------------|---------------------|
/// | READ_UNCOMMITTED | may happen | may happen  | may happen          | may happen          |
/// | READ_COMMITTED   | never      | may happen  | may happen          | may happen          |
/// | REPEATABLE_READ  | never      | never       | never               | may happen          |
/// | SERIALIZABLE     | never      | never       | never               | never               |
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
