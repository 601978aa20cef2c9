package telegraph.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import telegraph.cli.format.TableStyle;

/// What a line that starts with a backslash does.
enum ShellCommand {
    DESCRIBE("\\d", "[NAME]", "list tables, or describe one") {
        @Override
        boolean run(Shell shell, String argument) {
            if (argument.isEmpty()) {
                List<String> tables = shell.database().tables();
                shell.print(
                        tables.isEmpty()
                                ? "There are no tables yet; query a file: SELECT * FROM 'data.csv';\n"
                                : String.join("\n", tables) + "\n");
            } else {
                shell.statements("DESCRIBE " + argument);
            }
            return true;
        }
    },
    TIMING("\\timing", "[on|off]", "say how long statements take") {
        @Override
        boolean run(Shell shell, String argument) {
            shell.timing(flag(argument, shell.timing()));
            shell.print("Timing is " + (shell.timing() ? "on" : "off") + ".\n");
            return true;
        }
    },
    EXPANDED("\\x", "[on|off]", "give each column of a row a line of its own") {
        @Override
        boolean run(Shell shell, String argument) {
            TableStyle style = shell.style();
            boolean expanded = flag(argument, style.expanded());
            shell.style(new TableStyle(style.nullText(), expanded));
            shell.print("Expanded display is " + (expanded ? "on" : "off") + ".\n");
            return true;
        }
    },
    PRINT_SET("\\pset", "null TEXT", "show NULL as TEXT") {
        @Override
        boolean run(Shell shell, String argument) {
            if (!argument.equals("null") && !argument.startsWith("null ")) {
                shell.error("what can be set is null: \\pset null TEXT");
                return true;
            }
            String text = unquoted(argument.substring("null".length()).strip());
            shell.style(new TableStyle(text, shell.style().expanded()));
            return true;
        }
    },
    INCLUDE("\\i", "FILE", "run the statements of a file") {
        @Override
        boolean run(Shell shell, String argument) {
            if (argument.isEmpty()) {
                shell.error("a file is missing: \\i FILE");
                return true;
            }
            Path file = Path.of(unquoted(argument));
            try {
                shell.statements(Files.readString(file, StandardCharsets.UTF_8));
            } catch (IOException e) {
                shell.error(
                        "the file cannot be read: file=" + file + " cause=" + SqlCommand.cause(e));
            }
            return true;
        }
    },
    SETTING("\\set", "NAME VALUE", "change a setting, as SET NAME = VALUE does") {
        @Override
        boolean run(Shell shell, String argument) {
            String[] words = argument.split("\\s+", 2);
            if (words.length < 2) {
                shell.error("a name and a value are missing: \\set NAME VALUE");
            } else {
                String value = unquoted(words[1]).replace("'", "''");
                shell.statements("SET " + words[0] + " = '" + value + "'");
            }
            return true;
        }
    },
    HELP("\\?", "", "this list") {
        @Override
        boolean run(Shell shell, String argument) {
            StringBuilder help = new StringBuilder("A statement ends with a semicolon.\n");
            for (ShellCommand command : values()) {
                String usage = command.name + " " + command.arguments;
                help.append(String.format("  %-18s %s%n", usage, command.purpose));
            }
            help.append(CLAUSES);
            help.append("Ctrl-C cancels what runs, Ctrl-D leaves, Tab completes.\n");
            shell.print(help.toString());
            return true;
        }
    },
    QUIT("\\q", "", "leave") {
        @Override
        boolean run(Shell shell, String argument) {
            return false;
        }
    };

    private static final String CLAUSES =
            """
            Aggregates are shown while they run, ± how far they may be off. At the end of a SELECT
              ERROR WITHIN 1 PERCENT [AT CONFIDENCE 99 PERCENT]   stops when it is that sure,
              WITHIN 5 SECONDS                                    stops when the time is up.
            SELECT ONLINE … gives each running answer as rows. SHOW SETTINGS lists what can be set.
            """;

    private final String name;
    private final String arguments;
    private final String purpose;

    ShellCommand(String name, String arguments, String purpose) {
        this.name = name;
        this.arguments = arguments;
        this.purpose = purpose;
    }

    /// Does it; false to leave the shell.
    abstract boolean run(Shell shell, String argument);

    /// Runs a line.
    ///
    /// @return false to leave the shell
    static boolean execute(String line, Shell shell) {
        String[] words = line.split("\\s+", 2);
        String argument = words.length == 1 ? "" : withoutSemicolon(words[1]);
        Optional<ShellCommand> command =
                Arrays.stream(values())
                        .filter(c -> c.isNamed(withoutSemicolon(words[0])))
                        .findFirst();
        if (command.isEmpty()) {
            shell.error("unknown command " + words[0] + ". \\? lists them");
            return true;
        }
        return command.get().run(shell, argument);
    }

    private boolean isNamed(String typed) {
        return typed.equals(name) || this == HELP && typed.equals("\\help");
    }

    static List<String> names() {
        return Arrays.stream(values()).map(c -> c.name).toList();
    }

    private static String withoutSemicolon(String text) {
        String stripped = text.strip();
        return stripped.endsWith(";")
                ? stripped.substring(0, stripped.length() - 1).strip()
                : stripped;
    }

    private static boolean flag(String argument, boolean now) {
        return switch (argument) {
            case "on" -> true;
            case "off" -> false;
            default -> !now;
        };
    }

    private static String unquoted(String text) {
        return text.length() >= 2 && text.startsWith("'") && text.endsWith("'")
                ? text.substring(1, text.length() - 1).replace("''", "'")
                : text;
    }
}
