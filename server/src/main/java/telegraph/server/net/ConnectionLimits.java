package telegraph.server.net;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.OptionalInt;
import telegraph.sql.Settings;

/// How many connections there may be, and how long one may do nothing.
///
/// @param all at once
/// @param perAddress at once from one address
/// @param perAddressFromHere as `perAddress`, for the addresses of this machine
/// @param resultBuffer bytes that may wait for a client to read them
/// @param login until a client has proven who it is
/// @param clientRead until a client with a full buffer has read some of it
public record ConnectionLimits(
        int all,
        int perAddress,
        int perAddressFromHere,
        int resultBuffer,
        Duration login,
        Duration clientRead) {
    /// Descriptors that connections leave to files and sources.
    private static final long OTHER_DESCRIPTORS = 1_000;

    private static final long CONNECTIONS_MIN = 100;
    private static final int PER_ADDRESS = 1_000;

    /// The limits that settings give.
    public static ConnectionLimits of(Settings settings) {
        int all = whole(settings, "connections_limit").orElse(room());
        OptionalInt perAddress = whole(settings, "address_connections_limit");
        return new ConnectionLimits(
                all,
                perAddress.orElse(PER_ADDRESS),
                perAddress.orElse(all),
                (int) Math.min(settings.bytes("result_buffer"), 1 << 30),
                settings.duration("login_timeout"),
                settings.duration("client_read_timeout"));
    }

    private static OptionalInt whole(Settings settings, String name) {
        String value = settings.text(name);
        return value.equals("auto") ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(value));
    }

    /// What the system lets this process have open, less what files need.
    private static int room() {
        long descriptors =
                ManagementFactory.getOperatingSystemMXBean()
                                instanceof UnixOperatingSystemMXBean system
                        ? system.getMaxFileDescriptorCount()
                        : Long.MAX_VALUE;
        return (int) Math.clamp(descriptors - OTHER_DESCRIPTORS, CONNECTIONS_MIN, 1_000_000);
    }
}
