import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// Makes the class path that the command is started with: `java Unsigned.java MODULE_TARGET`.
///
/// It is the module's jar, then what Maven wrote to `classpath`, but with a copy in place of each jar
/// that is signed. The start-up cache takes no signed jar, and checking signatures takes time at each start.
final class Unsigned {
    private static final Pattern SIGNATURE =
            Pattern.compile("META-INF/[^/]+\\.(SF|DSA|RSA|EC)", Pattern.CASE_INSENSITIVE);

    private Unsigned() {}

    public static void main(String[] arguments) throws IOException {
        Path target = Path.of(arguments[0]);
        List<String> jars = new ArrayList<>();
        try (var own = Files.newDirectoryStream(target, "*.jar")) {
            own.forEach(jar -> jars.add(jar.toString()));
        }
        Path copies = Files.createDirectories(target.resolve("unsigned"));
        for (String jar : Files.readString(target.resolve("classpath")).strip().split(":")) {
            jars.add(isSigned(jar) ? copy(jar, copies) : jar);
        }
        Files.writeString(target.resolve("launch"), String.join(":", jars));
    }

    private static boolean isSigned(String jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar)) {
            return zip.stream().anyMatch(entry -> isSignature(entry));
        }
    }

    private static boolean isSignature(ZipEntry entry) {
        return SIGNATURE.matcher(entry.getName()).matches();
    }

    private static String copy(String jar, Path folder) throws IOException {
        Path copy = folder.resolve(Path.of(jar).getFileName());
        try (ZipFile zip = new ZipFile(jar);
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(copy))) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                if (!isSignature(entry)) {
                    out.putNextEntry(new ZipEntry(entry.getName()));
                    try (InputStream in = zip.getInputStream(entry)) {
                        in.transferTo(out);
                    }
                }
            }
        }
        return copy.toString();
    }
}
