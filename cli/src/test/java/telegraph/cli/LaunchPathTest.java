package telegraph.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassModel;
import java.lang.classfile.Opcode;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The class path of the command, of which the start-up cache takes all.
final class LaunchPathTest {
    private static final Path SOURCE = Path.of("src", "launch", "LaunchPath.java").toAbsolutePath();
    private static final ClassDesc OLD = ClassDesc.of("Old");
    private static final ClassDesc MISSING = ClassDesc.of("Missing");
    private static final MethodTypeDesc TEXT_OF_INT =
            MethodTypeDesc.of(ConstantDescs.CD_Object, ConstantDescs.CD_int);

    @TempDir private static Path compiled;
    private static Method main;

    @TempDir private Path directory;
    private Path target;

    @BeforeAll
    static void compile() throws Exception {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        assertEquals(0, javac.run(null, null, null, "-d", compiled.toString(), SOURCE.toString()));
        URLClassLoader loader = new URLClassLoader(new URL[] {compiled.toUri().toURL()});
        main = loader.loadClass("LaunchPath").getDeclaredMethod("main", String[].class);
        main.setAccessible(true);
    }

    @BeforeEach
    void makeTarget() throws IOException {
        target = Files.createDirectories(directory.resolve("module/target"));
        jar(target.resolve("own.jar"), Map.of("a", new byte[0]));
    }

    private static void jar(Path to, Map<String, byte[]> files) throws IOException {
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(to))) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                out.putNextEntry(new ZipEntry(file.getKey()));
                out.write(file.getValue());
            }
        }
    }

    /// The class path that is made of these jars.
    private List<Path> launched(Path... jars) throws Exception {
        List<String> names = List.of(jars).stream().map(Path::toString).toList();
        Files.writeString(target.resolve("classpath"), String.join(":", names) + "\n");
        main.invoke(null, (Object) new String[] {target.toString()});
        return List.of(Files.readString(target.resolve("launch")).split(":")).stream()
                .map(Path::of)
                .toList();
    }

    /// A class of Java 5, whose method gives one of two things, so that what lies on the stack
    /// where its ways meet has to be found out.
    private static byte[] old(ClassDesc other) {
        return ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS)
                .build(
                        OLD,
                        made ->
                                made.withVersion(ClassFile.JAVA_5_VERSION, 0)
                                        .withMethodBody(
                                                "of",
                                                TEXT_OF_INT,
                                                ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                                                code ->
                                                        code.iload(0)
                                                                .ifThenElse(
                                                                        Opcode.IFNE,
                                                                        then -> then.ldc("text"),
                                                                        otherwise ->
                                                                                otherwise
                                                                                        .aconst_null()
                                                                                        .checkcast(
                                                                                                other))
                                                                .areturn()));
    }

    @Test
    void aClassOfAnOldFormatComesInANewerOneAndDoesTheSame() throws Exception {
        Path jar = directory.resolve("old.jar");
        jar(
                jar,
                Map.of(
                        "Old.class",
                        old(ConstantDescs.CD_Integer),
                        "words",
                        "as they were".getBytes(StandardCharsets.UTF_8)));
        List<Path> path = launched(jar);
        assertEquals(List.of(target.resolve("own.jar"), target.resolve("copies/old.jar")), path);
        try (ZipFile copy = new ZipFile(path.getLast().toFile());
                URLClassLoader loader =
                        new URLClassLoader(new URL[] {path.getLast().toUri().toURL()})) {
            assertEquals(ClassFile.JAVA_8_VERSION, version(copy, "Old.class"));
            assertEquals(
                    "as they were",
                    new String(
                            copy.getInputStream(copy.getEntry("words")).readAllBytes(),
                            StandardCharsets.UTF_8));
            Method of = loader.loadClass("Old").getMethod("of", int.class);
            assertEquals("text", of.invoke(null, 1));
            assertEquals(null, of.invoke(null, 0));
        }
    }

    private static int version(ZipFile jar, String name) throws IOException {
        ClassModel model =
                ClassFile.of().parse(jar.getInputStream(jar.getEntry(name)).readAllBytes());
        return model.elementStream()
                .filter(ClassFileVersion.class::isInstance)
                .map(e -> ((ClassFileVersion) e).majorVersion())
                .findFirst()
                .orElseThrow();
    }

    /// What lies on the stack cannot be found out without the classes it is made of.
    @Test
    void aClassThatNamesAnotherThatIsNotThereStaysAsItIs() throws Exception {
        Path jar = directory.resolve("old.jar");
        byte[] before = old(MISSING);
        jar(jar, Map.of("Old.class", before));
        try (ZipFile copy = new ZipFile(launched(jar).getLast().toFile())) {
            assertTrue(
                    Arrays.equals(
                            before,
                            copy.getInputStream(copy.getEntry("Old.class")).readAllBytes()));
        }
    }

    @Test
    void aSignatureIsLeftOutAndAJarWithoutOneIsTakenAsItIs() throws Exception {
        Path signed = directory.resolve("signed.jar");
        jar(signed, Map.of("META-INF/X.RSA", new byte[1], "META-INF/X.txt", new byte[1]));
        Path plain = directory.resolve("plain.jar");
        jar(plain, Map.of("A.class", ClassFile.of().build(OLD, made -> {})));
        List<Path> path = launched(signed, plain);
        assertEquals(
                List.of(target.resolve("own.jar"), target.resolve("copies/signed.jar"), plain),
                path);
        try (ZipFile copy = new ZipFile(path.get(1).toFile())) {
            assertEquals(null, copy.getEntry("META-INF/X.RSA"));
            assertFalse(copy.getEntry("META-INF/X.txt") == null);
        }
    }
}
