package telegraph.sql;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import telegraph.ground.Disk;
import telegraph.ground.Nearest;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.sql.setting.Setting;
import telegraph.sql.setting.SettingKind;

/// The values of all settings, and the secrets.
///
/// Where values come from, the later winning:
///
/// ```
/// built in  <  telegraph.conf  <  TELEGRAPH_… in the environment  <  --set name=value  <  SET
/// ```
///
/// A name nobody knows and a value that does not fit are errors, wherever they stand. Secrets are
/// the names that begin with `secret.`; they can be set and never read back, and sources refer to
/// them as `secret:NAME`. They are shared by all sessions, as the sources are that need them.
///
/// Threads: any. A session has its own, from [#forSession].
public final class Settings {
    /// The file in the sandbox that settings are read from.
    public static final String FILE = "telegraph.conf";

    private static final String SECRET_PREFIX = "secret.";
    private static final String ENVIRONMENT_PREFIX = "TELEGRAPH_";
    private static final Pattern SECRET_NAME = Pattern.compile("[a-z0-9_.-]+");

    /// A setting as SHOW SETTINGS has it.
    ///
    /// @param value never a secret's
    /// @param origin who said so: `default`, the file, the variable, `--set` or `SET`
    public record Shown(String name, String value, String origin, String purpose) {}

    private record Assigned(Object value, String origin) {}

    private final Map<Setting, Assigned> initial;
    private final Map<Setting, Assigned> assigned = new ConcurrentHashMap<>();
    private final Map<String, Assigned> secrets;
    private volatile int changes;

    private Settings(Map<Setting, Assigned> initial, Map<String, Assigned> secrets) {
        this.initial = initial;
        this.secrets = secrets;
    }

    /// The settings Telegraph starts with.
    ///
    /// @param disk where the sandbox is
    /// @param directory the sandbox, which may hold a file of settings
    /// @param environment the environment's variables; those that begin with `TELEGRAPH_` are
    ///   settings
    /// @param given names and values from the command line
    public static Settings load(
            Disk disk, Path directory, Map<String, String> environment, Map<String, String> given) {
        Settings settings = new Settings(new EnumMap<>(Setting.class), new ConcurrentHashMap<>());
        for (Setting setting : Setting.values()) {
            settings.initial.put(
                    setting,
                    new Assigned(
                            setting.kind().parse(setting.title(), setting.initial()), "default"));
        }
        settings.read(disk, directory.resolve(FILE));
        new TreeMap<>(environment)
                .forEach((variable, value) -> {
                    if (variable.startsWith(ENVIRONMENT_PREFIX)) {
                        settings.start(fromVariable(variable), value, variable);
                    }
                });
        given.forEach((name, value) -> settings.start(name, value, "--set"));
        return settings;
    }

    private static String fromVariable(String variable) {
        String name = variable.substring(ENVIRONMENT_PREFIX.length()).toLowerCase(Locale.ROOT);
        return name.startsWith("secret_") ? SECRET_PREFIX + name.substring(7) : name;
    }

    private void read(Disk disk, Path file) {
        List<String> lines;
        try {
            lines = disk.readText(file).lines().toList();
        } catch (IOException e) {
            throw TelegraphException.input("settings cannot be read: file=" + file, e);
        }
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            String place = FILE + " line " + (i + 1);
            int equals = line.indexOf('=');
            if (equals < 1) {
                throw TelegraphException.input(
                        place + ": a line is name = value, or a comment after #");
            }
            String value = withoutComment(line.substring(equals + 1));
            start(line.substring(0, equals).strip(), unquote(value), place);
        }
    }

    /// What stands before a `#` that follows a space and is not inside quotes.
    private static String withoutComment(String written) {
        boolean quoted = false;
        for (int i = 0; i < written.length(); i++) {
            char c = written.charAt(i);
            quoted ^= c == '\'';
            if (c == '#' && !quoted && i > 0 && Character.isWhitespace(written.charAt(i - 1))) {
                return written.substring(0, i);
            }
        }
        return written;
    }

    private static String unquote(String written) {
        String value = written.strip();
        boolean quoted = value.length() >= 2 && value.startsWith("'") && value.endsWith("'");
        return quoted ? value.substring(1, value.length() - 1).replace("''", "'") : value;
    }

    /// Assigns before the first session, and says where a wrong value stands.
    private void start(String name, String value, String origin) {
        try {
            if (isSecret(name)) {
                assignSecret(name, value, origin);
            } else {
                Setting setting = known(name);
                initial.put(
                        setting,
                        new Assigned(setting.kind().parse(setting.title(), value), origin));
            }
        } catch (TelegraphException e) {
            throw TelegraphException.input(origin + ": " + e.getMessage(), e);
        }
    }

    /// Settings that begin with these values and change without changing these.
    public Settings forSession() {
        Map<Setting, Assigned> start = new EnumMap<>(initial);
        start.putAll(assigned);
        return new Settings(start, secrets);
    }

    /// Assigns a value for the statements that follow.
    ///
    /// @throws TelegraphException of kind INPUT if there is no such setting, the value does not
    ///   fit, or it cannot change any more
    public void set(String name, String value) {
        if (isSecret(name)) {
            assignSecret(name, value, "SET");
            return;
        }
        Setting setting = known(name);
        if (setting.scope() == Setting.Scope.PROCESS) {
            throw TelegraphException.input(
                    "setting "
                            + setting.title()
                            + " is fixed once Telegraph has started. Give it as --set "
                            + setting.title()
                            + "=... or in "
                            + FILE);
        }
        assigned.put(setting, new Assigned(setting.kind().parse(setting.title(), value), "SET"));
        changed();
    }

    private synchronized void changed() {
        changes++;
    }

    /// Grows whenever a value is set or taken back, so that what follows from values can be kept.
    int changes() {
        return changes;
    }

    /// Takes back what [#set] did to a setting, or to all of them under the name `all`.
    public void reset(String name) {
        if (name.equalsIgnoreCase("all")) {
            assigned.clear();
            changed();
        } else if (isSecret(name)) {
            if (secrets.remove(secretName(name)) == null) {
                throw unknownSecret(name);
            }
        } else {
            assigned.remove(known(name));
            changed();
        }
    }

    /// The value as a user would write it; stars for a secret.
    public String show(String name) {
        if (isSecret(name)) {
            if (!secrets.containsKey(secretName(name))) {
                throw unknownSecret(name);
            }
            return "***";
        }
        return text(name);
    }

    /// All settings by name, then the secrets that are set.
    public List<Shown> all() {
        List<Shown> all = new ArrayList<>();
        for (String name : names()) {
            Setting setting = known(name);
            all.add(new Shown(name, text(name), current(setting).origin, setting.purpose()));
        }
        new TreeMap<>(secrets)
                .forEach((name, secret) ->
                        all.add(
                                new Shown(
                                        SECRET_PREFIX + name,
                                        "***",
                                        secret.origin,
                                        "sources refer to it as secret:" + name)));
        return all;
    }

    /// The names of all settings, in order.
    public static List<String> names() {
        return Arrays.stream(Setting.values()).map(Setting::title).sorted().toList();
    }

    /// A secret by its name, with or without `secret:` before it.
    public Optional<String> secret(String name) {
        String bare = name.startsWith("secret:") ? name.substring(7) : name;
        return Optional.ofNullable(secrets.get(bare.toLowerCase(Locale.ROOT)))
                .map(secret -> (String) secret.value);
    }

    /// The value of a setting that is a size.
    public long bytes(String name) {
        return (Long) current(known(name)).value;
    }

    /// The value of a setting that is a number; `auto` workers are one per core.
    public long integer(String name) {
        Setting setting = known(name);
        Object value = current(setting).value;
        if (setting == Setting.WORKERS && value.equals(SettingKind.OrAuto.AUTO)) {
            return Runtime.getRuntime().availableProcessors();
        }
        return (Long) value;
    }

    /// The value of a setting in percent, as a share between 0 and 1.
    public double share(String name) {
        return ((BigDecimal) current(known(name)).value).movePointLeft(2).doubleValue();
    }

    /// The value of a setting that is a length of time.
    public Duration duration(String name) {
        return (Duration) current(known(name)).value;
    }

    /// The value of a setting that is a length of time, or empty if it is `auto`.
    public Optional<Duration> durationUnlessAuto(String name) {
        Object value = current(known(name)).value;
        return value instanceof Duration duration ? Optional.of(duration) : Optional.empty();
    }

    /// The value of a setting that is a list of folders.
    public List<Path> folders(String name) {
        return ((List<?>) current(known(name)).value).stream().map(Path.class::cast).toList();
    }

    /// The value of any setting as a user would write it.
    public String text(String name) {
        Setting setting = known(name);
        return setting.kind().show(current(setting).value);
    }

    private Assigned current(Setting setting) {
        Assigned changed = assigned.get(setting);
        return changed != null ? changed : initial.get(setting);
    }

    private static boolean isSecret(String name) {
        return name.toLowerCase(Locale.ROOT).startsWith(SECRET_PREFIX);
    }

    private static String secretName(String name) {
        return name.substring(SECRET_PREFIX.length()).toLowerCase(Locale.ROOT);
    }

    private void assignSecret(String name, String value, String origin) {
        String bare = secretName(name);
        if (!SECRET_NAME.matcher(bare).matches()) {
            throw TelegraphException.input(
                    "a secret's name is letters, digits and _ . - after secret.: found \""
                            + name
                            + "\"");
        }
        secrets.put(bare, new Assigned(value, origin));
    }

    private TelegraphException unknownSecret(String name) {
        return TelegraphException.input(
                "unknown secret \""
                        + name
                        + "\""
                        + Nearest.hint(secretName(name), secrets.keySet()));
    }

    private static Setting known(String name) {
        return Setting.find(name)
                .orElseThrow(() ->
                        TelegraphException.of(
                                SqlState.UNDEFINED_OBJECT,
                                "unknown setting \""
                                        + name
                                        + "\""
                                        + Nearest.of(name, names())
                                                .map(near -> ". Did you mean \"" + near + "\"?")
                                                .orElse(". SHOW SETTINGS lists them")));
    }
}
