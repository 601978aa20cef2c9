package telegraph.bench.crawl;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/// Weaves [LockCount] into a process that is started with the jar that [#jar] makes as its
/// `-javaagent`, into classes of the platform, too.
public final class LockAgent {
    private static final List<Class<?>> CLASSES =
            List.of(LockAgent.class, LockCount.class, LockWeaver.class, LockWeaver.First.class);

    private LockAgent() {}

    /// Called by the virtual machine before `main`.
    public static void premain(String arguments, Instrumentation instrumentation) {
        LockWeaver weaver = new LockWeaver();
        // The weaver's own needs are loaded before it is asked to weave them.
        weaver.transform(null, "warm/Up", null, null, own(LockCount.class));
        instrumentation.addTransformer(weaver, true);
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            if (instrumentation.isModifiableClass(loaded)
                    && !loaded.isHidden()
                    && !loaded.getName().startsWith("java.lang.classfile.")
                    && !loaded.getName().startsWith("jdk.internal.")) {
                weave(loaded, instrumentation);
            }
        }
    }

    private static void weave(Class<?> loaded, Instrumentation instrumentation) {
        try {
            instrumentation.retransformClasses(loaded);
        } catch (UnmodifiableClassException | LinkageError e) {
            // Its locks are not counted; the others are.
            assert e != null;
        }
    }

    /// Writes the agent's jar.
    static Path jar(Path file) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Premain-Class", LockAgent.class.getName());
        attributes.putValue("Can-Retransform-Classes", "true");
        attributes.putValue("Boot-Class-Path", file.getFileName().toString());
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            for (Class<?> one : CLASSES) {
                jar.putNextEntry(new JarEntry(entry(one)));
                jar.write(own(one));
                jar.closeEntry();
            }
        }
        return file;
    }

    private static byte[] own(Class<?> one) {
        try (InputStream in =
                one.getClassLoader() == null
                        ? ClassLoader.getSystemResourceAsStream(entry(one))
                        : one.getClassLoader().getResourceAsStream(entry(one))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static String entry(Class<?> one) {
        return one.getName().replace('.', '/') + ".class";
    }
}
