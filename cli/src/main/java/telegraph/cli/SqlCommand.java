package telegraph.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import telegraph.cli.display.Streams;
import telegraph.cli.format.Format;
import telegraph.ground.TelegraphException;

/// `telegraph sql`: statements from an option, a file or standard input, else the shell.
final class SqlCommand {
    static final String DEFAULT_DIRECTORY = "telegraph-data";

    private final Streams streams;
    private final Database.Opening opening;
    private final CommandLine line;

    SqlCommand(Streams streams, Database.Opening opening) {
        this.streams = streams;
        this.opening = opening;
        CommandSpec spec = Main.named("sql");
        spec.usageMessage()
                .description(
                        "Runs SQL statements, or is the shell when there are none and a person types.");
        spec.addOption(
                OptionSpec.builder("-c", "--command")
                        .paramLabel("SQL")
                        .type(List.class)
                        .auxiliaryTypes(String.class)
                        .description("statements to run")
                        .build());
        spec.addOption(
                OptionSpec.builder("--data")
                        .paramLabel("DIR")
                        .type(Path.class)
                        .defaultValue(DEFAULT_DIRECTORY)
                        .description("the sandbox, made if it does not exist (${DEFAULT-VALUE})")
                        .build());
        spec.addOption(
                OptionSpec.builder("--format")
                        .paramLabel("FORMAT")
                        .type(Format.class)
                        .defaultValue("table")
                        .description("table, csv, json or ndjson")
                        .build());
        spec.addOption(
                OptionSpec.builder("--set")
                        .paramLabel("KEY=VALUE")
                        .type(List.class)
                        .auxiliaryTypes(String.class)
                        .description("a setting; may be given several times")
                        .build());
        spec.addPositional(
                PositionalParamSpec.builder()
                        .index("0")
                        .arity("0..1")
                        .paramLabel("FILE")
                        .type(String.class)
                        .description("a file of statements; - is standard input")
                        .build());
        this.line =
                new CommandLine(spec)
                        .setCaseInsensitiveEnumValuesAllowed(true)
                        .registerConverter(Format.class, SqlCommand::format);
    }

    CommandLine line() {
        return line;
    }

    private static Format format(String name) {
        return Arrays.stream(Format.values())
                .filter(format -> format.name().equalsIgnoreCase(name))
                .findAny()
                .orElseThrow(() ->
                        new CommandLine.TypeConversionException(
                                "the formats are table, csv, json and ndjson: format="
                                        + name.toLowerCase(Locale.ROOT)));
    }

    int run(CommandLine.ParseResult arguments) {
        List<String> commands = arguments.matchedOptionValue("-c", List.of());
        String file = arguments.matchedPositionalValue(0, null);
        if (!commands.isEmpty() && file != null) {
            return misuse("statements come from -c or from a file, not both: file=" + file);
        }
        Map<String, String> settings = new LinkedHashMap<>();
        for (String setting : arguments.<List<String>>matchedOptionValue("--set", List.of())) {
            int equals = setting.indexOf('=');
            if (equals < 1) {
                return misuse("a setting is KEY=VALUE: set=" + setting);
            }
            settings.put(setting.substring(0, equals).strip(), setting.substring(equals + 1));
        }
        Path directory = arguments.matchedOptionValue("--data", Path.of(DEFAULT_DIRECTORY));
        Format format = arguments.matchedOptionValue("--format", Format.TABLE);
        boolean shell =
                commands.isEmpty()
                        && file == null
                        && streams.inIsTerminal()
                        && streams.outIsTerminal();
        List<String> scripts;
        try {
            scripts = shell ? List.of() : commands.isEmpty() ? List.of(read(file)) : commands;
        } catch (IOException e) {
            return misuse("the file cannot be read: file=" + file + " cause=" + cause(e));
        }
        try (Database database = opening.open(directory, settings)) {
            database.tellRecovery(streams::note);
            return shell
                    ? Shell.open(streams, database, directory, format)
                    : new ScriptRun(database, streams, format).run(scripts);
        } catch (TelegraphException e) {
            ScriptRun.report(e, streams);
            // A wrong setting among the arguments is named by the option it came from.
            return e.getMessage().startsWith("--set") ? Main.USAGE : Main.FAILED;
        } catch (UncheckedIOException e) {
            return ScriptRun.exitCode(e.getCause(), streams);
        }
    }

    private String read(String file) throws IOException {
        byte[] bytes =
                file == null || file.equals("-")
                        ? streams.in().readAllBytes()
                        : Files.readAllBytes(Path.of(file));
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private int misuse(String message) {
        line.getErr().println("error: " + message);
        return Main.USAGE;
    }

    /// Why a file cannot be read, in words.
    static String cause(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "there is no such file";
            case AccessDeniedException _ -> "permission denied";
            case CharacterCodingException _ -> "it is no UTF-8";
            case FileSystemException failed when failed.getReason() != null -> failed.getReason();
            default -> String.valueOf(e.getMessage());
        };
    }
}
