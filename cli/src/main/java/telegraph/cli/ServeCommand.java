package telegraph.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import telegraph.cli.display.Streams;
import telegraph.ground.TelegraphException;

/// `telegraph serve`: the doors for other programs and browsers, until a signal comes.
///
/// What the server is made of is behind [ServerFront], so that other commands never load it.
final class ServeCommand {
    private static final int PORT_MAX = 65_535;

    private final Streams streams;
    private final CommandLine line;

    /// What is asked for.
    ///
    /// @param data the sandbox
    record Asked(
            Path data,
            String host,
            int postgresPort,
            int httpPort,
            int keyValuePort,
            boolean noEngine,
            Optional<Path> passwords,
            Optional<Path> certificate,
            Optional<Path> key,
            Optional<Path> log,
            Duration drain,
            Map<String, String> settings) {}

    ServeCommand(Streams streams) {
        this.streams = streams;
        CommandSpec spec = Main.named("serve");
        spec.usageMessage()
                .description(
                        "Serves a sandbox to PostgreSQL clients, HTTP clients and browsers, and"
                                + " key-value clients. SIGTERM or Ctrl-C stops it when what runs"
                                + " has ended; a second one at once.");
        option(
                spec,
                "--data",
                "DIR",
                SqlCommand.DEFAULT_DIRECTORY,
                "the sandbox, made if it does not exist (${DEFAULT-VALUE})");
        spec.addOption(
                OptionSpec.builder("--demo")
                        .arity("0")
                        .description(
                                "serve the demonstration instead: five slow web sites on this machine,"
                                        + " declared in a sandbox of their own that is deleted at the end")
                        .build());
        option(
                spec,
                "--host",
                "ADDRESS",
                "127.0.0.1",
                "the address to listen on (${DEFAULT-VALUE}); others than this machine's own need passwords");
        option(
                spec,
                "--pg-port",
                "PORT",
                "5454",
                "for PostgreSQL clients (${DEFAULT-VALUE}); 0 is any free one, -1 none, as with the next");
        option(spec, "--http-port", "PORT", "8080", "for HTTP and browsers (${DEFAULT-VALUE})");
        option(
                spec,
                "--kv-port",
                "PORT",
                "6380",
                "for key-value clients, which speak Redis' protocol (${DEFAULT-VALUE})");
        option(
                spec,
                "--kv-engine",
                "ENGINE",
                "store",
                "store keeps keys in a table (${DEFAULT-VALUE}); noop forgets them, to measure the network");
        option(spec, "--password-file", "FILE", null, "users and what is kept of their passwords");
        option(spec, "--tls-cert", "FILE", null, "certificates for TLS, in PEM");
        option(spec, "--tls-key", "FILE", null, "the private key that belongs to them");
        option(
                spec,
                "--drain",
                "SECONDS",
                "10",
                "how long statements may go on after a signal (${DEFAULT-VALUE})");
        option(
                spec,
                "--log",
                "FILE",
                null,
                "where the journal is appended to, JSON lines; standard error without it");
        spec.addOption(
                OptionSpec.builder("--set")
                        .paramLabel("KEY=VALUE")
                        .type(List.class)
                        .auxiliaryTypes(String.class)
                        .description("a setting; may be given several times")
                        .build());
        spec.addArgGroup(
                ArgGroupSpec.builder()
                        .exclusive(true)
                        .heading("Instead of serving, make a line for the password file:%n")
                        .addArg(
                                text(
                                        "--make-password",
                                        "USER",
                                        "of a password typed here, or on standard input"))
                        .addArg(
                                text(
                                        "--make-token",
                                        "NAME",
                                        "of a new token, which is shown once, on standard error"))
                        .build());
        this.line = new CommandLine(spec);
    }

    private static void option(
            CommandSpec spec, String name, String label, String byDefault, String purpose) {
        OptionSpec.Builder option = OptionSpec.builder(name).paramLabel(label).type(String.class);
        if (byDefault != null) {
            option.defaultValue(byDefault);
        }
        spec.addOption(option.description(purpose).build());
    }

    private static OptionSpec text(String name, String label, String purpose) {
        return OptionSpec.builder(name)
                .paramLabel(label)
                .type(String.class)
                .description(purpose)
                .build();
    }

    CommandLine line() {
        return line;
    }

    int run(CommandLine.ParseResult arguments, Optional<ServerFront.Given> given) {
        Asked asked;
        try {
            demandSandbox(arguments, given);
            asked = asked(arguments);
        } catch (IllegalArgumentException e) {
            line.getErr().println("error: " + e.getMessage());
            return Main.USAGE;
        }
        try {
            String user = arguments.matchedOptionValue("--make-password", null);
            String token = arguments.matchedOptionValue("--make-token", null);
            if (user != null) {
                return Credentials.password(user, streams);
            }
            if (token != null) {
                return Credentials.token(token, streams);
            }
            return new ServerFront(streams, asked, given.orElse(ServerFront.Given.DIRECTORY)).run();
        } catch (TelegraphException e) {
            ScriptRun.report(e, streams);
            // A wrong setting among the arguments is named by the option it came from.
            return e.getMessage().startsWith("--set") ? Main.USAGE : Main.FAILED;
        } catch (IOException e) {
            return ScriptRun.exitCode(e, streams);
        }
    }

    private static void demandSandbox(
            CommandLine.ParseResult arguments, Optional<ServerFront.Given> given) {
        if (!arguments.hasMatchedOption("--demo")) {
            return;
        }
        if (given.isEmpty()) {
            throw new IllegalArgumentException(
                    "the demonstration is served by the script: ./telegraph serve --demo");
        }
        if (arguments.hasMatchedOption("--data")) {
            throw new IllegalArgumentException(
                    "the demonstration has a sandbox of its own: --demo and --data exclude each other");
        }
    }

    private static Asked asked(CommandLine.ParseResult arguments) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String setting : arguments.<List<String>>matchedOptionValue("--set", List.of())) {
            int equals = setting.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("a setting is KEY=VALUE: set=" + setting);
            }
            settings.put(setting.substring(0, equals).strip(), setting.substring(equals + 1));
        }
        String engine = value(arguments, "--kv-engine");
        if (!List.of("store", "noop").contains(engine)) {
            throw new IllegalArgumentException(
                    "the engines for keys are store and noop: kv-engine=" + engine);
        }
        Optional<Path> certificate = file(arguments, "--tls-cert");
        Optional<Path> key = file(arguments, "--tls-key");
        if (certificate.isPresent() != key.isPresent()) {
            throw new IllegalArgumentException(
                    "TLS needs both --tls-cert and --tls-key: missing="
                            + (key.isPresent() ? "--tls-cert" : "--tls-key"));
        }
        return new Asked(
                Path.of(value(arguments, "--data")),
                value(arguments, "--host"),
                number(arguments, "--pg-port", -1, PORT_MAX),
                number(arguments, "--http-port", -1, PORT_MAX),
                number(arguments, "--kv-port", -1, PORT_MAX),
                engine.equals("noop"),
                file(arguments, "--password-file"),
                certificate,
                key,
                file(arguments, "--log"),
                Duration.ofSeconds(number(arguments, "--drain", 0, 86_400)),
                settings);
    }

    private static String value(CommandLine.ParseResult arguments, String option) {
        return arguments.commandSpec().findOption(option).getValue();
    }

    private static Optional<Path> file(CommandLine.ParseResult arguments, String option) {
        return Optional.ofNullable(arguments.<String>matchedOptionValue(option, null))
                .map(Path::of);
    }

    private static int number(
            CommandLine.ParseResult arguments, String option, int first, int last) {
        String text = value(arguments, option);
        try {
            int number = Integer.parseInt(text);
            if (number >= first && number <= last) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below, in the same words.
        }
        throw new IllegalArgumentException(
                option + " takes a number from " + first + " to " + last + ": found " + text);
    }
}
