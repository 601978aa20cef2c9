package telegraph.sql.sandbox;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import telegraph.crawler.CrawlSetting;
import telegraph.crawler.CrawlSources;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.sources.Reach;
import telegraph.sql.Settings;
import telegraph.sql.setting.SettingKind;

/// What statements may touch of the machine, by the settings `allowed_folders` and
/// `http_addresses`, and by whose statements they are.
///
/// | statements are of         | allowed_folders = auto | http_addresses = auto |
/// |---------------------------|------------------------|-----------------------|
/// | who runs Telegraph        | any                    | any                   |
/// | others, through a network | `files` in the sandbox | remote                |
///
/// The sandbox itself, with its settings and secrets, is closed to others whatever is allowed.
///
/// Threads: any.
public final class Confines implements CrawlSources.Confines {
    private final Reach own;
    private final Settings settings;
    private final Path sandbox;
    private final Path folder;
    private volatile Reach now;

    /// @param folder what files in statements are relative to
    public Confines(Settings settings, Path sandbox, Path folder) {
        this.settings = settings;
        this.sandbox = sandbox;
        this.folder = folder;
        this.own = new Reach(folders(Optional.empty()), List.of(), network(Reach.Network.ANY));
        this.now = own;
    }

    /// From now on statements may be those of others.
    ///
    /// @param closed files and folders that they never touch
    public void openToOthers(List<Path> closed) {
        List<Path> shut = new ArrayList<>(closed);
        shut.add(sandbox);
        now =
                new Reach(
                        folders(Optional.of(List.of(sandbox.resolve("files")))),
                        List.copyOf(shut),
                        network(Reach.Network.REMOTE));
    }

    private Optional<List<Path>> folders(Optional<List<Path>> auto) {
        return switch (settings.text("allowed_folders")) {
            case SettingKind.OrAuto.AUTO -> auto;
            case SettingKind.Folders.ANY -> Optional.empty();
            default -> Optional.of(settings.folders("allowed_folders"));
        };
    }

    private Reach.Network network(Reach.Network auto) {
        String chosen = settings.text("http_addresses");
        return chosen.equals(SettingKind.OrAuto.AUTO)
                ? auto
                : Reach.Network.valueOf(chosen.toUpperCase(Locale.ROOT));
    }

    public Reach now() {
        return now;
    }

    /// The file or folder that a statement writes to.
    ///
    /// @throws TelegraphException if it may not
    public Path target(String written) {
        Path path;
        try {
            path = folder.resolve(written);
        } catch (InvalidPathException e) {
            throw TelegraphException.input(
                    "a file's name must be one the system allows: cause=" + e.getMessage(), e);
        }
        now.demandFile(path, written);
        return path;
    }

    @Override
    public void demandFile(Path path, String shown) {
        now.demandFile(path, shown);
    }

    @Override
    public void demandTrust(CrawlSetting setting) {
        if (now != own) {
            throw TelegraphException.of(
                    SqlState.INSUFFICIENT_PRIVILEGE,
                    "an option that leads around what statements may touch is for whoever runs"
                            + " Telegraph: option="
                            + setting.key());
        }
    }
}
