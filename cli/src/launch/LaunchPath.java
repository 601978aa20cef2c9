import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// Makes the class path that the command is started with: `java LaunchPath.java MODULE_TARGET`.
///
/// It is the module's jar, then what Maven wrote to `classpath`, but with a copy in place of each jar that the start-up
/// cache would not take:
///
/// - one that is signed comes without its signature, whose check takes time at each start;
/// - classes compiled for a Java before 6 come in the format of Java 8: with the types on the stack written down, which
///   the cache wants, since it takes no class whose verification has to find them out.
final class LaunchPath {
    private static final Pattern SIGNATURE =
            Pattern.compile("META-INF/[^/]+\\.(SF|DSA|RSA|EC)", Pattern.CASE_INSENSITIVE);

    /// Where the major version stands in a class file.
    private static final int VERSION_AT = 6;

    private final ClassFile format;
    private final Path copies;

    private LaunchPath(ClassLoader all, Path copies) {
        this.format =
                ClassFile.of(
                        StackMapsOption.GENERATE_STACK_MAPS,
                        ClassHierarchyResolverOption.of(
                                ClassHierarchyResolver.ofResourceParsing(all).cached()));
        this.copies = copies;
    }

    public static void main(String[] arguments) throws IOException {
        Path target = Path.of(arguments[0]);
        List<String> jars = new ArrayList<>();
        try (var own = Files.newDirectoryStream(target, "*.jar")) {
            own.forEach(jar -> jars.add(jar.toString()));
        }
        Path copies = Files.createDirectories(target.resolve("copies"));
        String[] others = Files.readString(target.resolve("classpath")).strip().split(":");
        try (URLClassLoader all = new URLClassLoader(urls(others))) {
            LaunchPath path = new LaunchPath(all, copies);
            for (String jar : others) {
                jars.add(path.copied(jar));
            }
        }
        Files.writeString(target.resolve("launch"), String.join(":", jars));
    }

    /// The jar, or a copy if the cache would not take it.
    private String copied(String jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar)) {
            boolean needed = false;
            for (ZipEntry entry : Collections.list(zip.entries())) {
                needed |= isSignature(entry) || isClass(entry) && isOld(header(zip, entry));
            }
            return needed ? copy(zip, copies.resolve(Path.of(jar).getFileName())).toString() : jar;
        }
    }

    private Path copy(ZipFile zip, Path to) throws IOException {
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(to))) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                if (!isSignature(entry)) {
                    byte[] bytes = bytes(zip, entry);
                    out.putNextEntry(new ZipEntry(entry.getName()));
                    out.write(isClass(entry) && isOld(bytes) ? renewed(bytes) : bytes);
                }
            }
        }
        return to;
    }

    /// The class in the newer format; as it is if its types cannot be found out, since a library that it names is not
    /// there: it is then loaded from the jar.
    private byte[] renewed(byte[] bytes) {
        ClassModel old = format.parse(bytes);
        try {
            return format.transformClass(old, (builder, element) -> {
                switch (element) {
                    case ClassFileVersion _ -> builder.withVersion(ClassFile.JAVA_8_VERSION, 0);
                    case MethodModel method ->
                            builder.transformMethod(method, MethodTransform.transformingCode(CodeTransform.ACCEPT_ALL));
                    default -> builder.with(element);
                }
            });
        } catch (IllegalArgumentException e) {
            return bytes;
        }
    }

    private static URL[] urls(String... jars) throws IOException {
        URL[] urls = new URL[jars.length];
        for (int i = 0; i < jars.length; i++) {
            urls[i] = Path.of(jars[i]).toUri().toURL();
        }
        return urls;
    }

    private static boolean isSignature(ZipEntry entry) {
        return SIGNATURE.matcher(entry.getName()).matches();
    }

    private static boolean isClass(ZipEntry entry) {
        return entry.getName().endsWith(".class");
    }

    private static boolean isOld(byte[] file) {
        return ByteBuffer.wrap(file).getShort(VERSION_AT) < ClassFile.JAVA_6_VERSION;
    }

    private static byte[] header(ZipFile zip, ZipEntry entry) throws IOException {
        try (InputStream in = zip.getInputStream(entry)) {
            return in.readNBytes(VERSION_AT + Short.BYTES);
        }
    }

    private static byte[] bytes(ZipFile zip, ZipEntry entry) throws IOException {
        try (InputStream in = zip.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }
}
