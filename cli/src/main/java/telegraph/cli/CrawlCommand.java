package telegraph.cli;

import java.io.IOException;
import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Stack;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import telegraph.cli.display.Streams;
import telegraph.crawler.CrawlOptions;
import telegraph.crawler.CrawlSetting;
import telegraph.ground.OptionReader;
import telegraph.ground.TelegraphException;

/// `telegraph crawl`: pages of the web into a directory, which goes on where it stopped.
///
/// Its options are those of every crawl ([CrawlSetting]), a file of seeds, and how to tell the end.
final class CrawlCommand {
    private final Streams streams;
    private final CommandLine line;

    CrawlCommand(Streams streams) {
        this.streams = streams;
        CommandSpec spec = Main.named("crawl");
        spec.usageMessage()
                .description(
                        "Crawls the web from its seeds into a directory, which crawl_pages('DIR') and"
                                + " crawl_links('DIR') read. Ctrl-C stops it in order, a second one"
                                + " at once; the same command goes on, also after a crash.")
                .abbreviateSynopsis(true)
                .width(100);
        for (CrawlSetting setting : CrawlSetting.values()) {
            spec.addOption(option(setting));
        }
        spec.addOption(
                text("--seed-file", "FILE")
                        .description("seeds, one a line; # begins a comment, - is standard input")
                        .build());
        spec.addOption(
                text("--format", "text|json")
                        .defaultValue("text")
                        .description("how the end is told on standard output; text")
                        .build());
        spec.addOption(
                OptionSpec.builder("--demo")
                        .arity("0")
                        .description("crawl a made-up web on this machine")
                        .build());
        spec.addPositional(
                PositionalParamSpec.builder()
                        .index("0..*")
                        .arity("0..*")
                        .paramLabel("URL")
                        .type(List.class)
                        .auxiliaryTypes(String.class)
                        .description("the same as --seed")
                        .build());
        this.line = new CommandLine(spec);
    }

    CommandLine line() {
        return line;
    }

    private static OptionSpec option(CrawlSetting setting) {
        OptionSpec.Builder option =
                OptionSpec.builder("--" + setting.key()).description(setting.words());
        if (setting.isSwitch()) {
            // Given alone it means on; picocli would take the next word for its value, or none.
            return option.paramLabel("on|off")
                    .type(String.class)
                    .preprocessor(CrawlCommand::onIfAlone)
                    .build();
        }
        option.paramLabel(setting.takes());
        return (setting.isRepeated()
                        ? option.type(List.class).auxiliaryTypes(String.class)
                        : option.type(String.class))
                .build();
    }

    private static boolean onIfAlone(
            Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> how) {
        if (words.isEmpty() || OptionReader.flag(words.peek()).isEmpty()) {
            words.push("on");
        }
        return false;
    }

    private static OptionSpec.Builder text(String name, String label) {
        return OptionSpec.builder(name).paramLabel(label).type(String.class);
    }

    int run(CommandLine.ParseResult arguments) {
        CrawlOptions options;
        String format;
        try {
            if (arguments.hasMatchedOption("--demo")) {
                return misuse("the made-up web is started by the script: ./telegraph crawl --demo");
            }
            format = arguments.matchedOptionValue("--format", "text");
            if (!List.of("text", "json").contains(format)) {
                return misuse("the formats are text and json: format=" + format);
            }
            options = options(arguments);
        } catch (TelegraphException e) {
            return misuse(e.getMessage());
        }
        return new CrawlFront(streams, options, format.equals("json")).run();
    }

    private int misuse(String message) {
        line.getErr().println("error: " + message);
        return Main.USAGE;
    }

    private CrawlOptions options(CommandLine.ParseResult arguments) {
        CrawlOptions.Builder builder = CrawlOptions.builder();
        List<String> seeds = seeds(arguments);
        seeds.forEach(builder::seed);
        EnumSet<CrawlSetting> rest = EnumSet.complementOf(EnumSet.of(CrawlSetting.SEED));
        for (CrawlSetting setting : rest) {
            String name = "--" + setting.key();
            if (setting.isRepeated()) {
                for (String value : arguments.matchedOptionValue(name, List.<String>of())) {
                    builder.set(setting.key(), value);
                }
            } else if (arguments.hasMatchedOption(name)) {
                builder.set(setting.key(), arguments.matchedOptionValue(name, ""));
            }
        }
        boolean placed = arguments.hasMatchedOption("--into");
        if (!placed && !seeds.isEmpty()) {
            builder.into(place(seeds.getFirst()));
        }
        if (placed && seeds.isEmpty()) {
            // Nowhere to start, so there is something to go on with or nothing to do.
            builder.mustResume(true);
        }
        return builder.build();
    }

    private List<String> seeds(CommandLine.ParseResult arguments) {
        List<String> seeds = new ArrayList<>();
        seeds.addAll(arguments.matchedOptionValue("--seed", List.<String>of()));
        seeds.addAll(arguments.matchedPositionalValue(0, List.<String>of()));
        String file = arguments.matchedOptionValue("--seed-file", null);
        if (file == null) {
            return seeds;
        }
        try {
            byte[] bytes =
                    file.equals("-")
                            ? streams.in().readAllBytes()
                            : Files.readAllBytes(Path.of(file));
            new String(bytes, StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.startsWith("#") ? "" : line.strip())
                    .filter(line -> !line.isEmpty())
                    .forEach(seeds::add);
        } catch (IOException e) {
            throw TelegraphException.input(
                    "the seeds cannot be read: seed-file=" + file + " cause=" + SqlCommand.cause(e),
                    e);
        }
        return seeds;
    }

    /// Where a crawl goes that nobody gave a place: a directory by the name of its first host.
    static Path place(String seed) {
        String host = seed.replaceFirst("^[^/?#]*//", "").replaceFirst("[/?#\\\\].*", "");
        String name =
                host.substring(host.lastIndexOf('@') + 1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N}.-]+", "_")
                        .replaceFirst("^\\.+", "_");
        return Path.of(SqlCommand.DEFAULT_DIRECTORY, "crawls", name.isEmpty() ? "_" : ascii(name));
    }

    /// As name servers know the host, because not every locale can write another name of a file.
    private static String ascii(String name) {
        try {
            return IDN.toASCII(name, IDN.ALLOW_UNASSIGNED);
        } catch (IllegalArgumentException e) {
            return name.replaceAll("\\P{ASCII}+", "_"); // no host has this name
        }
    }
}
