package telegraph.http;

import java.time.Duration;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;

/// What one fetch may take, and all of a client together.
///
/// @param connect until there is a connection, its TLS and its proxy's answer included
/// @param answer from the request to the end of the response's head
/// @param whole from the start to the last octet
/// @param octetsPerSecondMin what comes more slowly than this for `rateWindow` ends; 0 for no
///   limit. The wait for an answer's first octet does not count.
/// @param rateWindow over how long the rate is taken
/// @param headOctets the longest head of a response
/// @param bodyOctets the longest body, before and after it is unpacked; what is longer is cut
/// @param poolBytes arrays for bodies, of all exchanges of a client; a fetch that finds none left
///   waits with nothing read
public record FetchLimits(
        Duration connect,
        Duration answer,
        Duration whole,
        int octetsPerSecondMin,
        Duration rateWindow,
        int headOctets,
        int bodyOctets,
        long poolBytes) {
    public static final FetchLimits DEFAULT =
            new FetchLimits(
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(15),
                    Duration.ofSeconds(30),
                    64,
                    Duration.ofSeconds(5),
                    64 << 10,
                    2 << 20,
                    32L << 20);

    /// Above this an array would be too long for a length in octets to be told from one that is
    /// not.
    private static final int BODY_OCTETS_MAX = 1 << 30;

    public FetchLimits {
        demand(!connect.isNegative() && !connect.isZero(), "connect", connect);
        demand(!answer.isNegative() && !answer.isZero(), "answer", answer);
        demand(!whole.isNegative() && !whole.isZero(), "whole", whole);
        demand(octetsPerSecondMin >= 0, "octetsPerSecondMin", octetsPerSecondMin);
        demand(rateWindow.toMillis() > 0, "rateWindow", rateWindow);
        demand(headOctets >= 256 && headOctets <= 1 << 24, "headOctets", headOctets);
        demand(bodyOctets >= 0 && bodyOctets <= BODY_OCTETS_MAX, "bodyOctets", bodyOctets);
        demand(poolBytes > 0, "poolBytes", poolBytes);
    }

    private static void demand(boolean holds, String name, Object value) {
        if (!holds) {
            throw TelegraphException.of(
                    SqlState.INVALID_PARAMETER_VALUE,
                    "a limit of fetches is positive and within reason: "
                            + name
                            + "="
                            + value
                            + ". Give another.");
        }
    }

    /// The same with other times.
    public FetchLimits withTimes(Duration newConnect, Duration newAnswer, Duration newWhole) {
        return new FetchLimits(
                newConnect,
                newAnswer,
                newWhole,
                octetsPerSecondMin,
                rateWindow,
                headOctets,
                bodyOctets,
                poolBytes);
    }

    /// The same with another least rate, taken over another time.
    public FetchLimits withRate(int newOctetsPerSecondMin, Duration newRateWindow) {
        return new FetchLimits(
                connect,
                answer,
                whole,
                newOctetsPerSecondMin,
                newRateWindow,
                headOctets,
                bodyOctets,
                poolBytes);
    }

    /// The same with other sizes.
    public FetchLimits withSizes(int newHeadOctets, int newBodyOctets, long newPoolBytes) {
        return new FetchLimits(
                connect,
                answer,
                whole,
                octetsPerSecondMin,
                rateWindow,
                newHeadOctets,
                newBodyOctets,
                newPoolBytes);
    }
}
