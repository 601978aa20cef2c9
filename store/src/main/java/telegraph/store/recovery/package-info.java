/// What makes a store last: the records of the log, checkpoints, recovery after a crash, backups.
///
/// The life of a change: the tree has the leaf latched and hands the change to
/// [telegraph.store.recovery.LogJournal], which puts it into the log, with the page's image before
/// it if this is the first change since a checkpoint. The leaf is changed and bears the record's
/// LSN. A commit waits until its own record, and so all before it, is on the disk; the page is
/// written some time later, and not before its record. Should the process end in between, `Restart`
/// finds the record, finds the page older than it, and makes the change again; if there is no
/// COMMIT it is taken back then, by key, through the tree.
package telegraph.store.recovery;
