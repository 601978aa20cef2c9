package telegraph.sources.fetch;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import telegraph.ground.Ticker;
import telegraph.sources.Reach;
import telegraph.testkit.FaultServer;
import telegraph.testkit.Reply;
import telegraph.testkit.Threads;

class TransportTest {
    /// The answer may come at the moment at which nobody waits for it any more.
    @Test
    void anAnswerThatIsWaitedForNoMoreLeavesNoConnection() throws InterruptedException {
        try (FaultServer server = new FaultServer();
                Transport transport =
                        new Transport(Ticker.SYSTEM, HttpClient::newBuilder, () -> Reach.ALL)) {
            server.on("/f", Reply.csv("a,b\n1,2\n".repeat(1_000)).hangAfter(100));
            String url = server.url("/f");
            PageRequest request =
                    new PageRequest("GET", URI.create(url), url, Map.of(), new byte[0], true);
            FetchRules rules =
                    new FetchRules("f", Duration.ofSeconds(30), 0, 1e9, Optional.empty(), 1 << 20);
            for (int i = 0; i < 300; i++) {
                int before = server.requests();
                CountDownLatch ended = new CountDownLatch(1);
                Thread reader =
                        Thread.startVirtualThread(() -> {
                            try {
                                transport.open(request, rules, _ -> {}).body().close();
                            } catch (Exception e) {
                                Thread.currentThread().interrupt();
                            } finally {
                                ended.countDown();
                            }
                        });
                Threads.await("the site is asked", () -> server.requests() > before);
                Thread.sleep(Duration.ofNanos(i * 5_000L));
                reader.interrupt();
                ended.await();
            }
            Threads.await("no request is under way", () -> server.inProgress() == 0);
        }
    }
}
