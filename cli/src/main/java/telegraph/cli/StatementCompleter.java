package telegraph.cli;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/// Offers what may follow: tables after FROM, files inside quotes, settings after SET, and
/// elsewhere the columns of the tables named so far, functions and keywords.
final class StatementCompleter implements Completer {
    private static final Pattern AFTER_TABLE_WORD =
            Pattern.compile(
                    "(?is).*(\\b(from|join|into|update|describe|table|view|source)|\\\\d)\\s+"
                            + "([\\w.\"]+\\s*,\\s*)*[\\w.]*");
    private static final Pattern AFTER_SET =
            Pattern.compile("(?is)\\s*(set|show|reset|\\\\set)\\s+\\w*");
    private static final Pattern NAMED_TABLE =
            Pattern.compile("(?i)\\b(?:from|join|,)\\s+([\\w.]+)(?:\\s+(?:as\\s+)?(\\w+))?");
    private static final Pattern WORD = Pattern.compile("\\w+");
    private static final int FILES_MAX = 200;

    private final Database database;
    private final Path directory;

    StatementCompleter(Database database, Path directory) {
        this.database = database;
        this.directory = directory;
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        String before = line.line().substring(0, line.cursor());
        if (LineParser.openQuote(before, before.length()) >= 0 || isInclude(before)) {
            files(line.word(), candidates);
        } else if (before.strip().startsWith("\\")
                && !before.strip().contains(" ")
                && !before.endsWith(" ")) {
            offer(ShellCommand.names(), "command", candidates);
        } else if (AFTER_SET.matcher(before).matches()) {
            offer(database.settings(), "setting", candidates);
        } else if (AFTER_TABLE_WORD.matcher(before).matches()) {
            offer(database.tables(), "table", candidates);
        } else {
            words(line, candidates);
        }
    }

    private static boolean isInclude(String before) {
        return before.stripLeading().startsWith("\\i ");
    }

    private void words(ParsedLine line, List<Candidate> candidates) {
        String word = line.word();
        int dot = word.lastIndexOf('.');
        Matcher named = NAMED_TABLE.matcher(line.line());
        Set<String> columns = new LinkedHashSet<>();
        while (named.find()) {
            String table = named.group(1);
            String alias = named.group(2);
            if (dot < 0) {
                columns.addAll(database.columns(table));
            } else if (word.substring(0, dot).equalsIgnoreCase(alias)
                    || word.substring(0, dot).equalsIgnoreCase(table)) {
                String qualifier = word.substring(0, dot + 1);
                database.columns(table).forEach(column -> columns.add(qualifier + column));
            }
        }
        offer(columns, "column", candidates);
        if (dot < 0) {
            offer(database.functions(), "function", candidates);
            boolean lower = !word.isEmpty() && word.equals(word.toLowerCase(Locale.ROOT));
            offer(
                    database.keywords().stream()
                            .filter(keyword -> WORD.matcher(keyword).matches())
                            .map(k -> lower ? k.toLowerCase(Locale.ROOT) : k)
                            .toList(),
                    "keyword",
                    candidates);
        }
    }

    private static void offer(Iterable<String> words, String group, List<Candidate> candidates) {
        for (String word : words) {
            candidates.add(new Candidate(word, word, group, null, null, null, true));
        }
    }

    /// Files whose path starts with what is typed.
    private void files(String typed, List<Candidate> candidates) {
        int slash = typed.lastIndexOf('/');
        String parent = typed.substring(0, slash + 1);
        try {
            Path folder = parent.isEmpty() ? directory : directory.resolve(parent);
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
                int count = 0;
                for (Path file : files) {
                    boolean isFolder = Files.isDirectory(file);
                    String name = parent + file.getFileName() + (isFolder ? "/" : "");
                    if (name.startsWith(typed) && count++ < FILES_MAX) {
                        // The cursor stays in the quotes, so nothing is appended.
                        candidates.add(new Candidate(name, name, "file", null, null, null, false));
                    }
                }
            }
        } catch (IOException | DirectoryIteratorException | InvalidPathException e) {
            // A folder that cannot be listed has nothing to offer.
            candidates.clear();
        }
    }
}
