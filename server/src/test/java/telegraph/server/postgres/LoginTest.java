package telegraph.server.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.server.ServerOptions;
import telegraph.server.access.Accounts;
import telegraph.server.net.Pem;

/// Who may come in, in clear and encrypted.
class LoginTest {
    @TempDir private static Path folder;

    private static PostgresServer postgres;
    private static Path certificate;

    @BeforeAll
    static void open() throws Exception {
        Path passwords = folder.resolve("passwords");
        Files.writeString(
                passwords,
                Accounts.passwordLine("ada", "a secret, naïve", new SecureRandom()) + "\n");
        Files.setPosixFilePermissions(passwords, PosixFilePermissions.fromString("rw-------"));
        Pem pem = Pem.make(folder);
        certificate = pem.certificate();
        postgres =
                new PostgresServer(
                        Map.of(),
                        ServerOptions.DEFAULT
                                .withPasswords(passwords)
                                .withTls(pem.certificate(), pem.key()));
    }

    @AfterAll
    static void nothingIsHeld() {
        postgres.close();
    }

    @Test
    void aPasswordIsProvenWithoutSendingIt() throws SQLException {
        try (Connection c = postgres.connect("user", "ada", "password", "a secret, naïve")) {
            assertEquals("1", PostgresServer.rows(c, "SELECT 1"));
        }
    }

    @Test
    void aWrongPasswordAndAnUnknownUserAreToldTheSame() {
        SQLException wrong =
                assertThrows(
                        SQLException.class,
                        () -> postgres.connect("user", "ada", "password", "another"));
        SQLException unknown =
                assertThrows(
                        SQLException.class,
                        () -> postgres.connect("user", "eve", "password", "another"));
        assertEquals("28P01", wrong.getSQLState());
        assertEquals("28P01", unknown.getSQLState());
        assertEquals(
                wrong.getMessage().replace("ada", "?"), unknown.getMessage().replace("eve", "?"));
    }

    @Test
    void nobodyComesInWithoutAProof() throws IOException {
        try (RawClient client = new RawClient(postgres.port())) {
            client.startup(3 << 16, "user", "ada");
            assertEquals("R:10", client.until('R'));
            assertEquals("E:08P01 end", client.add('Q', "SELECT 1").until('Z'));
        }
        try (RawClient client = new RawClient(postgres.port())) {
            client.startup(3 << 16, "user", "ada");
            client.until('R');
            byte[] first = "n,,n=,r=abc".getBytes(java.nio.charset.StandardCharsets.UTF_8);
            client.add('p', "SCRAM-SHA-256-PLUS", first.length, first);
            assertEquals("E:08P01 end", client.until('Z'));
        }
    }

    @Test
    void aConnectionIsEncryptedWhenTheClientAsksForIt() throws SQLException {
        try (Connection c =
                postgres.connect(
                        "user",
                        "ada",
                        "password",
                        "a secret, naïve",
                        "sslmode",
                        "verify-ca",
                        "channelBinding",
                        "require",
                        "sslrootcert",
                        certificate.toString())) {
            assertEquals(
                    "499999500000",
                    PostgresServer.rows(
                            c, "SELECT sum(i) FROM (SELECT 1) x(y), (SELECT 499999500000 i) z"));
            StringBuilder large = new StringBuilder("SELECT '");
            large.append("x".repeat(300_000)).append("'");
            assertEquals(300_000, PostgresServer.rows(c, large.toString()).length());
        }
    }

    @Test
    void nothingMayFollowTheQuestionForEncryption() throws IOException {
        try (RawClient client = new RawClient(postgres.port())) {
            byte[] asked = {0, 0, 0, 8, 4, (byte) 0xd2, 0x16, 0x2f, 'Q', 0, 0, 0, 4};
            client.raw(asked);
            assertTrue(client.until('Z').endsWith("end"));
        }
    }
}
