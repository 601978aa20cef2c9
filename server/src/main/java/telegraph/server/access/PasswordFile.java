package telegraph.server.access;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// The file of those who may come in: a line for each user and for each token, and comments after
/// `#`.
///
/// ```
/// ada:SCRAM-SHA-256$4096:salt$stored:server      as PostgreSQL keeps passwords
/// bob:plain words                                 taken, and warned of
/// token robot 9f86d081…                           SHA-256 of the token, in hexadecimal digits
/// ```
///
/// @param users what is kept of each password
/// @param tokens the name that goes with each hash
/// @param warnings what is better changed
record PasswordFile(
        Map<String, ScramVerifier> users, Map<String, String> tokens, List<String> warnings) {
    private static final Pattern TOKEN = Pattern.compile("token\\s+(\\S+)\\s+([0-9a-fA-F]{64})");
    private static final Pattern NAME = Pattern.compile("[^\\s:,=\\p{Cntrl}]{1,63}");
    private static final int TOKEN_BYTES = 32;

    private static final Set<PosixFilePermission> OTHERS =
            Set.of(
                    PosixFilePermission.GROUP_READ,
                    PosixFilePermission.GROUP_WRITE,
                    PosixFilePermission.OTHERS_READ,
                    PosixFilePermission.OTHERS_WRITE);

    /// @throws TelegraphException if it cannot be read, others may read it, or a line is wrong
    static PasswordFile read(Path file, RandomGenerator random) {
        List<String> lines;
        try {
            demandPrivate(file);
            lines = Files.readAllLines(file);
        } catch (NoSuchFileException e) {
            throw TelegraphException.input(
                    "a password file must be there: file="
                            + file
                            + ". Make a line for it with telegraph serve --make-password USER",
                    e);
        } catch (IOException e) {
            throw TelegraphException.of(
                    SqlState.IO_ERROR, "the password file cannot be read: file=" + file, e);
        }
        PasswordFile read = new PasswordFile(new HashMap<>(), new HashMap<>(), new ArrayList<>());
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                read.take(line, "file=" + file + " line=" + (i + 1), random);
            }
        }
        if (read.users.isEmpty() && read.tokens.isEmpty()) {
            throw TelegraphException.input("a password file names at least one user: file=" + file);
        }
        return read;
    }

    private static void demandPrivate(Path file) throws IOException {
        if (!Files.getFileStore(file).supportsFileAttributeView("posix")) {
            return;
        }
        Set<PosixFilePermission> allowed = Files.getPosixFilePermissions(file);
        if (allowed.stream().anyMatch(OTHERS::contains)) {
            throw TelegraphException.input(
                    "only its owner may read or write a password file: file="
                            + file
                            + ". Run chmod 600 "
                            + file);
        }
    }

    private void take(String line, String place, RandomGenerator random) {
        Matcher token = TOKEN.matcher(line);
        if (token.matches()) {
            demandName(token.group(1), place);
            tokens.put(token.group(2).toLowerCase(Locale.ROOT), token.group(1));
            return;
        }
        int colon = line.indexOf(':');
        if (colon < 1 || colon == line.length() - 1) {
            throw TelegraphException.input(
                    "a line of a password file is user:password or token NAME HASH: " + place);
        }
        String user = line.substring(0, colon);
        String secret = line.substring(colon + 1);
        demandName(user, place);
        boolean kept = secret.startsWith("SCRAM-SHA-256$");
        ScramVerifier verifier =
                kept
                        ? ScramVerifier.parse(secret)
                                .orElseThrow(() ->
                                        TelegraphException.input(
                                                "what is kept of a password has the form"
                                                        + " SCRAM-SHA-256$4096:salt$stored:server: "
                                                        + place))
                        : verifier(secret, random);
        if (!kept) {
            warnings.add(
                    "a password stands in clear: user="
                            + user
                            + " "
                            + place
                            + ". Put the line that telegraph serve --make-password "
                            + user
                            + " prints in its place");
        }
        if (users.put(user, verifier) != null) {
            throw TelegraphException.input(
                    "a user has one line in a password file: user=" + user + " " + place);
        }
    }

    private static void demandName(String name, String place) {
        if (!NAME.matcher(name).matches()) {
            throw TelegraphException.input(
                    "a name has 1 to 63 characters, none of them a blank, colon, comma or equals"
                            + " sign: "
                            + place);
        }
    }

    private static ScramVerifier verifier(String password, RandomGenerator random) {
        byte[] salt = new byte[ScramVerifier.SALT_BYTES];
        random.nextBytes(salt);
        return ScramVerifier.of(password, salt, ScramVerifier.ITERATIONS);
    }

    /// The line that lets a user in by a password.
    static String passwordLine(String user, String password, RandomGenerator random) {
        demandName(user, "user=" + user);
        if (password.isEmpty()) {
            throw TelegraphException.input("a password has at least one character: user=" + user);
        }
        return user + ":" + verifier(password, random).text();
    }

    /// A new token, and the line that lets its bearer in.
    static FreshToken token(String name, RandomGenerator random) {
        demandName(name, "token=" + name);
        byte[] bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        String token = "tg_" + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        return new FreshToken(token, "token " + name + " " + digest(token));
    }

    /// The form in which a token is kept.
    static String digest(String token) {
        byte[] text = token.getBytes(StandardCharsets.UTF_8);
        return HexFormat.of().formatHex(Scram.hash(text));
    }
}
