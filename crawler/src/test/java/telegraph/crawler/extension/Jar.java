package telegraph.crawler.extension;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/// Makes jars of source texts, as a user's build does.
public final class Jar {
    private Jar() {}

    /// @param sources texts by class name
    /// @param services the names in the file that says which classes are modules; none for no file
    public static Path of(Path folder, Map<String, String> sources, List<String> services)
            throws IOException {
        Path classes = Files.createTempDirectory(folder, "classes");
        List<JavaFileObject> texts = new ArrayList<>();
        sources.forEach((name, text) -> texts.add(new Text(name, text)));
        boolean compiled =
                ToolProvider.getSystemJavaCompiler()
                        .getTask(
                                null,
                                null,
                                null,
                                List.of(
                                        "-d",
                                        classes.toString(),
                                        "-cp",
                                        System.getProperty("java.class.path")),
                                null,
                                texts)
                        .call();
        if (!compiled) {
            throw new AssertionError("the sources of a test compile");
        }
        Path jar = Files.createTempFile(folder, "module", ".jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                out.write(Files.readAllBytes(file));
            }
            if (!services.isEmpty()) {
                out.putNextEntry(new JarEntry("META-INF/services/telegraph.crawler.PageModule"));
                out.write(String.join("\n", services).getBytes(StandardCharsets.UTF_8));
            }
        }
        return jar;
    }

    private static final class Text extends SimpleJavaFileObject {
        private final String text;

        Text(String name, String text) {
            super(URI.create("string:///" + name.replace('.', '/') + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreErrors) {
            return text;
        }
    }
}
