package telegraph.server.access;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.random.RandomGenerator;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;
import telegraph.server.observe.ServerLog;

/// The users of a server, and whether a name and a proof are one of them.
///
/// A name that is not there cannot be told from one with another password: it is checked in the
/// same steps against keys made of a secret of this process.
///
/// Threads: any.
public final class Accounts {
    /// Checks at once; each keeps a core busy for some milliseconds.
    private static final int CHECKS_MAX = 4;

    /// Passwords that were right lately, and need not be checked at such a price again.
    private static final int PROVEN_MAX = 1_000;

    private final Optional<PasswordFile> file;
    private final ServerLog journal;
    private final byte[] secret = new byte[32];
    private final Attempts attempts;
    private final Semaphore checks = new Semaphore(CHECKS_MAX);
    private final Map<String, Boolean> proven =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
                    return size() > PROVEN_MAX;
                }
            };

    private Accounts(
            Optional<PasswordFile> file, RandomGenerator random, Ticker ticker, ServerLog journal) {
        this.journal = journal;
        this.file = file;
        this.attempts = new Attempts(ticker);
        random.nextBytes(secret);
    }

    /// Lets everybody in, by whatever name.
    public static Accounts everybody(RandomGenerator random, Ticker ticker, ServerLog journal) {
        return new Accounts(Optional.empty(), random, ticker, journal);
    }

    /// The users of a file.
    ///
    /// @throws TelegraphException if it cannot be read, others may read it, or a line is wrong
    public static Accounts read(
            Path file, RandomGenerator random, Ticker ticker, ServerLog journal) {
        return new Accounts(Optional.of(PasswordFile.read(file, random)), random, ticker, journal);
    }

    /// The line of a password file that lets a user in by a password.
    ///
    /// @throws TelegraphException if the name or the password cannot be one
    public static String passwordLine(String user, String password, RandomGenerator random) {
        return PasswordFile.passwordLine(user, password, random);
    }

    /// A new token, and the line of a password file that lets its bearer in by a name.
    ///
    /// @throws TelegraphException if it cannot be a name
    public static FreshToken token(String name, RandomGenerator random) {
        return PasswordFile.token(name, random);
    }

    /// Whether nobody has to prove anything.
    public boolean isOpen() {
        return file.isEmpty();
    }

    /// What is better changed in the file.
    public List<String> warnings() {
        return file.map(PasswordFile::warnings).orElse(List.of());
    }

    /// What a proof by SCRAM-SHA-256 is checked with. For a name that is not there it is one that
    /// no proof fits, the same at every try.
    public ScramVerifier scram(String user) {
        ScramVerifier known = file.map(lines -> lines.users().get(user)).orElse(null);
        return known != null ? known : unknown(user);
    }

    private ScramVerifier unknown(String user) {
        byte[] salt = derived("salt " + user);
        return new ScramVerifier(
                Arrays.copyOf(salt, ScramVerifier.SALT_BYTES),
                ScramVerifier.ITERATIONS,
                derived("stored " + user),
                derived("server " + user));
    }

    private byte[] derived(String text) {
        return Scram.hmac(secret, text.getBytes(StandardCharsets.UTF_8));
    }

    /// Whether a password is the user's. Takes some milliseconds of a core, and may wait for others
    /// that do: not for an event loop.
    ///
    /// @throws InterruptedException if interrupted while it waited
    public boolean check(String user, String password) throws InterruptedException {
        if (isOpen()) {
            return true;
        }
        if (password.isEmpty()) {
            return false;
        }
        String pair = Base64.getEncoder().encodeToString(derived("pair " + user + "\n" + password));
        synchronized (proven) {
            if (proven.containsKey(pair)) {
                return true;
            }
        }
        checks.acquire();
        try {
            if (!scram(user).isOf(password)) {
                return false;
            }
        } finally {
            checks.release();
        }
        synchronized (proven) {
            proven.put(pair, true);
        }
        return true;
    }

    /// The name that the bearer of a token goes by, if it is one. Quick, so fit for an event loop.
    public Optional<String> bearer(String token) {
        return file.map(lines -> lines.tokens().get(PasswordFile.digest(token)));
    }

    /// A wrong proof came from an address.
    ///
    /// @return how long to wait before saying so, longer each time
    public Duration wrong(InetAddress address) {
        Duration wait = attempts.wrong(address);
        journal.tell(
                "login-refused",
                Map.of("address", address.getHostAddress(), "millis", wait.toMillis()));
        return wait;
    }

    /// A right proof came from an address.
    public void right(InetAddress address) {
        attempts.right(address);
    }

    /// How many wrong proofs there were.
    public long wrongProofs() {
        return attempts.count();
    }
}
