package telegraph.ground;

import java.net.http.HttpClient;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// What a sandbox takes from outside, all by this door: nobody behind it reaches for the machine's
/// own clock, chance, disk or network, so that a test can make them.
///
/// @param ticker the passing of time
/// @param clock the time of day, and the zone that people here live in
/// @param chance what nobody is to guess
/// @param disk where everything is kept
/// @param http how clients of the web are made
/// @param user who runs the process
/// @param pid the process's number, for others who want the same sandbox
public record World(
        Ticker ticker,
        Clock clock,
        RandomGenerator chance,
        Disk disk,
        Supplier<HttpClient.Builder> http,
        String user,
        long pid) {
    /// The machine's own.
    public static World system() {
        return new World(
                Ticker.SYSTEM,
                Clock.systemDefaultZone(),
                new SecureRandom(),
                Disk.FILES,
                HttpClient::newBuilder,
                System.getProperty("user.name", ""),
                ProcessHandle.current().pid());
    }

    /// The same with another time of day and zone.
    public World withClock(Clock other) {
        return new World(ticker, other, chance, disk, http, user, pid);
    }
}
