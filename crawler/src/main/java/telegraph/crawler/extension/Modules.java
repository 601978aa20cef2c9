package telegraph.crawler.extension;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.zip.ZipFile;
import telegraph.crawler.PageModule;
import telegraph.engine.Column;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// The modules of one crawl, with the loaders of the jars they came from.
///
/// A jar is named `JAR` or `JAR#CLASS`. Without a class it says itself which of its classes are
/// modules, in `META-INF/services/telegraph.crawler.PageModule`. Each jar has a loader of its own,
/// above which stands the one of Telegraph; so two jars may hold different versions of a library.
///
/// Threads: any; [#close] when nobody calls the modules any more.
public final class Modules implements AutoCloseable {
    /// None at all.
    public static final Modules NONE = new Modules(List.of(), List.of());

    private final List<PageModule> modules;
    private final List<URLClassLoader> loaders;
    private final ExtraColumns columns;
    private final boolean filters;

    private Modules(List<PageModule> modules, List<URLClassLoader> loaders) {
        this.modules = List.copyOf(modules);
        this.loaders = List.copyOf(loaders);
        List<Column> all = new ArrayList<>();
        for (PageModule module : modules) {
            all.addAll(guarded(module, () -> List.copyOf(module.columns())));
        }
        this.columns = all.isEmpty() ? ExtraColumns.NONE : new ExtraColumns(all);
        this.filters = modules.stream().anyMatch(Modules::filters);
    }

    /// Modules that are there already.
    public static Modules of(List<PageModule> modules) {
        return modules.isEmpty() ? NONE : new Modules(modules, List.of());
    }

    /// Loads the modules that `extensions` name, each `JAR` or `JAR#CLASS`.
    ///
    /// @throws TelegraphException of kind INPUT if a jar or class is not there or is no module
    public static Modules load(List<String> extensions) {
        if (extensions.isEmpty()) {
            return NONE;
        }
        List<PageModule> modules = new ArrayList<>();
        List<URLClassLoader> loaders = new ArrayList<>();
        try {
            for (String extension : extensions) {
                int hash = extension.lastIndexOf('#');
                String jar = hash < 0 ? extension : extension.substring(0, hash);
                URLClassLoader loader = loader(jar);
                loaders.add(loader);
                if (hash < 0) {
                    modules.addAll(named(jar, loader));
                } else {
                    modules.add(module(jar, extension.substring(hash + 1), loader));
                }
            }
            return new Modules(modules, loaders);
        } catch (RuntimeException | Error e) {
            loaders.forEach(Modules::close);
            throw e;
        }
    }

    private static URLClassLoader loader(String name) {
        String facts = "the jar of an extension must be readable: jar=" + name;
        try {
            Path jar = Path.of(name);
            if (!Files.isReadable(jar)) {
                throw invalid(facts, null);
            }
            if (!Files.isDirectory(jar)) {
                // A loader takes any file, and then says that there is no class in it.
                new ZipFile(jar.toFile()).close();
            }
            return new URLClassLoader(
                    new URL[] {jar.toUri().toURL()}, PageModule.class.getClassLoader());
        } catch (IOException | InvalidPathException e) {
            throw invalid(facts + " cause=" + words(e), e);
        }
    }

    private static List<PageModule> named(String jar, URLClassLoader loader) {
        try {
            List<PageModule> modules =
                    ServiceLoader.load(PageModule.class, loader).stream()
                            .filter(found -> found.type().getClassLoader() == loader)
                            .map(ServiceLoader.Provider::get)
                            .toList();
            if (modules.isEmpty()) {
                throw invalid(
                        "a jar says which of its classes are modules in META-INF/services/"
                                + PageModule.class.getName()
                                + ": jar="
                                + jar
                                + ". Or name the class: "
                                + jar
                                + "#org.example.MyModule.",
                        null);
            }
            return modules;
        } catch (ServiceConfigurationError | LinkageError e) {
            throw invalid("a module could not be made: jar=" + jar + " cause=" + words(e), e);
        }
    }

    private static PageModule module(String jar, String name, URLClassLoader loader) {
        String facts = ": jar=" + jar + " class=" + name;
        try {
            Class<?> type = Class.forName(name, true, loader);
            if (!PageModule.class.isAssignableFrom(type)) {
                throw invalid("a module implements " + PageModule.class.getName() + facts, null);
            }
            return (PageModule) type.getConstructor().newInstance();
        } catch (ClassNotFoundException e) {
            throw invalid("the class of a module lies in its jar" + facts, e);
        } catch (InvocationTargetException e) {
            throw invalid(
                    "a module's constructor must not throw"
                            + facts
                            + " cause="
                            + words(e.getCause()),
                    e);
        } catch (ReflectiveOperationException e) {
            throw invalid(
                    "a module is a public class with a public constructor without parameters"
                            + facts
                            + " cause="
                            + words(e),
                    e);
        } catch (LinkageError e) {
            throw invalid("a module could not be loaded" + facts + " cause=" + words(e), e);
        }
    }

    private static TelegraphException invalid(String message, Throwable cause) {
        return TelegraphException.of(SqlState.INVALID_PARAMETER_VALUE, message, cause);
    }

    /// What was thrown, in words.
    static String words(Throwable outer) {
        boolean wraps =
                outer.getCause() != null
                        && (outer instanceof ExceptionInInitializerError
                                || outer instanceof ServiceConfigurationError);
        Throwable thrown = wraps ? outer.getCause() : outer;
        String message = thrown.getMessage();
        String name = thrown.getClass().getSimpleName();
        return message == null ? name : name + ": " + message;
    }

    private interface Call<T> {
        T make();
    }

    private static <T> T guarded(PageModule module, Call<T> call) {
        try {
            return call.make();
        } catch (RuntimeException | LinkageError | AssertionError e) {
            throw invalid(
                    "a module must be able to say its columns: class="
                            + module.getClass().getName()
                            + " cause="
                            + words(e),
                    e);
        }
    }

    /// Whether the module has a say in what enters the frontier; most do not, and then no URL is
    /// made a text for it.
    private static boolean filters(PageModule module) {
        try {
            return module.getClass().getMethod("wants", String.class, int.class).getDeclaringClass()
                    != PageModule.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("every module has the method", e);
        }
    }

    public boolean isEmpty() {
        return modules.isEmpty();
    }

    /// Whether one of them has a say in what enters the frontier.
    public boolean areFilters() {
        return filters;
    }

    public ExtraColumns columns() {
        return columns;
    }

    List<PageModule> all() {
        return modules;
    }

    /// Closes the modules and their loaders; what they throw ends with them.
    @Override
    public void close() {
        List<Throwable> thrown = new ArrayList<>();
        for (PageModule module : modules) {
            try {
                module.close();
            } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError e) {
                thrown.add(e);
            }
        }
        loaders.forEach(Modules::close);
        if (!thrown.isEmpty()) {
            throw invalid(
                    "a module must end in peace: cause=" + words(thrown.getFirst()),
                    thrown.getFirst());
        }
    }

    private static void close(URLClassLoader loader) {
        try {
            loader.close();
        } catch (IOException e) {
            throw TelegraphException.of(
                    SqlState.IO_ERROR, "the jar of an extension could not be closed", e);
        }
    }
}
