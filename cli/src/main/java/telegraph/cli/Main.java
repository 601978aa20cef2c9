package telegraph.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/// The `telegraph` command.
///
/// | exit | when                                                                   |
/// |-----:|------------------------------------------------------------------------|
/// |    0 | all went well, or whoever read the result had enough of it             |
/// |    1 | a statement failed, or the sandbox could not be opened                 |
/// |    2 | the arguments make no sense                                            |
/// |  130 | interrupted from the keyboard                                          |
public final class Main {
    static final String VERSION = "Telegraph 0.1.0";
    static final int FAILED = 1;
    static final int USAGE = 2;
    static final int INTERRUPTED = 130;

    private Main() {}

    public static void main(String[] arguments) {
        System.exit(run(arguments, Streams.system(), SessionDatabase::open));
    }

    /// The command, serving what the caller brings in place of a directory's sandbox.
    ///
    /// @return the exit code
    public static int serve(String[] arguments, Serving.Given given) {
        return run(arguments, Streams.system(), SessionDatabase::open, Optional.of(given));
    }

    /// The command in a process that goes on.
    ///
    /// @return the exit code
    static int run(String[] arguments, Streams streams, Database.Opening opening) {
        return run(arguments, streams, opening, Optional.empty());
    }

    private static int run(
            String[] arguments,
            Streams streams,
            Database.Opening opening,
            Optional<Serving.Given> given) {
        CommandSpec root =
                CommandSpec.create()
                        .name("telegraph")
                        .mixinStandardHelpOptions(true)
                        .version(VERSION);
        root.usageMessage().description("Asks slow, unreliable sources questions in SQL.");
        SqlCommand sql = new SqlCommand(streams, opening);
        root.addSubcommand("sql", sql.line());
        ServeCommand serve = new ServeCommand(streams);
        root.addSubcommand("serve", serve.line());
        CommandLine line =
                new CommandLine(root)
                        .setOut(new PrintWriter(streams.out()))
                        .setErr(new PrintWriter(streams.err()))
                        .setColorScheme(
                                CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
                        .setParameterExceptionHandler(Main::misused)
                        .setExecutionStrategy(parsed -> execute(parsed, sql, serve, given));
        int code = line.execute(arguments);
        try {
            streams.out().flush();
            streams.err().flush();
        } catch (IOException e) {
            return code == 0 ? Script.exitCode(e, streams) : code;
        }
        return code;
    }

    private static int misused(CommandLine.ParameterException e, String[] arguments) {
        CommandLine line = e.getCommandLine();
        line.getErr().println("error: " + e.getMessage());
        line.getErr().println("Run " + name(line) + " --help to see what there is.");
        return USAGE;
    }

    private static String name(CommandLine line) {
        return line.getParent() == null ? "telegraph sql" : line.getCommandSpec().qualifiedName();
    }

    private static int execute(
            CommandLine.ParseResult parsed,
            SqlCommand sql,
            ServeCommand serve,
            Optional<Serving.Given> given) {
        Integer help = CommandLine.executeHelpRequest(parsed);
        if (help != null) {
            return help;
        }
        if (!parsed.hasSubcommand()) {
            CommandLine line = parsed.commandSpec().commandLine();
            line.getErr().println("error: a command is missing");
            line.usage(line.getErr());
            return USAGE;
        }
        CommandLine.ParseResult arguments = parsed.subcommand();
        return arguments.commandSpec().name().equals("serve")
                ? serve.run(arguments, given)
                : sql.run(arguments);
    }
}
