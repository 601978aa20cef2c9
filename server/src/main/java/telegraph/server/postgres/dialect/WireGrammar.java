package telegraph.server.postgres.dialect;

import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// Recognises the statements that this door carries out itself. All others are Telegraph's to read,
/// and so are forms of these that are not known here: it then says what is wrong with them.
public final class WireGrammar {
    private static final Pattern PLAIN_NAME = Pattern.compile("[a-z_][a-z0-9_]*");

    private static final int WORDS_MAX = 64;

    private static final Set<String> FIRST =
            Set.of(
                    "abort",
                    "begin",
                    "close",
                    "commit",
                    "deallocate",
                    "declare",
                    "discard",
                    "end",
                    "fetch",
                    "listen",
                    "move",
                    "notify",
                    "release",
                    "reset",
                    "rollback",
                    "savepoint",
                    "set",
                    "show",
                    "start",
                    "unlisten",
                    "vacuum");

    private final ShortStatement words;

    private WireGrammar(ShortStatement words) {
        this.words = words;
    }

    /// Reads a statement; empty if it is Telegraph's.
    ///
    /// @throws TelegraphException if it is about something that Telegraph has not
    public static Optional<WireStatement> read(String statement) {
        String first = ShortStatement.first(statement);
        if (!FIRST.contains(first)) {
            return Optional.empty();
        }
        ShortStatement words = ShortStatement.of(statement, WORDS_MAX);
        words.accept(first);
        return Optional.ofNullable(new WireGrammar(words).read(first, statement));
    }

    /// A statement as Telegraph knows it, if PostgreSQL has another way to say it.
    public static String inOurWords(String statement) {
        if (!ShortStatement.first(statement).equals("show")) {
            return statement;
        }
        ShortStatement words = ShortStatement.of(statement, 6);
        boolean level =
                words.accept("show")
                        && words.accept("transaction")
                        && words.accept("isolation")
                        && words.accept("level")
                        && (words.accept(";") || words.atEnd());
        return level ? "SHOW transaction_isolation" : statement;
    }

    private WireStatement read(String first, String statement) {
        return switch (first) {
            case "begin" -> {
                words.acceptAny("work", "transaction");
                yield ended(new WireStatement.Begin());
            }
            case "start" -> words.accept("transaction") ? ended(new WireStatement.Begin()) : null;
            case "commit", "end" -> {
                words.acceptAny("work", "transaction");
                yield ended(new WireStatement.Commit());
            }
            case "rollback", "abort" -> rollback();
            case "savepoint" -> named(WireStatement.Savepoint::new);
            case "release" -> {
                words.accept("savepoint");
                yield named(WireStatement.Release::new);
            }
            case "set" -> set();
            case "show" -> show();
            case "reset" -> reset();
            case "discard" -> discard();
            case "deallocate" -> {
                words.accept("prepare");
                yield words.accept("all")
                        ? ended(new WireStatement.Deallocate(Optional.empty()))
                        : named(name -> new WireStatement.Deallocate(Optional.of(name)));
            }
            case "declare" -> declare();
            case "fetch" -> fetch(false);
            case "move" -> fetch(true);
            case "close" ->
                    words.accept("all")
                            ? ended(new WireStatement.Close(Optional.empty()))
                            : named(name -> new WireStatement.Close(Optional.of(name)));
            case "unlisten" -> new WireStatement.Unlisten();
            case "vacuum" -> new WireStatement.Vacuum();
            default ->
                    throw TelegraphException.of(
                            SqlState.FEATURE_NOT_SUPPORTED,
                            "there are no notifications between conversations: statement="
                                    + statement.strip());
        };
    }

    /// The statement, if nothing follows; null if something does.
    private WireStatement ended(WireStatement statement) {
        words.accept(";");
        return words.atEnd() ? statement : null;
    }

    private WireStatement named(Function<String, WireStatement> of) {
        String name = words.name();
        return name.isEmpty() ? null : ended(of.apply(name));
    }

    private WireStatement rollback() {
        words.acceptAny("work", "transaction");
        if (words.accept("to")) {
            words.accept("savepoint");
            return named(WireStatement.RollbackTo::new);
        }
        return ended(new WireStatement.Rollback());
    }

    private WireStatement set() {
        boolean local = words.accept("local");
        if (!local) {
            words.accept("session");
        }
        ClientSetting setting;
        if (words.accept("names")) {
            setting = ClientSetting.CLIENT_ENCODING;
        } else if (words.accept("time")) {
            if (!words.accept("zone")) {
                return null;
            }
            setting = ClientSetting.TIME_ZONE;
        } else {
            if (words.accept("authorization")) {
                return set(ClientSetting.SESSION_AUTHORIZATION, local);
            } else {
                setting = ClientSetting.find(words.name()).orElse(null);
            }
            boolean given = words.accept("=") || words.accept("to");
            if (setting == null || !given && setting != ClientSetting.ROLE) {
                return null;
            }
        }
        return set(setting, local);
    }

    private WireStatement set(ClientSetting setting, boolean local) {
        if (words.accept("default") || words.accept("local")) {
            return ended(new WireStatement.Set(setting, Optional.empty(), local));
        }
        StringBuilder value = new StringBuilder();
        do {
            String part = setting.isOfNames() ? words.called() : words.value();
            if (part == null) {
                return null;
            }
            value.append(value.isEmpty() ? "" : ", ");
            value.append(setting.isOfNames() ? quoted(part) : part);
        } while (words.accept(","));
        return ended(new WireStatement.Set(setting, Optional.of(value.toString()), local));
    }

    /// A name as it stands in a list of names.
    private static String quoted(String name) {
        return PLAIN_NAME.matcher(name).matches() ? name : '"' + name.replace("\"", "\"\"") + '"';
    }

    private WireStatement show() {
        if (words.accept("time")) {
            return words.accept("zone")
                    ? ended(new WireStatement.Show(ClientSetting.TIME_ZONE))
                    : null;
        }
        return ClientSetting.find(words.name())
                .map(setting -> ended(new WireStatement.Show(setting)))
                .orElse(null);
    }

    private WireStatement reset() {
        if (words.accept("all")) {
            return ended(new WireStatement.ResetAll());
        }
        if (words.accept("time")) {
            return words.accept("zone")
                    ? ended(new WireStatement.Reset(ClientSetting.TIME_ZONE))
                    : null;
        }
        if (words.accept("session")) {
            return words.accept("authorization")
                    ? ended(new WireStatement.Reset(ClientSetting.SESSION_AUTHORIZATION))
                    : null;
        }
        return ClientSetting.find(words.name())
                .map(setting -> ended(new WireStatement.Reset(setting)))
                .orElse(null);
    }

    private WireStatement discard() {
        String what = words.name();
        return switch (what) {
            case "all" -> ended(new WireStatement.Discard(true, "ALL"));
            case "plans" -> ended(new WireStatement.Discard(false, "PLANS"));
            case "sequences" -> ended(new WireStatement.Discard(false, "SEQUENCES"));
            case "temp", "temporary" -> ended(new WireStatement.Discard(false, "TEMP"));
            default -> null;
        };
    }

    private WireStatement declare() {
        String name = words.name();
        boolean binary = false;
        while (!words.accept("cursor")) {
            if (words.accept("binary")) {
                binary = true;
            } else if (words.accept("scroll")) {
                throw TelegraphException.of(
                        SqlState.FEATURE_NOT_SUPPORTED,
                        "a cursor goes forward only: cursor=\""
                                + name
                                + "\". Leave SCROLL away, or write NO SCROLL");
            } else if (words.accept("no")) {
                words.accept("scroll");
            } else if (!words.acceptAny("insensitive", "asensitive")) {
                return null;
            }
        }
        boolean hold = words.accept("with");
        if ((hold || words.accept("without")) && !words.accept("hold")) {
            return null;
        }
        if (name.isEmpty() || !words.accept("for")) {
            return null;
        }
        return new WireStatement.Declare(name, words.rest(), binary, hold);
    }

    private WireStatement fetch(boolean move) {
        long rows = 1;
        if (words.acceptAny("backward", "prior", "first", "last", "absolute", "relative")) {
            throw TelegraphException.of(
                    SqlState.FEATURE_NOT_SUPPORTED,
                    "a cursor goes forward only. Use FETCH, FETCH FORWARD or FETCH ALL");
        }
        if (!words.accept("next")) {
            words.accept("forward");
            if (words.accept("all")) {
                rows = Long.MAX_VALUE;
            } else {
                long number = words.number();
                rows = number < 0 ? 1 : number;
            }
        }
        words.acceptAny("from", "in");
        String name = words.name();
        return name.isEmpty() ? null : ended(new WireStatement.Fetch(name, rows, move));
    }
}
