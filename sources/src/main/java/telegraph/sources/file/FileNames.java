package telegraph.sources.file;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import telegraph.ground.Nearest;
import telegraph.ground.TelegraphException;
import telegraph.sources.FileFormat;
import telegraph.sources.Reach;
import telegraph.sources.RemoteFiles;

/// Turns what a user writes for a file, a pattern of files or an address into origins, if they may
/// be read.
///
/// Threads: any.
public final class FileNames {
    /// The most files one pattern may stand for.
    static final int FILES_MAX = 10_000;

    private static final int DEPTH_MAX = 32;

    private final Path directory;
    private final Reach reach;

    /// @param directory where relative names start
    /// @param reach which files may be read
    public FileNames(Path directory, Reach reach) {
        this.directory = directory;
        this.reach = reach;
    }

    public static boolean looksLikeFile(String name) {
        return isAddress(name) || name.startsWith("file:") || formatOf(name).isPresent();
    }

    static boolean isAddress(String name) {
        return startsWithIgnoreCase(name, "http://") || startsWithIgnoreCase(name, "https://");
    }

    private static boolean startsWithIgnoreCase(String text, String start) {
        return text.regionMatches(true, 0, start, 0, start.length());
    }

    /// The format that the end of a name or address announces.
    public static Optional<FileFormat> formatOf(String name) {
        String path = name;
        if (isAddress(name)) {
            int end = path.indexOf('#') < 0 ? path.length() : path.indexOf('#');
            path = path.substring(0, end);
            int query = path.indexOf('?');
            path = query < 0 ? path : path.substring(0, query);
        }
        String lower = Compression.strip(path).toLowerCase(Locale.ROOT);
        int dot = lower.lastIndexOf('.');
        if (dot <= lower.lastIndexOf('/')) {
            return Optional.empty();
        }
        return switch (lower.substring(dot + 1)) {
            case "csv" -> Optional.of(FileFormat.CSV);
            case "tsv", "tab" -> Optional.of(FileFormat.TSV);
            case "json" -> Optional.of(FileFormat.JSON);
            case "ndjson", "jsonl" -> Optional.of(FileFormat.NDJSON);
            case "parquet" -> Optional.of(FileFormat.PARQUET);
            default -> Optional.empty();
        };
    }

    /// The files that `location` stands for, sorted by name; at least one.
    ///
    /// @throws TelegraphException of kind INPUT if there is none, with the nearest name, or if it
    ///   may not be read
    public List<FileOrigin> resolve(String location, RemoteFiles remote) {
        if (isAddress(location)) {
            return List.of(new FileOrigin.Remote(location, remote));
        }
        if (location.isBlank()) {
            throw TelegraphException.input("a file has a name: file=\"" + location + "\"");
        }
        boolean pattern = location.chars().anyMatch(c -> "*?[{".indexOf(c) >= 0);
        if (!pattern || exists(location)) {
            return List.of(single(location, path(location)));
        }
        List<FileOrigin> files = matches(location);
        if (files.isEmpty()) {
            throw TelegraphException.input(
                    "a pattern must match at least one file: pattern="
                            + location
                            + " folder="
                            + directory.toAbsolutePath().normalize());
        }
        return files;
    }

    private Path path(String location) {
        try {
            return location.startsWith("file:")
                    ? Path.of(URI.create(location))
                    : directory.resolve(location);
        } catch (IllegalArgumentException e) {
            throw TelegraphException.input(
                    "a file's name must be one the system allows: file="
                            + location
                            + " cause="
                            + e.getMessage(),
                    e);
        }
    }

    private boolean exists(String location) {
        try {
            return Files.exists(directory.resolve(location));
        } catch (InvalidPathException e) {
            return false; // a pattern that cannot be a name
        }
    }

    private FileOrigin single(String name, Path path) {
        // First of all, so that nobody learns what there is where nothing may be read.
        reach.demandFile(path, name);
        if (Files.isDirectory(path)) {
            throw TelegraphException.input(
                    "a table is a file or a pattern, this is a folder: file="
                            + name
                            + ". Write '"
                            + (name.endsWith("/") ? name : name + "/")
                            + "*.csv' for all CSV files in it.");
        }
        if (!Files.exists(path)) {
            throw missing(name, path);
        }
        if (!Files.isRegularFile(path)) {
            throw TelegraphException.input(
                    "a file is looked at before it is read, so it cannot be a pipe or device: file="
                            + name);
        }
        return new FileOrigin.Local(name, path);
    }

    /// The message for a file that is not there, with the nearest name that is.
    public static TelegraphException missing(String name, Path path) {
        if (name.matches("[A-Za-z][A-Za-z0-9+.-]+://.*")) {
            return TelegraphException.input(
                    "a table is a file here or at an http or https address: address=" + name);
        }
        Path folder = path.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            return TelegraphException.input(
                    "a file must exist, and here even its folder does not: file="
                            + name
                            + " folder="
                            + folder);
        }
        List<String> there = new ArrayList<>();
        try (Stream<Path> entries = Files.list(folder)) {
            entries.limit(FILES_MAX).forEach(entry -> there.add(entry.getFileName().toString()));
        } catch (IOException e) {
            return TelegraphException.input("a file must exist: file=" + name, e);
        }
        String wrong = path.getFileName().toString();
        String given = name.substring(0, name.length() - Math.min(name.length(), wrong.length()));
        return TelegraphException.input(
                "a file must exist: file="
                        + name
                        + "."
                        + Nearest.of(wrong, there)
                                .map(near -> " Did you mean \"" + given + near + "\"?")
                                .orElse(" Its folder is " + folder.normalize() + "."));
    }

    private List<FileOrigin> matches(String location) {
        int meta = 0;
        while ("*?[{".indexOf(location.charAt(meta)) < 0) {
            meta++;
        }
        int slash = location.lastIndexOf('/', meta);
        String prefix = location.substring(0, slash + 1);
        String pattern = location.substring(slash + 1);
        Path root = path(prefix);
        reach.demandFile(root, location);
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        boolean deep = pattern.contains("**");
        int depth = deep ? DEPTH_MAX : (int) pattern.chars().filter(c -> c == '/').count() + 1;
        PathMatcher matcher = matcher(pattern, location);
        PathMatcher flat = deep ? matcher(pattern.replace("**/", ""), location) : matcher;
        List<FileOrigin> files = new ArrayList<>();
        try (Stream<Path> walk = Files.walk(root, depth)) {
            walk.filter(file -> isMatch(root.relativize(file), matcher, flat))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .limit(FILES_MAX + 1L)
                    .forEach(file -> {
                        String name = prefix + root.relativize(file);
                        reach.demandFile(file, name);
                        files.add(new FileOrigin.Local(name, file));
                    });
        } catch (IOException | java.io.UncheckedIOException e) {
            throw TelegraphException.input(
                    "the folders of a pattern must be readable: pattern="
                            + location
                            + " cause="
                            + e.getMessage(),
                    e);
        }
        if (files.size() > FILES_MAX) {
            throw TelegraphException.resource(
                    "a pattern may stand for at most " + FILES_MAX + " files: pattern=" + location);
        }
        return files;
    }

    private static boolean isMatch(Path file, PathMatcher matcher, PathMatcher flat) {
        for (Path part : file) {
            if (part.toString().startsWith(".")) {
                return false;
            }
        }
        return matcher.matches(file) || flat.matches(file);
    }

    private static PathMatcher matcher(String pattern, String location) {
        try {
            return FileSystems.getDefault().getPathMatcher("glob:" + pattern);
        } catch (IllegalArgumentException e) {
            throw TelegraphException.input(
                    "a pattern is made of *, **, ?, [a-z] and {a,b}: pattern="
                            + location
                            + " cause="
                            + e.getMessage(),
                    e);
        }
    }
}
