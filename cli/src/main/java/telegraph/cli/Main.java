package telegraph.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
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

    /// What the command can be told to do.
    private record Subcommand(CommandLine line, ToIntFunction<CommandLine.ParseResult> run) {
        static Subcommand of(SqlCommand sql) {
            return new Subcommand(sql.line(), sql::run);
        }

        static Subcommand of(ServeCommand serve, Optional<ServerFront.Given> given) {
            return new Subcommand(serve.line(), parsed -> serve.run(parsed, given));
        }

        static Subcommand of(CrawlCommand crawl) {
            return new Subcommand(crawl.line(), crawl::run);
        }
    }

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
        CommandSpec root = named("telegraph");
        root.usageMessage().description("Asks slow, unreliable sources questions in SQL.");
        Map<String, Supplier<Subcommand>> all = new LinkedHashMap<>();
        all.put("sql", () -> Subcommand.of(new SqlCommand(streams, opening)));
        all.put("serve", () -> Subcommand.of(new ServeCommand(streams), given));
        all.put("crawl", () -> Subcommand.of(new CrawlCommand(streams)));
        // The others are described only where they may be asked for, since that takes time.
        String first = arguments.length == 0 ? "" : arguments[0];
        Map<String, Subcommand> described = new HashMap<>();
        all.forEach((name, subcommand) -> {
            if (name.equals(first) || !all.containsKey(first)) {
                described.put(name, subcommand.get());
                root.addSubcommand(name, described.get(name).line);
            }
        });
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
                                                described
                                                        .get(command.commandSpec().name())
                                                        .run
                                                        .applyAsInt(command)));
        int code = line.execute(arguments);
        try {
            streams.out().flush();
            streams.err().flush();
        } catch (IOException e) {
            return code == 0 ? ScriptRun.exitCode(e, streams) : code;
        }
        return code;
    }

    /// A command that has `--help` and `--version`. Picocli has an annotation for these, which
    /// costs a start much reflection.
    static CommandSpec named(String name) {
        return CommandSpec.create()
                .name(name)
                .version(VERSION)
                .addOption(
                        OptionSpec.builder("-h", "--help")
                                .usageHelp(true)
                                .description("Show this help message and exit.")
                                .build())
                .addOption(
                        OptionSpec.builder("-V", "--version")
                                .versionHelp(true)
                                .description("Print version information and exit.")
                                .build());
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
