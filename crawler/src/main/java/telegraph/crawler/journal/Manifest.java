package telegraph.crawler.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import telegraph.crawler.CrawlOptions;
import telegraph.crawler.CrawlScope;
import telegraph.crawler.page.LogPosition;
import telegraph.crawler.page.PageLog;
import telegraph.ground.Disk;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// What a crawl was begun with, so that whoever goes on with it goes the same way: lines `name
/// value` of a file.
///
/// Seeds may be added later; which links are followed may not change, because links that were left
/// alone are not kept.
public record Manifest(List<String> seeds, Map<String, List<String>> way) {
    private static final String FILE = "crawl.txt";
    private static final String SEED = "seed";

    public Manifest {
        seeds = List.copyOf(seeds);
    }

    static Manifest of(CrawlOptions options) {
        CrawlScope scope = options.scope();
        Map<String, List<String>> way = new LinkedHashMap<>();
        way.put("scope", List.of(scope.reach()));
        way.put("max-depth", List.of(String.valueOf(scope.depthMax())));
        way.put("include", scope.include());
        way.put("exclude", scope.exclude());
        way.put("nofollow", List.of(scope.nofollow() ? "on" : "off"));
        way.put("images", List.of(scope.images() ? "on" : "off"));
        return new Manifest(options.seeds(), way);
    }

    /// The seeds and rules to crawl with: those of the crawl in the directory and the new seeds, or
    /// those given if there is no crawl, or one that failed before anything came. Keeps them for
    /// the next start.
    ///
    /// @throws TelegraphException of kind INPUT if the crawl in the directory goes another way, or
    ///   if there has to be one and is not
    public static Manifest agree(Disk disk, CrawlOptions options) {
        Manifest wanted = of(options);
        Path path = options.into().resolve(FILE);
        try {
            String text = disk.readText(path);
            boolean nothingCame =
                    !text.isEmpty()
                            && !wanted.seeds.isEmpty()
                            && !Checkpoint.isIn(disk, options.into())
                            && PageLog.bytes(disk, options.into()) <= LogPosition.START.offset();
            if (text.isEmpty() || nothingCame) {
                if (text.isEmpty() && options.mustResume()) {
                    throw TelegraphException.of(
                            SqlState.INVALID_PARAMETER_VALUE,
                            "resume goes on with a crawl that is there: directory="
                                    + options.into()
                                    + ". Give the directory of a crawl, or a seed for a new one.");
                }
                wanted.write(disk, path);
                return wanted;
            }
            Manifest begun = parse(text);
            Manifest both = begun.and(wanted, options);
            if (!both.seeds.equals(begun.seeds)) {
                both.write(disk, path);
            }
            return both;
        } catch (IOException e) {
            throw Disk.failure("a crawl's directory can be read and written", path, e);
        }
    }

    private Manifest and(Manifest wanted, CrawlOptions options) {
        if (!wanted.seeds.isEmpty()) {
            wanted.way.forEach((name, values) -> {
                List<String> had = way.getOrDefault(name, List.of());
                if (!had.equals(values)) {
                    throw TelegraphException.of(
                            SqlState.INVALID_PARAMETER_VALUE,
                            "a crawl goes on the way it was begun: directory="
                                    + options.into()
                                    + " "
                                    + name
                                    + "="
                                    + String.join(" ", had)
                                    + " found="
                                    + String.join(" ", values)
                                    + ". Give the same, or another directory.");
                }
            });
        }
        List<String> all = new ArrayList<>(seeds);
        wanted.seeds.stream().filter(seed -> !seeds.contains(seed)).forEach(all::add);
        return new Manifest(all, way);
    }

    private void write(Disk disk, Path path) throws IOException {
        StringBuilder text = new StringBuilder();
        way.forEach((name, values) ->
                values.forEach(value -> text.append(name).append(' ').append(value).append('\n')));
        seeds.forEach(seed -> text.append(SEED).append(' ').append(seed).append('\n'));
        Path beside = path.resolveSibling(FILE + ".new");
        disk.writeText(beside, text.toString());
        disk.move(beside, path);
        disk.syncDirectory(path.toAbsolutePath().getParent());
    }

    private static Manifest parse(String text) {
        List<String> seeds = new ArrayList<>();
        Map<String, List<String>> way = new LinkedHashMap<>();
        text.lines()
                .filter(line -> line.indexOf(' ') > 0)
                .forEach(line -> {
                    String name = line.substring(0, line.indexOf(' '));
                    String value = line.substring(line.indexOf(' ') + 1);
                    if (name.equals(SEED)) {
                        seeds.add(value);
                    } else {
                        way.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
                    }
                });
        return new Manifest(seeds, way);
    }

    /// The options with what the crawl was begun with in the place of what was not given.
    public CrawlOptions complete(CrawlOptions options) {
        CrawlScope scope = options.scope();
        return new CrawlOptions(
                seeds,
                options.into(),
                options.mustResume(),
                new CrawlScope(
                        one("scope", scope.reach()),
                        way.getOrDefault("include", List.of()),
                        way.getOrDefault("exclude", List.of()),
                        scope.pagesMax(),
                        Integer.parseInt(one("max-depth", String.valueOf(scope.depthMax()))),
                        scope.hostPagesMax(),
                        one("nofollow", "on").equals("on"),
                        scope.sitemaps(),
                        one("images", "off").equals("on")),
                options.manners(),
                options.transport(),
                options.keeping(),
                options.limits());
    }

    private String one(String name, String otherwise) {
        List<String> values = way.getOrDefault(name, List.of());
        return values.isEmpty() ? otherwise : values.getFirst();
    }
}
