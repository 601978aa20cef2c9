package telegraph.crawler;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import telegraph.crawler.extension.ExtraColumns;
import telegraph.crawler.extension.Modules;
import telegraph.crawler.table.CrawlScratch;
import telegraph.crawler.table.CrawlTable;
import telegraph.crawler.table.LogTable;
import telegraph.engine.source.Source;
import telegraph.ground.Disk;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.memory.Region;

/// The door to crawls as tables: one that a query starts, and those that lie in directories.
///
/// Threads: any.
public final class CrawlSources {
    /// Settings that load code, or lead requests to where addresses are not looked at, or decide
    /// whom to trust, or spare the owner's good manners.
    private static final Set<CrawlSetting> TRUSTED =
            EnumSet.of(
                    CrawlSetting.EXTENSION,
                    CrawlSetting.PROXY,
                    CrawlSetting.RESOLVER,
                    CrawlSetting.ROBOTS,
                    CrawlSetting.INSECURE,
                    CrawlSetting.CA_CERTIFICATE);

    private final Disk disk;
    private final Function<Region, CrawlPlace> place;
    private final Path folder;
    private final CrawlScratch scratch;
    private final Confines confines;

    /// What of this machine statements may touch.
    public interface Confines {
        /// @throws TelegraphException if the file or folder may not be read and written
        void demandFile(Path path, String shown);

        /// @throws TelegraphException if the setting is not for those whose statements these are
        void demandTrust(CrawlSetting setting);
    }

    /// Where crawls lie.
    ///
    /// @param relative where relative names start
    /// @param scratch where crawls are that end with their query
    /// @param scratchBytesMax what the files of such a crawl may take up
    public record Folders(Path relative, Path scratch, long scratchBytesMax) {}

    /// @param disk where crawls are
    /// @param place all that a crawl needs, with memory of a query
    public CrawlSources(
            Disk disk, Function<Region, CrawlPlace> place, Folders folders, Confines confines) {
        this.disk = disk;
        this.place = place;
        this.folder = folders.relative();
        this.scratch = new CrawlScratch(disk, folders.scratch(), folders.scratchBytesMax());
        this.confines = confines;
    }

    /// The pages of a crawl that begins when the source is read.
    ///
    /// @param seeds where it starts
    /// @param options by the names of [CrawlSetting]; a value is a text, number or truth value, or
    ///   a list of them where an option may be given again
    /// @throws TelegraphException of kind INPUT if an option is unknown or wrong, or an extension
    ///   cannot be loaded
    public Source crawl(List<String> seeds, Map<String, Object> options) {
        List<Map.Entry<String, String>> settings = new ArrayList<>();
        seeds.forEach(seed -> settings.add(Map.entry(CrawlSetting.SEED.key(), seed)));
        Optional<Path> into = Optional.empty();
        List<String> extensions = new ArrayList<>();
        for (Map.Entry<String, Object> option : options.entrySet()) {
            CrawlSetting setting = CrawlSetting.of(option.getKey());
            if (TRUSTED.contains(setting)) {
                confines.demandTrust(setting);
            }
            for (String value : values(setting, option.getKey(), option.getValue())) {
                switch (setting) {
                    case INTO -> into = Optional.of(directory(value));
                    case EXTENSION -> extensions.add(jar(value));
                    case CA_CERTIFICATE ->
                            settings.add(Map.entry(option.getKey(), path(value).toString()));
                    default -> settings.add(Map.entry(option.getKey(), value));
                }
            }
        }
        extensions.forEach(jar -> settings.add(Map.entry(CrawlSetting.EXTENSION.key(), jar)));
        CrawlTable.Wish wish = new CrawlTable.Wish(title(seeds), settings, into);
        wish.options(into.orElse(folder)).build();
        ExtraColumns columns;
        try (Modules modules = Modules.load(extensions)) {
            columns = modules.columns();
        }
        return new CrawlTable(wish, new CrawlTable.Around(disk, place, scratch), columns);
    }

    private static String title(List<String> seeds) {
        String more = seeds.size() > 1 ? ", …" : "";
        return "crawl('" + (seeds.isEmpty() ? "" : seeds.getFirst()) + "'" + more + ")";
    }

    private static List<String> values(CrawlSetting setting, String written, Object value) {
        if (value instanceof List<?> list && setting.isRepeated()) {
            return list.stream().flatMap(each -> values(setting, written, each).stream()).toList();
        }
        if (value == null || value instanceof List<?> || value instanceof Map<?, ?>) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE,
                    "an option of a crawl is a text, a number or a truth value: option="
                            + written
                            + " value="
                            + value);
        }
        return List.of(value.toString());
    }

    /// The pages of the crawl in a directory, as far as it has come.
    ///
    /// @throws TelegraphException of kind INPUT if there is none
    public Source pages(String directory) {
        return LogTable.pages(disk, directory(directory));
    }

    /// The links of the crawl in a directory, as far as it has come.
    ///
    /// @throws TelegraphException of kind INPUT if there is none
    public Source links(String directory) {
        return LogTable.links(disk, directory(directory));
    }

    private Path directory(String written) {
        Path path = path(written);
        confines.demandFile(path, written);
        return path;
    }

    private String jar(String written) {
        int hash = written.lastIndexOf('#');
        Path path = path(hash < 0 ? written : written.substring(0, hash));
        return path + (hash < 0 ? "" : written.substring(hash));
    }

    private Path path(String written) {
        try {
            return folder.resolve(written);
        } catch (InvalidPathException e) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE,
                    "a file or directory has a name that this system takes: name='" + written + "'",
                    e);
        }
    }
}
