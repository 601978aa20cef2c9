package telegraph.tree;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The files of the project as they are checked in.
final class Tree {
    private static final Set<String> NOT_OURS =
            Set.of("target", ".git", ".idea", ".vscode", ".settings", "telegraph-data");

    private Tree() {}

    /// The directory of the `telegraph` script, above the one the tests run in.
    static Path root() {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.exists(here.resolve("telegraph")) || !Files.exists(here.resolve("pom.xml"))) {
            here = here.getParent();
        }
        return here;
    }

    /// All files whose path from the root, with `/` between, ends with one of `endings`.
    static List<Path> files(String... endings) {
        List<Path> found = new ArrayList<>();
        try {
            Files.walkFileTree(
                    root(),
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult preVisitDirectory(
                                Path directory, BasicFileAttributes attributes) {
                            return NOT_OURS.contains(directory.getFileName().toString())
                                    ? FileVisitResult.SKIP_SUBTREE
                                    : FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFile(
                                Path file, BasicFileAttributes attributes) {
                            for (String ending : endings) {
                                if (file.toString().endsWith(ending)) {
                                    found.add(file);
                                    break;
                                }
                            }
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        found.sort(null);
        return found;
    }

    static String name(Path file) {
        return root().relativize(file).toString();
    }

    static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException("file=" + file, e);
        }
    }
}
