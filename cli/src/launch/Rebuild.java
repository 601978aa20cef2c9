import java.io.IOException;
import java.io.PrintStream;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// Compiles what has changed since the last build into the class folders of the modules: `java Rebuild.java HOME`.
///
/// ```
/// sources newer than their classes ──► compiled ──► is what others see of them another? ── no ──► moved into place
///            ▲                                              │ yes
///            └── those that name them, or what inherits ◄───┘
/// ```
///
/// Nothing is moved before all is compiled, so that a mistake is found again the next time. A constant, which others
/// have copied, a source that is gone, or more files than are worth it are left to a build of everything.
///
/// Exits with 0 if the class folders are as the sources, with 2 if there are mistakes, and with 3 if everything is to
/// be built.
final class Rebuild {
    private static final int MISTAKES = 2;
    private static final int TOO_MUCH = 3;
    private static final int FILES_MAX = 60;

    private final PrintStream to;
    private final Path fresh;
    private final List<Path> modules = new ArrayList<>();
    private final String libraries;

    /// By the name of a class in a class file, where it is.
    private final Map<String, Path> classes = new HashMap<>();

    private final Map<String, ClassModel> parsed = new HashMap<>();

    private Rebuild(Path home, PrintStream to) throws IOException {
        this.to = to;
        this.fresh = home.resolve("target/fresh");
        List<String> others = new ArrayList<>();
        for (String part : Files.readString(home.resolve("examples/target/launch")).strip().split(":")) {
            Path target = Path.of(part).getParent();
            Path module = target.getParent();
            if (target.endsWith("target") && module != null && module.getParent().equals(home)) {
                modules.add(module);
            } else {
                others.add(part);
            }
        }
        this.libraries = String.join(":", others);
    }

    public static void main(String[] arguments) throws IOException {
        System.exit(run(Path.of(arguments[0]), System.err));
    }

    static int run(Path home, PrintStream to) throws IOException {
        long begun = System.nanoTime();
        Rebuild rebuild = new Rebuild(home, to);
        Set<Path> changed = new TreeSet<>();
        int code = rebuild.changed(changed) ? rebuild.compile(changed) : TOO_MUCH;
        if (code == 0 && !changed.isEmpty()) {
            double seconds = (System.nanoTime() - begun) / 1e9;
            to.printf(
                    Locale.ROOT,
                    "telegraph: compiled %d file%s in %.1f s%n",
                    changed.size(),
                    changed.size() == 1 ? "" : "s",
                    seconds);
        }
        return code;
    }

    private static Path sources(Path module) {
        return module.resolve("src/main/java");
    }

    private static Path folder(Path module) {
        return module.resolve("target/classes");
    }

    /// Finds the sources that are newer than their classes, and brings resources up to date. Returns false if a source
    /// is gone.
    private boolean changed(Set<Path> changed) throws IOException {
        for (Path module : modules) {
            if (!Files.isDirectory(folder(module))) {
                return false;
            }
            for (Path source : files(sources(module), ".java")) {
                String name = sources(module).relativize(source).toString();
                Path made = folder(module).resolve(name.replaceFirst("java$", "class"));
                if (!name.endsWith("package-info.java") && isNewer(source, made)) {
                    changed.add(source);
                }
            }
            for (Path file : files(folder(module), ".class")) {
                String name = folder(module).relativize(file).toString().replaceFirst("\\.class$", "");
                classes.put(name, file);
                if (!Files.exists(sources(module).resolve(name.replaceFirst("\\$.*", "") + ".java"))) {
                    return false;
                }
            }
            Path resources = module.resolve("src/main/resources");
            for (Path resource : files(resources, "")) {
                Path copy = folder(module).resolve(resources.relativize(resource).toString());
                if (isNewer(resource, copy)) {
                    Files.createDirectories(copy.getParent());
                    Files.copy(resource, copy, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
        return true;
    }

    private static List<Path> files(Path in, String ending) throws IOException {
        if (!Files.isDirectory(in)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(in)) {
            return all.filter(f -> f.toString().endsWith(ending) && Files.isRegularFile(f)).toList();
        }
    }

    private static boolean isNewer(Path one, Path other) throws IOException {
        return !Files.exists(other)
                || Files.getLastModifiedTime(one).compareTo(Files.getLastModifiedTime(other)) > 0;
    }

    private int compile(Set<Path> changed) throws IOException {
        if (changed.isEmpty()) {
            return 0;
        }
        delete(fresh);
        Files.createDirectories(fresh);
        Set<String> seen = new HashSet<>();
        while (changed.size() <= FILES_MAX) {
            if (!javac(changed)) {
                return MISTAKES;
            }
            Set<String> others = reshaped();
            if (others == null) {
                return TOO_MUCH;
            }
            seen.addAll(others);
            Set<Path> users = users(inheriting(seen));
            if (changed.containsAll(users)) {
                move(changed);
                return 0;
            }
            changed.addAll(users);
        }
        return TOO_MUCH;
    }

    private boolean javac(Set<Path> files) throws IOException {
        List<String> path = new ArrayList<>(List.of(fresh.toString()));
        modules.forEach(module -> path.add(folder(module).toString()));
        path.add(libraries);
        List<String> options =
                List.of(
                        "-d", fresh.toString(), "-cp", String.join(":", path), "-proc:none", "-g",
                        "-XDshould-stop.ifError=FLOW", "--release", Integer.toString(Runtime.version().feature()));
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try (StandardJavaFileManager manager = javac.getStandardFileManager(found, null, null)) {
            boolean well =
                    javac.getTask(null, manager, found, options, null, manager.getJavaFileObjectsFromPaths(files))
                            .call();
            if (!well) {
                found.getDiagnostics().forEach(to::println);
            }
            return well;
        }
    }

    /// The classes of which others see something else than before; null if a constant is among it.
    private Set<String> reshaped() throws IOException {
        Set<String> names = new HashSet<>();
        for (Path file : files(fresh, ".class")) {
            String name = fresh.relativize(file).toString().replaceFirst("\\.class$", "");
            if (!classes.containsKey(name)) {
                continue;
            }
            Shape now = Shape.of(ClassFile.of().parse(file));
            Shape was = Shape.of(model(name));
            if (!now.constants.equals(was.constants)) {
                return null;
            }
            if (!now.members.equals(was.members)) {
                names.add(name);
            }
        }
        return names;
    }

    /// What others can see of a class.
    private record Shape(Set<String> members, Map<String, String> constants) {
        static Shape of(ClassModel model) {
            Set<String> members = new TreeSet<>();
            Map<String, String> constants = new TreeMap<>();
            members.add("class " + model.flags().flagsMask() + model.superclass().map(ClassEntry::asInternalName));
            model.interfaces().forEach(i -> members.add("implements " + i.asInternalName()));
            members.add(generic(model));
            model.findAttribute(Attributes.permittedSubclasses())
                    .ifPresent(p -> p.permittedSubclasses().forEach(c -> members.add("permits " + c.asInternalName())));
            model.findAttribute(Attributes.record())
                    .ifPresent(r -> r.components().forEach(c -> members.add("component " + c.name() + c.descriptor())));
            model.methods().stream()
                    .filter(m -> !m.flags().has(AccessFlag.PRIVATE) && !m.flags().has(AccessFlag.SYNTHETIC))
                    .forEach(m -> {
                        StringBuilder thrown = new StringBuilder();
                        m.findAttribute(Attributes.exceptions())
                                .ifPresent(e -> e.exceptions().forEach(x -> thrown.append(x.asInternalName())));
                        String name = m.methodName() + " " + m.methodType() + m.flags().flagsMask();
                        members.add(name + generic(m) + thrown);
                    });
            model.fields().stream()
                    .filter(f -> !f.flags().has(AccessFlag.PRIVATE) && !f.flags().has(AccessFlag.SYNTHETIC))
                    .forEach(f -> {
                        String name = f.fieldName() + " " + f.fieldType() + f.flags().flagsMask();
                        members.add(name + generic(f));
                        f.findAttribute(Attributes.constantValue())
                                .ifPresent(c -> constants.put(name, c.constant().constantValue().toString()));
                    });
            return new Shape(members, constants);
        }

        private static String generic(AttributedElement of) {
            return of.findAttribute(Attributes.signature()).map(s -> s.signature().stringValue()).orElse("");
        }
    }

    /// A class as it was before.
    private ClassModel model(String name) throws IOException {
        ClassModel model = parsed.get(name);
        if (model == null) {
            model = ClassFile.of().parse(classes.get(name));
            parsed.put(name, model);
        }
        return model;
    }

    /// With all that inherits from them, as what is inherited is called by the name of the heir.
    private Set<String> inheriting(Set<String> names) throws IOException {
        Set<String> all = new HashSet<>(names);
        if (names.isEmpty()) {
            return all;
        }
        boolean more = true;
        while (more) {
            more = false;
            for (String one : classes.keySet()) {
                if (!all.contains(one)) {
                    ClassModel model = model(one);
                    boolean heir =
                            model.superclass().map(ClassEntry::asInternalName).filter(all::contains).isPresent()
                                    || model.interfaces().stream().anyMatch(i -> all.contains(i.asInternalName()));
                    more |= heir && all.add(one);
                }
            }
        }
        return all;
    }

    /// The sources of the classes that name one of these.
    private Set<Path> users(Set<String> names) throws IOException {
        Set<Path> users = new HashSet<>();
        for (String one : names.isEmpty() ? Set.<String>of() : classes.keySet()) {
            for (var entry : model(one).constantPool()) {
                boolean user =
                        switch (entry) {
                            case ClassEntry named -> names.contains(named.asInternalName());
                            case Utf8Entry text -> mentions(text.stringValue(), names);
                            default -> false;
                        };
                if (user) {
                    users.add(source(one));
                    break;
                }
            }
        }
        return users;
    }

    /// Whether a descriptor or a signature has one of the names in it.
    private static boolean mentions(String text, Set<String> names) {
        if (text.indexOf('L') < 0 || text.indexOf(';') < 0) {
            return false;
        }
        for (String part : text.split("[;<>()\\[*+:-]")) {
            int begin = part.indexOf('L');
            if (begin >= 0 && names.contains(part.substring(begin + 1).replace('.', '$'))) {
                return true;
            }
        }
        return false;
    }

    private Path source(String name) {
        Path file = classes.get(name);
        for (Path module : modules) {
            if (file.startsWith(folder(module))) {
                return sources(module).resolve(name.replaceFirst("\\$.*", "") + ".java");
            }
        }
        throw new IllegalStateException("a class of no module: " + file);
    }

    /// Puts what was compiled in the place of what was there.
    private void move(Set<Path> compiled) throws IOException {
        FileTime now = FileTime.fromMillis(System.currentTimeMillis());
        for (Path source : compiled) {
            Path module = modules.stream().filter(source::startsWith).findFirst().orElseThrow();
            String name = sources(module).relativize(source).toString().replaceFirst("\\.java$", "");
            Path to = folder(module).resolve(name).getParent();
            String simple = Path.of(name).getFileName().toString();
            Files.createDirectories(to);
            for (Path old : of(to, simple)) {
                Files.delete(old);
            }
            for (Path made : of(fresh.resolve(name).getParent(), simple)) {
                Files.setLastModifiedTime(made, now);
                Files.move(made, to.resolve(made.getFileName().toString()));
            }
        }
        delete(fresh);
    }

    /// The files of a class and of those within it.
    private static List<Path> of(Path folder, String simple) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(f -> f.getFileName().toString().matches(simple + "(\\$.*)?\\.class")).toList();
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
