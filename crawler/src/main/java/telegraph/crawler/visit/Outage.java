package telegraph.crawler.visit;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Judges, from who answers and who does not, whether it is the crawl's own network that is away.
///
/// ```
///          enough in a row, none of whom answered        nobody there answers
///   CLEAR ───────────────────────────────────► SUSPECTED ────────────────► AWAY
///     ▲                                            │ somebody answers        │
///     └────────────────────────────────────────────┴─────────────────────────┘
/// ```
///
/// Some hosts are always dead, and at the end of a crawl there may be none but those. So a failure
/// counts only if it was asked for after the last answer of anybody, each host counts once, and who
/// decides in the end are *witnesses*: the hosts that answered last, a few of which are probed, in
/// the suspicion and then again and again with growing pauses. One answer from anybody, asked as a
/// probe or not, is enough to clear all.
///
/// Invariants:
///
/// 1. At most [#PROBES_MAX] probes are out at once, and none of a round before the last one ended.
/// 2. Without a suspicion nobody is probed; from one suspicion to the next it takes [#CALM_NANOS]
///    at least.
///
/// Threads: the loop's. Time comes with each call.
final class Outage {
    static final int WITNESSES_MAX = 8;
    static final int PROBES_MAX = 3;
    static final long CALM_NANOS = 1_000_000_000L;
    static final long PAUSE_FIRST_NANOS = 500_000_000L;
    static final long PAUSE_MAX_NANOS = 30_000_000_000L;

    private static final int ENOUGH_MIN = 3;

    /// The least time from one new witness to the next, once there are enough.
    private static final long WITNESS_NANOS = 1_000_000_000L;

    /// Somebody who was asked.
    ///
    /// @param site its hash
    /// @param address where; null if that is not known
    record Peer(long site, String host, InetSocketAddress address) {}

    /// What is believed.
    enum State {
        CLEAR,
        SUSPECTED,
        AWAY
    }

    private final int enoughAtFirst;
    private final List<Peer> witnesses = new ArrayList<>(WITNESSES_MAX);
    private final List<Peer> suspects = new ArrayList<>(WITNESSES_MAX);
    private State state = State.CLEAR;

    /// What was asked for before says nothing any more.
    private long believedFrom = Long.MIN_VALUE;

    private int oldestWitness;
    private long lastWitness;
    private int nextProbed;
    private long since;
    private long probeDue;
    private long pause;
    private int round;
    private int probesOut;

    /// @param enoughAtFirst how many hosts are enough while nobody has answered yet
    Outage(int enoughAtFirst) {
        this.enoughAtFirst = enoughAtFirst;
    }

    State state() {
        return state;
    }

    boolean isClear() {
        return state == State.CLEAR;
    }

    /// When the present suspicion arose.
    long since() {
        return since;
    }

    /// Whether anybody has answered yet.
    boolean hasWitnesses() {
        return !witnesses.isEmpty();
    }

    /// Who did not answer, and nobody after them.
    List<Peer> suspects() {
        return suspects;
    }

    /// Somebody answered; says whether that cleared something.
    boolean answered(long now) {
        believedFrom = now;
        suspects.clear();
        boolean cleared = state != State.CLEAR;
        state = State.CLEAR;
        return cleared;
    }

    /// Whether somebody who answers would do as a witness.
    boolean wantsWitness(long site, long now) {
        if (witnesses.size() == WITNESSES_MAX && now - lastWitness < WITNESS_NANOS) {
            return false;
        }
        for (Peer witness : witnesses) {
            if (witness.site == site) {
                return false;
            }
        }
        return true;
    }

    /// Somebody who answers is probed if need be; the one that was so the longest makes room.
    void witness(Peer peer, long now) {
        lastWitness = now;
        if (witnesses.size() < WITNESSES_MAX) {
            witnesses.add(peer);
        } else {
            witnesses.set(oldestWitness++ % WITNESSES_MAX, peer);
        }
    }

    /// Somebody did not answer who was asked at `asked`.
    void failed(Peer peer, long asked, long now) {
        boolean isTelling = believedFrom == Long.MIN_VALUE || asked - believedFrom >= 0;
        if (state != State.CLEAR || !isTelling) {
            return;
        }
        if (suspects.stream().noneMatch(s -> s.site == peer.site)) {
            suspects.add(peer);
        }
        int enough = witnesses.isEmpty() ? enoughAtFirst : Math.max(ENOUGH_MIN, witnesses.size());
        if (suspects.size() >= enough) {
            state = witnesses.isEmpty() ? State.AWAY : State.SUSPECTED;
            since = now;
            pause = PAUSE_FIRST_NANOS;
            probeDue = state == State.AWAY ? now + pause : now;
            probesOut = 0;
            round++;
        }
    }

    /// Who is to be probed now; each is to be told of with [#probed].
    List<Peer> probes(long now) {
        if (state == State.CLEAR || probesOut > 0 || now - probeDue < 0) {
            return List.of();
        }
        List<Peer> from = witnesses.isEmpty() ? suspects : witnesses;
        List<Peer> chosen = new ArrayList<>(PROBES_MAX);
        for (int i = 0; i < Math.min(PROBES_MAX, from.size()); i++) {
            chosen.add(from.get(nextProbed++ % from.size()));
        }
        probesOut = chosen.size();
        return chosen;
    }

    /// The round of probes that are out; what comes of one before is of no meaning.
    int round() {
        return round;
    }

    /// A probe came back; says whether that cleared something.
    boolean probed(int ofRound, boolean isAnswered, long now) {
        if (isClear() || ofRound != round) {
            return false;
        }
        if (isAnswered) {
            answered(now);
            // Hosts that are dead one after the other are no reason to probe without end.
            believedFrom = now + CALM_NANOS;
            return true;
        }
        probesOut--;
        if (probesOut == 0) {
            pause = state == State.SUSPECTED ? pause : Math.min(PAUSE_MAX_NANOS, pause * 2);
            state = State.AWAY;
            probeDue = now + pause;
            round++;
        }
        return false;
    }

    /// How long until the next probe, if it is waited for.
    Optional<Long> nextProbeNanos(long now) {
        return state == State.AWAY && probesOut == 0
                ? Optional.of(Math.max(0, probeDue - now))
                : Optional.empty();
    }
}
