package telegraph.server.access;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.TelegraphException;
import telegraph.ground.Ticker;
import telegraph.server.observe.ServerLog;

class AccountsTest {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final List<String> told = new CopyOnWriteArrayList<>();
    private final ServerLog journal = new ServerLog(told::add, InstantSource.system());

    @TempDir private Path folder;

    @AfterEach
    void closeTheJournal() {
        journal.close();
    }

    private Accounts accounts(String... lines) throws IOException {
        return Accounts.read(file("rw-------", lines), RANDOM, Ticker.SYSTEM, journal);
    }

    private Path file(String mode, String... lines) throws IOException {
        Path file = folder.resolve("passwords");
        Files.write(file, List.of(lines));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
        return file;
    }

    private String refusal(String... lines) {
        return assertThrows(TelegraphException.class, () -> accounts(lines)).getMessage();
    }

    /// The exchange of RFC 7677, section 3.
    @Test
    void theProofOfTheStandardFits() {
        byte[] salt = Base64.getDecoder().decode("W22ZaJ0SNY7soEsUEjb6gQ==");
        ScramVerifier kept = ScramVerifier.of("pencil", salt, 4096);
        String exchanged =
                "n=user,r=rOprNGfwEbeRWgbNEkqO,"
                        + "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
                        + "s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096,"
                        + "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0";
        byte[] signature = Scram.hmac(kept.storedKey(), exchanged.getBytes());
        byte[] proof = Base64.getDecoder().decode("dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=");
        byte[] client = new byte[proof.length];
        for (int i = 0; i < client.length; i++) {
            client[i] = (byte) (proof[i] ^ signature[i]);
        }
        assertArrayEquals(kept.storedKey(), Scram.hash(client));
        assertEquals(
                "6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=",
                Base64.getEncoder()
                        .encodeToString(Scram.hmac(kept.serverKey(), exchanged.getBytes())));
    }

    @Test
    void aPasswordIsCheckedAgainstWhatIsKeptOfIt() throws Exception {
        Accounts accounts = accounts("# people", "", line("ada", "cœur 7"), line("bob", "x"));
        assertFalse(accounts.isOpen());
        assertTrue(accounts.check("ada", "cœur 7"));
        assertTrue(accounts.check("ada", "cœur 7"), "also when it was right lately");
        assertFalse(accounts.check("ada", "x"));
        assertFalse(accounts.check("bob", "cœur 7"));
        assertFalse(accounts.check("eve", "x"));
        assertFalse(accounts.check("ada", ""));
        assertEquals(List.of(), accounts.warnings());
    }

    @Test
    void blanksAndLigaturesOfOtherKeyboardsAreTheSame() throws Exception {
        Accounts accounts = accounts(line("ada", "a b ﬁ"));
        assertTrue(accounts.check("ada", "a\u00A0b \uFEFFfi"));
    }

    @Test
    void aPasswordInClearIsTakenAndWarnedOfWithoutBeingShown() throws Exception {
        Accounts accounts = accounts("ada:open sesame");
        assertTrue(accounts.check("ada", "open sesame"));
        String warning = accounts.warnings().getFirst();
        assertTrue(warning.contains("--make-password ada"), warning);
        assertFalse(warning.contains("sesame"), warning);
    }

    @Test
    void anUnknownNameCannotBeToldFromAKnownOne() throws Exception {
        Accounts accounts = accounts(line("ada", "x"));
        ScramVerifier known = accounts.scram("ada");
        ScramVerifier unknown = accounts.scram("eve");
        assertEquals(known.iterations(), unknown.iterations());
        assertEquals(known.salt().length, unknown.salt().length);
        assertArrayEquals(unknown.salt(), accounts.scram("eve").salt());
        assertFalse(
                Arrays.equals(unknown.salt(), accounts.scram("mallory").salt()),
                "each name has its own salt");
    }

    @Test
    void theBearerOfATokenGoesByItsName() throws Exception {
        FreshToken robot = Accounts.token("robot", RANDOM);
        assertFalse(robot.line().contains(robot.secret()), robot.line());
        assertFalse(robot.toString().contains(robot.secret()));
        Accounts accounts = accounts(robot.line());
        assertEquals(Optional.of("robot"), accounts.bearer(robot.secret()));
        assertEquals(Optional.empty(), accounts.bearer(robot.secret() + "x"));
        assertEquals(Optional.empty(), accounts.bearer(""));
    }

    @Test
    void wrongLinesAreRefusedByTheirNumberAndNeverQuoted() {
        assertTrue(refusal("ada:x", "secretword").contains("line=2"));
        assertFalse(refusal("ada:x", "secretword").contains("secretword"));
        assertTrue(refusal("ada:SCRAM-SHA-256$4096:AA$BB").contains("has the form"));
        assertTrue(refusal("ada:x", "ada:y").contains("one line"));
        assertTrue(refusal("a da:x").contains("a name has"));
        assertTrue(refusal("# nobody").contains("at least one user"));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aFileThatOthersMayReadIsRefused() throws IOException {
        Path file = file("rw-r-----", "ada:x");
        String message =
                assertThrows(
                                TelegraphException.class,
                                () -> Accounts.read(file, RANDOM, Ticker.SYSTEM, journal))
                        .getMessage();
        assertTrue(message.contains("chmod 600"), message);
    }

    @Test
    void aFileThatIsNotThereSaysHowToMakeOne() {
        String message =
                assertThrows(
                                TelegraphException.class,
                                () ->
                                        Accounts.read(
                                                folder.resolve("none"),
                                                RANDOM,
                                                Ticker.SYSTEM,
                                                journal))
                        .getMessage();
        assertTrue(message.contains("--make-password"), message);
    }

    @Test
    void wrongProofsWaitLongerEachTimeUntilOneIsRight() throws Exception {
        Accounts accounts = accounts("ada:x");
        InetAddress here = InetAddress.getByName("192.0.2.1");
        InetAddress there = InetAddress.getByName("192.0.2.2");
        List<Duration> waits = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            waits.add(accounts.wrong(here));
        }
        assertEquals(waits.stream().sorted().toList(), waits);
        assertEquals(Duration.ofMillis(250), waits.getFirst());
        assertEquals(Duration.ofSeconds(8), waits.getLast());
        assertEquals(Duration.ofMillis(250), accounts.wrong(there));
        accounts.right(here);
        assertEquals(Duration.ofMillis(250), accounts.wrong(here));
        assertEquals(22, accounts.wrongProofs());
        journal.close();
        assertEquals(22, told.size());
        assertTrue(told.getFirst().contains("\"event\":\"login-refused\""), told::toString);
        assertTrue(told.getFirst().contains("192.0.2.1"), told::toString);
    }

    @Test
    void withoutAFileEverybodyComesIn() throws Exception {
        Accounts accounts = Accounts.everybody(RANDOM, Ticker.SYSTEM, journal);
        assertTrue(accounts.isOpen());
        assertTrue(accounts.check("anyone", "anything"));
    }

    private static String line(String user, String password) {
        return Accounts.passwordLine(user, password, RANDOM);
    }
}
