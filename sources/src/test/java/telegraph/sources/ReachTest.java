package telegraph.sources;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// Which files and addresses statements may touch.
class ReachTest {
    @TempDir Path folder;

    private static Reach network(Reach.Network network) {
        return new Reach(Optional.empty(), List.of(), network);
    }

    private static void refused(Executable demand) {
        TelegraphException e = assertThrows(TelegraphException.class, demand);
        assertEquals(SqlState.INSUFFICIENT_PRIVILEGE, e.state());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.9.9.9",
                "localhost",
                "[::1]",
                "::1",
                "0.0.0.0",
                "0.1.2.3",
                "::",
                "169.254.169.254",
                "2852039166",
                "169.254.1",
                "fe80::1",
                "fd00:ec2::254",
                "100.100.100.200",
                "168.63.129.16",
                "::ffff:169.254.169.254",
                "::169.254.169.254",
                "64:ff9b::a9fe:a9fe",
                "2002:a9fe:a9fe::1",
                "2002:7f00:1::",
                "224.0.0.1",
                "ff02::1",
                "255.255.255.255"
            })
    void neitherThisMachineNorItsLinkNorMetadataIsRemote(String host) {
        refused(() -> network(Reach.Network.REMOTE).demandHost(host));
        refused(() -> network(Reach.Network.PUBLIC).demandHost(host));
        assertDoesNotThrow(() -> network(Reach.Network.ANY).demandHost(host));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.255.255.254",
                "172.31.255.250",
                "192.168.255.250",
                "100.65.0.1",
                "fd12::1"
            })
    void aPrivateNetworkIsRemoteAndNotPublic(String host) {
        assertDoesNotThrow(() -> network(Reach.Network.REMOTE).demandHost(host));
        refused(() -> network(Reach.Network.PUBLIC).demandHost(host));
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.1", "198.51.100.7", "2001:db8::1", "64:ff9b::c000:201"})
    void othersArePublic(String host) {
        assertDoesNotThrow(() -> network(Reach.Network.PUBLIC).demandHost(host));
    }

    @Test
    void noAddressOfThisMachineIsRemote() throws IOException {
        for (NetworkInterface card : NetworkInterface.networkInterfaces().toList()) {
            for (InetAddress address : card.inetAddresses().toList()) {
                refused(() -> network(Reach.Network.REMOTE).demandHost(address.getHostAddress()));
            }
        }
    }

    @Test
    void aFileLiesInAnAllowedFolderHoweverItIsWritten() throws IOException {
        Path open = Files.createDirectories(folder.resolve("open"));
        Path secret = Files.writeString(folder.resolve("secret.csv"), "a\n1\n");
        Files.writeString(open.resolve("fine.csv"), "a\n1\n");
        Files.createSymbolicLink(open.resolve("way-out"), folder);
        Files.createSymbolicLink(open.resolve("link.csv"), secret);
        Reach reach = new Reach(Optional.of(List.of(open)), List.of(), Reach.Network.ANY);

        reach.demandFile(open.resolve("fine.csv"), "fine");
        reach.demandFile(open.resolve("not-there/yet.csv"), "new");
        refused(() -> reach.demandFile(secret, "direct"));
        refused(() -> reach.demandFile(open.resolve("../secret.csv"), "dots"));
        refused(() -> reach.demandFile(open.resolve("no/../../secret.csv"), "dots after nothing"));
        refused(() -> reach.demandFile(open.resolve("link.csv"), "link"));
        refused(() -> reach.demandFile(open.resolve("way-out/secret.csv"), "folder"));
        refused(() -> reach.demandFile(open.resolve("way-out/new.csv"), "new file"));
        refused(() -> reach.demandFile(folder.resolve("open-not.csv"), "same beginning"));
    }

    @Test
    void theInnermostFolderDecidesAndAClosedOneWinsATie() {
        Path sandbox = folder.resolve("data");
        Reach reach =
                new Reach(
                        Optional.of(List.of(folder, sandbox.resolve("files"))),
                        List.of(sandbox),
                        Reach.Network.ANY);
        reach.demandFile(folder.resolve("a.csv"), "a");
        reach.demandFile(sandbox.resolve("files/a.csv"), "a");
        refused(() -> reach.demandFile(sandbox.resolve("telegraph.conf"), "conf"));
        refused(() -> reach.demandFile(sandbox, "sandbox"));
        refused(() ->
                new Reach(Optional.of(List.of(sandbox)), List.of(sandbox), Reach.Network.ANY)
                        .demandFile(sandbox.resolve("a"), "a"));
        Reach any = new Reach(Optional.empty(), List.of(sandbox), Reach.Network.ANY);
        any.demandFile(Path.of("/"), "root");
        refused(() -> any.demandFile(sandbox.resolve("store"), "store"));
        assertFalse(Files.exists(sandbox));
    }
}
