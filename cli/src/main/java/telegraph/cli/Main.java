package telegraph.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import telegraph.cli.display.Streams;

/// The `telegraph` command.
///
/// | exit | when                                                                   |
/// |-----:|------------------------------------------------------------------------|
/// |    0 | all went well, or whoever read the result had enough of it             |
/// |    1 | a statement failed, the sandbox could not be opened, or no page came   |
/// |    2 | the arguments make no sense                                            |
/// |    3 | a crawl ended without what hosts have that it did not reach            |
/// |  130 | interrupted from the keyboard; a crawl, by a signal                    |
public final class Main {
    static final String VERSION = "Telegraph 0.1.0";
    static final int FAILED = 1;
    static final int USAGE = 2;
    static final int MISSING = 3;
    static final int INTERRUPTED = 130;

    /// What the library that reads robots.txt and sitemaps logs of their oddities: the web is full
    /// of them, and no line among the answers helps anybody. Held, or its level is forgotten.
    private static final Logger ODDITIES = Logger.getLogger("crawlercommons");

    private Main() {}

    public static void main(String[] arguments) {
        ODDITIES.setLevel(Level.OFF);
        System.exit(run(arguments));
    }

    /// The command, in a process that goes on.
    ///
    /// @return the exit code
    public static int run(String[] arguments) {
        return run(arguments, Streams.system(), SessionDatabase::open);
    }

    /// The command, serving what the caller brings in place of a directory's sandbox.
    ///
    /// @return the exit code
    public static int serve(String[] arguments, ServerFront.Given given) {
        return run(arguments, Streams.system(), SessionDatabase::open, Optional.of(given));
    }

    static int run(String[] arguments, Streams streams, Database.Opening opening) {
        return run(arguments, streams, opening, Optional.empty());
    }

    private static int run(
            String[] arguments,
            Streams streams,
            Database.Opening opening,
            Optional<ServerFront.Given> given) {
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
        CrawlCommand crawl = new CrawlCommand(streams);
        root.addSubcommand("crawl", crawl.line());
        CommandLine line =
                new CommandLine(root)
                        .setOut(new PrintWriter(streams.out()))
                        .setErr(new PrintWriter(streams.err()))
                        .setColorScheme(
                                CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
                        .setParameterExceptionHandler(Main::misused)
                        .setExecutionStrategy(parsed ->
                                execute(
                                        parsed,
                                        command ->
                                                switch (command.commandSpec().name()) {
                                                    case "serve" -> serve.run(command, given);
                                                    case "crawl" -> crawl.run(command);
                                                    default -> sql.run(command);
                                                }));
        int code = line.execute(arguments);
        try {
            streams.out().flush();
            streams.err().flush();
        } catch (IOException e) {
            return code == 0 ? ScriptRun.exitCode(e, streams) : code;
        }
        return code;
    }

    private static int misused(CommandLine.ParameterException e, String[] arguments) {
        CommandLine line = e.getCommandLine();
        String nearest =
                e instanceof CommandLine.UnmatchedArgumentException unmatched
                                && unmatched.isUnknownOption()
                        ? unmatched.getSuggestions().stream()
                                .findFirst()
                                .map(option -> ". Did you mean " + option + "?")
                                .orElse("")
                        : "";
        line.getErr().println("error: " + e.getMessage() + nearest);
        line.getErr().println("Run " + name(line) + " --help to see what there is.");
        return USAGE;
    }

    private static String name(CommandLine line) {
        return line.getParent() == null ? "telegraph sql" : line.getCommandSpec().qualifiedName();
    }

    private static int execute(
            CommandLine.ParseResult parsed, ToIntFunction<CommandLine.ParseResult> subcommand) {
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
        return subcommand.applyAsInt(parsed.subcommand());
    }
}
