package telegraph.sources.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.ground.TelegraphException;
import telegraph.memory.Type;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;

class SecretTest {
    private static final String SECRET = "s3cr3t&value";

    @TempDir Path directory;
    private Desk desk;

    @BeforeEach
    void open() {
        desk = new Desk(directory);
        desk.secrets.put("api", SECRET);
        desk.column("id", Type.TEXT).with("format", "json").with("retries", "0");
    }

    @AfterEach
    void close() {
        desk.close();
    }

    private String message() {
        return assertThrows(TelegraphException.class, desk::scan).getMessage();
    }

    @Test
    void secretsAreSentInHeadersAndAddresses() throws Exception {
        desk.server.on("/f", Reply.json("[]"));
        desk.url("/f?key={secret:api}")
                .with("token", "secret:api")
                .with("header.X-Key", "k {secret:api}");
        desk.scan();
        assertEquals("Bearer " + SECRET, desk.server.log().getFirst().header("Authorization"));
        assertEquals("k " + SECRET, desk.server.log().getFirst().header("X-Key"));
        assertEquals(SECRET, desk.server.log().getFirst().parameter("key"));
    }

    @Test
    void noMessageShowsASecretEvenIfTheServerRepeatsIt() {
        desk.url("/f?key={secret:api}").with("token", "secret:api");
        for (Reply reply :
                List.of(
                        Reply.status(500),
                        Reply.of(403, "text/plain", "bad key " + SECRET),
                        Reply.html("<p>" + SECRET),
                        Reply.json("{\"x\":" + SECRET),
                        Reply.redirect("/f?key=s3cr3t%26value&again=1"),
                        Reply.redirect("/other/" + SECRET))) {
            desk.server.on("/f", reply);
            String message = message();
            assertFalse(message.contains("s3cr3t"), message);
            assertTrue(message.contains("***"), message);
        }
    }

    @Test
    void secretsDoNotFollowARedirectToAnotherHost() throws Exception {
        try (FaultServer other = new FaultServer()) {
            other.on("/f", Reply.json("[]"));
            desk.server.on("/f", Reply.redirect(other.url("/f")));
            desk.url("/f")
                    .with("token", "secret:api")
                    .with("header.X-Key", "{secret:api}")
                    .with("header.X-Plain", "p");
            desk.scan();
            assertEquals("", other.log().getFirst().header("Authorization"));
            assertEquals("", other.log().getFirst().header("X-Key"));
            assertEquals("p", other.log().getFirst().header("X-Plain"));
        }
    }

    @Test
    void aSecretMustBeNamedAndSet() {
        desk.url("/f").with("token", "abcdef123");
        String clear = assertThrows(TelegraphException.class, desk::open).getMessage();
        assertTrue(clear.contains("a token is named, not written"), clear);
        assertFalse(clear.contains("abcdef123"), clear);
        desk.with("token", "secret:nope");
        assertTrue(message().contains("secret=nope"));
        assertTrue(message().contains("telegraph.conf"));
        assertEquals(0, desk.server.requests());
        try (Desk header = new Desk(directory)) {
            header.column("id", Type.TEXT)
                    .url("/f")
                    .with("format", "json")
                    .with("header.Authorization", "Bearer xyzzy");
            String said = assertThrows(TelegraphException.class, header::open).getMessage();
            assertTrue(said.contains("named, not written"), said);
            assertFalse(said.contains("xyzzy"), said);
        }
    }
}
