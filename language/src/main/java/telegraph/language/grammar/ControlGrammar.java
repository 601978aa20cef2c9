package telegraph.language.grammar;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import telegraph.ground.Isolation;
import telegraph.language.ast.Statement;
import telegraph.language.ast.TableName;
import telegraph.language.ast.TransactionControl;
import telegraph.language.ast.TransactionControl.LockMode;
import telegraph.language.lexer.Tokens;

/// The grammar of transactions.
///
/// ```
/// control = ( BEGIN [ WORK | TRANSACTION ] | START TRANSACTION ) modes
///         | ( COMMIT | END | ROLLBACK | ABORT ) [ WORK | TRANSACTION ] [ AND [ NO ] CHAIN ]
///         | ROLLBACK [ WORK | TRANSACTION ] TO [ SAVEPOINT ] name
///         | SAVEPOINT name | RELEASE [ SAVEPOINT ] name
///         | SET TRANSACTION modes
///         | SET CONSTRAINTS ( ALL | name { "," name } ) ( DEFERRED | IMMEDIATE )
///         | SET SESSION CHARACTERISTICS AS TRANSACTION modes
/// lock    = LOCK [ TABLE ] table { "," table } [ IN mode MODE ] [ NOWAIT ]
/// modes   = { [ "," ] ( ISOLATION LEVEL level | READ ( ONLY | WRITE ) ) }
/// level   = READ ( UNCOMMITTED | COMMITTED ) | REPEATABLE READ | SERIALIZABLE
/// ```
final class ControlGrammar {
    private static final List<String> MODES = List.of("ISOLATION", "READ");

    /// Longer ones first, of which others are the beginning.
    private static final List<LockMode> LOCK_MODES =
            Arrays.stream(LockMode.values())
                    .sorted(Comparator.comparingInt(mode -> -mode.words().length))
                    .toList();

    private final StatementReader reading;
    private final Tokens tokens;

    ControlGrammar(StatementReader reading) {
        this.reading = reading;
        this.tokens = reading.tokens();
    }

    /// Reads the statement if it is one of these.
    Optional<Statement> read() {
        String word = tokens.peek().value().toLowerCase(Locale.ROOT);
        return switch (word) {
            case "begin", "start" -> Optional.of(begin());
            case "commit", "end" ->
                    Optional.of(reading.ended(new TransactionControl.Commit(ending())));
            case "rollback", "abort" -> Optional.of(rollback());
            case "savepoint" -> {
                tokens.next();
                yield Optional.of(reading.ended(new TransactionControl.Savepoint(savepoint())));
            }
            case "release" -> {
                tokens.next();
                tokens.accept("savepoint");
                yield Optional.of(reading.ended(new TransactionControl.Release(savepoint())));
            }
            case "lock" -> Optional.of(lock());
            case "set" -> set();
            default -> Optional.empty();
        };
    }

    private String savepoint() {
        return tokens.expectName("the name of a savepoint");
    }

    private Statement begin() {
        if (tokens.accept("start")) {
            tokens.expect("transaction");
        } else {
            tokens.next();
            work();
        }
        return reading.ended(new TransactionControl.Begin(modes()), "ISOLATION", "READ");
    }

    private void work() {
        if (!tokens.accept("work")) {
            tokens.accept("transaction");
        }
    }

    /// Reads COMMIT or its like; whether another transaction is to begin.
    private boolean ending() {
        tokens.next();
        work();
        return chain();
    }

    private boolean chain() {
        if (!tokens.accept("and")) {
            return false;
        }
        boolean chain = !tokens.accept("no");
        tokens.expect("chain");
        return chain;
    }

    private Statement rollback() {
        tokens.next();
        work();
        if (tokens.accept("to")) {
            tokens.accept("savepoint");
            return reading.ended(new TransactionControl.RollbackTo(savepoint()));
        }
        return reading.ended(new TransactionControl.Rollback(chain()), "TO", "AND");
    }

    private Statement lock() {
        tokens.next();
        tokens.accept("table");
        List<TableName> names = new ArrayList<>();
        do {
            tokens.accept("only");
            names.add(reading.tableName("a table"));
            tokens.acceptSign("*");
        } while (tokens.acceptSign(","));
        LockMode mode = LockMode.ACCESS_EXCLUSIVE;
        if (tokens.accept("in")) {
            mode = lockMode();
            tokens.expect("mode");
        }
        boolean waits = !tokens.accept("nowait");
        return reading.ended(new TransactionControl.LockTable(names, mode, waits), "IN", "NOWAIT");
    }

    private LockMode lockMode() {
        for (LockMode mode : LOCK_MODES) {
            if (tokens.accept(mode.words())) {
                return mode;
            }
        }
        throw tokens.unexpected("a mode of a lock", List.of("ACCESS", "EXCLUSIVE", "ROW", "SHARE"));
    }

    private Optional<Statement> set() {
        if (tokens.accept("set", "transaction")) {
            return Optional.of(reading.ended(new TransactionControl.SetTransaction(someModes())));
        }
        if (tokens.accept("set", "session", "characteristics")) {
            tokens.expect("as", "transaction");
            return Optional.of(
                    reading.ended(new TransactionControl.SetCharacteristics(someModes())));
        }
        if (tokens.accept("set", "constraints")) {
            List<TableName> names =
                    tokens.accept("all") ? List.of() : reading.tableNames("a constraint");
            boolean deferred = tokens.accept("deferred");
            if (!deferred) {
                tokens.expect("immediate");
            }
            return Optional.of(
                    reading.ended(new TransactionControl.SetConstraints(names, deferred)));
        }
        return Optional.empty();
    }

    private TransactionControl.Modes someModes() {
        if (tokens.atEnd()) {
            throw tokens.unexpected("ISOLATION LEVEL or READ", MODES);
        }
        return modes();
    }

    private TransactionControl.Modes modes() {
        Optional<Isolation> isolation = Optional.empty();
        Optional<Boolean> readOnly = Optional.empty();
        while (!tokens.atEnd()) {
            tokens.acceptSign(",");
            if (tokens.accept("isolation")) {
                tokens.expect("level");
                isolation = Optional.of(level());
            } else if (tokens.accept("read", "only")) {
                readOnly = Optional.of(true);
            } else if (tokens.accept("read", "write")) {
                readOnly = Optional.of(false);
            } else if (!tokens.accept("not", "deferrable")) {
                throw tokens.unexpected("ISOLATION LEVEL, READ ONLY or READ WRITE", MODES);
            }
        }
        return new TransactionControl.Modes(isolation, readOnly);
    }

    private Isolation level() {
        if (tokens.accept("read", "uncommitted")) {
            return Isolation.READ_UNCOMMITTED;
        }
        if (tokens.accept("read", "committed")) {
            return Isolation.READ_COMMITTED;
        }
        if (tokens.accept("repeatable", "read")) {
            return Isolation.REPEATABLE_READ;
        }
        if (tokens.accept("serializable")) {
            return Isolation.SERIALIZABLE;
        }
        throw tokens.unexpected(
                "READ UNCOMMITTED, READ COMMITTED, REPEATABLE READ or SERIALIZABLE",
                List.of("READ", "REPEATABLE", "SERIALIZABLE"));
    }
}
