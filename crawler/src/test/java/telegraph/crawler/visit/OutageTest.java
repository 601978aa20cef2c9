package telegraph.crawler.visit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import telegraph.crawler.visit.Outage.Peer;
import telegraph.crawler.visit.Outage.State;
import telegraph.testkit.Seeds;

class OutageTest {
    private static final long SECOND = 1_000_000_000L;

    private final Outage outage = new Outage(3);
    private long now = 77 * SECOND;

    private static Peer peer(long host) {
        return new Peer(host, "h" + host, null);
    }

    private void answers(long host) {
        outage.answered(now);
        if (outage.wantsWitness(host, now)) {
            outage.witness(peer(host), now);
        }
    }

    private void fails(long host) {
        outage.failed(peer(host), now, now);
    }

    private void hostsAnswer(int count) {
        for (int host = 0; host < count; host++) {
            answers(host);
            now += SECOND;
        }
    }

    /// Lets all probes that are out go the same way.
    private void probed(boolean isAnswered) {
        int round = outage.round();
        int out = outage.probes(now).size();
        assertTrue(out > 0 && out <= Outage.PROBES_MAX, "probes=" + out);
        for (; out > 0; out--) {
            outage.probed(round, isAnswered, now);
        }
    }

    @Test
    void asManyHostsAsThereAreWitnessesAreSuspicious() {
        hostsAnswer(20);
        for (int host = 0; host < 7; host++) {
            fails(host);
            fails(host);
            assertEquals(State.CLEAR, outage.state());
            assertEquals(List.of(), outage.probes(now));
        }
        fails(7);
        assertEquals(State.SUSPECTED, outage.state());
    }

    @Test
    void fewHostsAreNoReason() {
        hostsAnswer(2);
        for (int i = 0; i < 100; i++) {
            fails(i % 2);
            now += SECOND;
        }
        assertEquals(State.CLEAR, outage.state());
    }

    @Test
    void whatWasAskedForBeforeAnAnswerSaysNothing() {
        hostsAnswer(8);
        long asked = now;
        now += SECOND;
        answers(1);
        for (int host = 10; host < 100; host++) {
            outage.failed(peer(host), asked, now + 10 * SECOND);
        }
        assertEquals(State.CLEAR, outage.state());
    }

    @Test
    void aWitnessThatAnswersClearsAndOneThatDoesNotConfirms() {
        hostsAnswer(8);
        for (int host = 10; host < 18; host++) {
            fails(host);
        }
        probed(true);
        assertEquals(State.CLEAR, outage.state());
        for (int host = 20; host < 99; host++) {
            fails(host);
        }
        assertEquals(State.CLEAR, outage.state(), "too soon");
        now += Outage.CALM_NANOS;
        for (int host = 20; host < 28; host++) {
            fails(host);
        }
        probed(false);
        assertEquals(State.AWAY, outage.state());
    }

    @Test
    void whoProbesGivesItselfTimeAndStopsWithTheFirstAnswer() {
        hostsAnswer(8);
        for (int host = 10; host < 18; host++) {
            fails(host);
        }
        Set<Peer> asked = new HashSet<>();
        long probes = 0;
        for (long until = now + 600 * SECOND; now < until; now += SECOND / 10) {
            List<Peer> chosen = outage.probes(now);
            assertTrue(outage.probes(now).isEmpty());
            int round = outage.round();
            chosen.forEach(_ -> outage.probed(round, false, now));
            asked.addAll(chosen);
            probes += chosen.size();
        }
        assertEquals(State.AWAY, outage.state());
        assertEquals(Outage.WITNESSES_MAX, asked.size());
        assertTrue(probes > 40 && probes < 90, "probes=" + probes);
        assertTrue(outage.answered(now));
        assertEquals(State.CLEAR, outage.state());
        assertEquals(List.of(), outage.probes(now));
    }

    @Test
    void probesOfAnEarlierSuspicionDecideNothing() {
        hostsAnswer(8);
        for (int host = 10; host < 18; host++) {
            fails(host);
        }
        int before = outage.round();
        outage.probes(now);
        answers(3);
        now += SECOND;
        for (int host = 10; host < 18; host++) {
            fails(host);
        }
        assertFalse(outage.probed(before, true, now));
        assertFalse(outage.probed(before, false, now));
        assertEquals(State.SUSPECTED, outage.state());
        probed(false);
        assertEquals(State.AWAY, outage.state());
    }

    @Test
    void whereNobodyEverAnsweredThoseWhoDidNotAreProbed() {
        fails(1);
        fails(2);
        assertEquals(State.CLEAR, outage.state());
        fails(3);
        assertEquals(State.AWAY, outage.state());
        assertEquals(List.of(), outage.probes(now));
        now += Outage.PAUSE_FIRST_NANOS;
        assertEquals(List.of(peer(1), peer(2), peer(3)), outage.probes(now));
        assertTrue(outage.probed(outage.round(), true, now));
    }

    /// One request, from its beginning to what comes of it.
    private record Request(int host, long asked, long end, boolean isAnswered) {}

    /// Crawls hosts of which some are dead, as many at once as there are fetchers, until each was
    /// asked some times; witnesses answer probes unless they are dead.
    ///
    /// @return how often there was a suspicion
    private static int crawl(RandomGenerator random, int[] requests, Set<Integer> dead, long hang) {
        Outage outage = new Outage(3);
        PriorityQueue<Request> out = new PriorityQueue<>((a, b) -> Long.compare(a.end, b.end));
        List<Integer> left = new ArrayList<>();
        for (int host = 0; host < requests.length; host++) {
            for (int i = 0; i < requests[host]; i++) {
                left.add(random.nextInt(left.size() + 1), host);
            }
        }
        long now = 0;
        int suspicions = 0;
        while (!left.isEmpty() || !out.isEmpty()) {
            while (out.size() < 64 && !left.isEmpty()) {
                int host = left.removeLast();
                boolean isDead = dead.contains(host);
                long takes = isDead ? hang : 20_000_000 + random.nextInt(80_000_000);
                out.add(new Request(host, now, now + takes, !isDead));
            }
            Request request = out.poll();
            now = Math.max(now, request.end);
            if (request.isAnswered) {
                outage.answered(now);
                if (outage.wantsWitness(request.host, now)) {
                    outage.witness(peer(request.host), now);
                }
            } else {
                outage.failed(peer(request.host), request.asked, now);
            }
            List<Peer> probes = outage.probes(now);
            suspicions += probes.isEmpty() ? 0 : 1;
            int round = outage.round();
            for (Peer probe : probes) {
                outage.probed(round, !dead.contains((int) probe.site()), now);
            }
            // Before the first answer nothing tells dead hosts from a network that is away.
            assertFalse(
                    outage.state() == State.AWAY && outage.hasWitnesses(),
                    "a crawl with a network is never held");
        }
        return suspicions;
    }

    @Test
    void aFifthOfTheHostsThatHangsHoldsNoCrawl() {
        Seeds.run(
                20,
                (_, random) -> {
                    int[] requests = new int[500];
                    Set<Integer> dead = new HashSet<>();
                    for (int host = 0; host < requests.length; host++) {
                        requests[host] = 1 + random.nextInt(20);
                        if (random.nextInt(5) == 0) {
                            dead.add(host);
                            requests[host] = 2;
                        }
                    }
                    dead.remove(0);
                    int suspicions = crawl(random, requests, dead, 10 * SECOND);
                    // At the very end there may be none but the dead.
                    assertTrue(suspicions <= 3, "suspicions=" + suspicions);
                });
    }

    @Test
    void deadHostsOfAnySizeHoldNoCrawlWhetherTheyHangOrRefuse() {
        Seeds.run(
                20,
                (_, random) -> {
                    int[] requests = new int[400];
                    Set<Integer> dead = new HashSet<>();
                    for (int host = 0; host < requests.length; host++) {
                        // As links are shared out in the web (Zipf): some hosts have most of the
                        // URLs.
                        requests[host] = 1 + 2_000 / (1 + host);
                        if (host > 0 && random.nextInt(4) == 0) {
                            dead.add(host);
                            requests[host] = Math.min(4, requests[host]);
                        }
                    }
                    long hang = random.nextBoolean() ? 10 * SECOND : 1_000_000;
                    int suspicions = crawl(random, requests, dead, hang);
                    assertTrue(suspicions <= 20, "suspicions=" + suspicions);
                });
    }

    @Test
    void aNetworkThatGoesAwayIsTold() {
        Seeds.run(
                50,
                (_, random) -> {
                    Outage net = new Outage(3);
                    long time = random.nextLong(SECOND);
                    int hosts = 3 + random.nextInt(200);
                    for (int i = 0; i < 1_000; i++) {
                        time += 10_000_000;
                        net.answered(time);
                        int host = random.nextInt(hosts);
                        if (net.wantsWitness(host, time)) {
                            net.witness(peer(host), time);
                        }
                    }
                    for (int host = 0; host < hosts; host++) {
                        net.failed(peer(host), time, time + 10 * SECOND);
                    }
                    int round = net.round();
                    for (Peer _ : net.probes(time + 10 * SECOND)) {
                        net.probed(round, false, time + 10 * SECOND);
                    }
                    assertEquals(State.AWAY, net.state());
                });
    }
}
