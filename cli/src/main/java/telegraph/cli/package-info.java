/// The `telegraph` command: statements from the command line, a file or a pipe, and the shell.
///
/// `Main` reads the arguments, `SqlCommand` opens the sandbox and hands statements to a `Script` or
/// the `Shell`. Both start a statement through a [telegraph.cli.Database] and pass its events to
/// somebody who shows them: a writer of `telegraph.cli.format` where another program reads, a
/// [telegraph.cli.display.LiveDisplay] where a person looks on.
package telegraph.cli;
