/// From the text of a statement to a running dataflow, and from its events to an answer.
///
/// A [telegraph.sql.Telegraph] is an open sandbox, a [telegraph.sql.Session] one user's
/// conversation with it, and an [telegraph.sql.Event] what a statement tells whoever started it.
/// Telegraph, Session, [telegraph.sql.Prepared] and [telegraph.sql.Walk] open the packages behind.
/// The other classes are what the door speaks in: they know none of these but the settings.
///
/// Of the packages each uses only such as stand below it here:
///
/// | package       | what                                                           |
/// |---------------|----------------------------------------------------------------|
/// | `execution`   | statements done, by a class for each family                    |
/// | `session`     | what a session keeps, and what its queries can name            |
/// | `sandbox`     | what all sessions share                                        |
/// | `listing`     | what is listed: tables of the system, words, what EXPLAIN says |
/// | `live`        | a statement while it runs, and what is told of it meanwhile    |
/// | `transaction` | the store, and the transactions of sessions on it              |
/// | `pgcatalog`   | PostgreSQL's catalog                                           |
/// | `introspect`  | queries about that, answered                                   |
/// | `value`       | what these compute with                                        |
/// | `setting`     | the settings there are                                         |
package telegraph.sql;
