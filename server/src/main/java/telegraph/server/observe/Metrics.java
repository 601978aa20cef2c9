package telegraph.server.observe;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/// What a server counts and measures, named as Prometheus names things.
///
/// Threads: any.
public final class Metrics implements AutoCloseable {
    private static final Duration[] TIMES =
            LongStream.of(1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000, 60_000)
                    .mapToObj(Duration::ofMillis)
                    .toArray(Duration[]::new);

    private final PrometheusMeterRegistry registry =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    /// Whom counters ask; the registry itself would let them be forgotten.
    private final List<Supplier<Number>> asked = new CopyOnWriteArrayList<>();

    /// Shows a number of now, asked for when somebody looks.
    ///
    /// @param tags names and values in turn
    public void gauge(String name, String help, Supplier<Number> now, String... tags) {
        Gauge.builder(name, now)
                .description(help)
                .tags(tags)
                .strongReference(true)
                .register(registry);
    }

    /// Shows a number that only grows, asked for when somebody looks.
    ///
    /// @param tags names and values in turn
    public void counter(String name, String help, Supplier<Number> now, String... tags) {
        asked.add(now);
        FunctionCounter.builder(name, now, supplier -> supplier.get().doubleValue())
                .description(help)
                .tags(tags)
                .register(registry);
    }

    /// Counts something that took a time.
    ///
    /// @param tags names and values in turn, of which there are few
    public void time(String name, String help, long nanos, String... tags) {
        Timer.builder(name)
                .description(help)
                .tags(tags)
                .serviceLevelObjectives(TIMES)
                .register(registry)
                .record(Duration.ofNanos(nanos));
    }

    /// Everything, in the text format of Prometheus.
    public String scrape() {
        return registry.scrape();
    }

    @Override
    public void close() {
        registry.close();
    }
}
