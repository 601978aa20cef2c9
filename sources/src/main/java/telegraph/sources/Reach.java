package telegraph.sources;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// What of this machine and its networks statements may touch: which files, and which addresses.
///
/// Of the folders that a file lies in, the innermost decides. Links are followed first, and names
/// are asked for their addresses, all of which must be allowed; so neither leads around it.
///
/// Threads: any.
///
/// @param folders where files may lie; empty for anywhere
/// @param closed folders and files that statements never touch, whatever `folders` says
/// @param network which addresses may be asked
public record Reach(Optional<List<Path>> folders, List<Path> closed, Network network) {
    /// Everything.
    public static final Reach ALL = new Reach(Optional.empty(), List.of(), Network.ANY);

    /// What clouds tell their machines, credentials among it, at addresses that are not link-local.
    private static final Set<String> METADATA =
            Set.of(
                    "100.100.100.200",
                    "168.63.129.16",
                    "192.0.0.192",
                    "fd00:ec2:0:0:0:0:0:254",
                    "fd20:ce:0:0:0:0:0:254");

    /// Which addresses may be asked.
    public enum Network {
        /// All.
        ANY,
        /// Those of other machines, beyond this one's own link, that are not a cloud's metadata.
        REMOTE,
        /// Those that are also not of a private network.
        PUBLIC
    }

    /// Checks a file or folder that is to be read or written, whether it is there or not.
    ///
    /// @param shown what the user calls it
    /// @throws TelegraphException if it may not be touched
    public void demandFile(Path path, String shown) {
        if (folders.isEmpty() && closed.isEmpty()) {
            return;
        }
        Path real = real(path);
        int open = folders.map(allowed -> innermost(allowed, real)).orElse(0);
        if (open < 0 || innermost(closed, real) >= open) {
            throw TelegraphException.of(
                    SqlState.INSUFFICIENT_PRIVILEGE,
                    "a file must lie in a folder that statements may touch: file="
                            + shown
                            + folders.map(allowed -> " folders=" + allowed).orElse("")
                            + ". Whoever runs Telegraph says with allowed_folders which these are");
        }
    }

    /// The length of the longest of `folders` that `file` lies in, or -1 if it lies in none.
    private static int innermost(List<Path> folders, Path file) {
        return folders.stream()
                .map(Reach::real)
                .filter(file::startsWith)
                .mapToInt(Path::getNameCount)
                .max()
                .orElse(-1);
    }

    /// The path without links, as far as it exists.
    private static Path real(Path path) {
        Path absolute = path.toAbsolutePath();
        for (Path there = absolute; there != null; there = there.getParent()) {
            if (Files.exists(there)) {
                try {
                    return there.toRealPath().resolve(there.relativize(absolute)).normalize();
                } catch (IOException e) {
                    throw TelegraphException.of(
                            SqlState.IO_ERROR,
                            "the folders above a file must be readable: cause=" + e.getMessage(),
                            e);
                }
            }
        }
        return absolute.normalize();
    }

    /// Checks a host that is about to be asked, or was; blocks while its addresses are looked up.
    ///
    /// @throws TelegraphException if one of its addresses may not be asked
    /// @throws UnknownHostException if it has none
    public void demandHost(String host) throws UnknownHostException {
        if (network == Network.ANY || host == null) {
            return;
        }
        if (!Arrays.stream(InetAddress.getAllByName(host)).allMatch(this::isFarEnough)) {
            throw TelegraphException.of(
                    SqlState.INSUFFICIENT_PRIVILEGE,
                    "an address must be one that statements may ask: host="
                            + host
                            + " http_addresses="
                            + network.name().toLowerCase(java.util.Locale.ROOT)
                            + ". Whoever runs Telegraph says with http_addresses which these are");
        }
    }

    /// Whether an address may be asked.
    public boolean allows(InetAddress address) {
        return network == Network.ANY || isFarEnough(address);
    }

    private boolean isFarEnough(InetAddress given) {
        InetAddress address = embedded(given);
        byte[] bytes = address.getAddress();
        boolean four = bytes.length == 4;
        boolean here =
                address.isLoopbackAddress()
                        || address.isAnyLocalAddress()
                        || four && bytes[0] == 0
                        || isOfThisMachine(address);
        boolean near =
                address.isLinkLocalAddress()
                        || address.isMulticastAddress()
                        || four && (bytes[0] & 0xF0) == 0xF0
                        || METADATA.contains(plain(address));
        if (here || near) {
            return false;
        }
        return network != Network.PUBLIC || !isPrivate(address, bytes);
    }

    private static boolean isPrivate(InetAddress address, byte[] bytes) {
        if (bytes.length == 4) {
            int first = bytes[0] & 0xFF;
            int second = bytes[1] & 0xFF;
            return address.isSiteLocalAddress()
                    || first == 100 && (second & 0xC0) == 64
                    || first == 192 && second == 0 && bytes[2] == 0
                    || first == 198 && (second & 0xFE) == 18;
        }
        return address.isSiteLocalAddress() || (bytes[0] & 0xFE) == 0xFC;
    }

    private static boolean isOfThisMachine(InetAddress address) {
        try {
            return NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            throw TelegraphException.of(
                    SqlState.IO_ERROR,
                    "this machine's own addresses must be known before others are asked: cause="
                            + e.getMessage(),
                    e);
        }
    }

    /// The address of version 4 that one of version 6 leads to by translation, or itself.
    private static InetAddress embedded(InetAddress address) {
        if (!(address instanceof Inet6Address)) {
            return address;
        }
        byte[] bytes = address.getAddress();
        int first = (bytes[0] & 0xFF) << 8 | bytes[1] & 0xFF;
        int second = (bytes[2] & 0xFF) << 8 | bytes[3] & 0xFF;
        boolean low = true;
        for (int i = 4; i < 12; i++) {
            low &= bytes[i] == 0;
        }
        boolean compatible = first == 0 && second == 0 && low && !address.isLoopbackAddress();
        if (first == 0x64 && second == 0xFF9B && low || compatible) {
            return four(bytes, 12);
        }
        return first == 0x2002 ? four(bytes, 2) : address;
    }

    private static InetAddress four(byte[] bytes, int at) {
        try {
            return InetAddress.getByAddress(Arrays.copyOfRange(bytes, at, at + 4));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }

    private static String plain(InetAddress address) {
        String text = address.getHostAddress();
        int zone = text.indexOf('%');
        return zone < 0 ? text : text.substring(0, zone);
    }
}
