package telegraph.engine.direct;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import telegraph.engine.flow.Resources;
import telegraph.engine.meter.Meter;
import telegraph.engine.source.Frame;
import telegraph.engine.source.Sink;
import telegraph.memory.Batch;
import telegraph.memory.BatchBuilder;
import telegraph.memory.Region;
import telegraph.memory.Type;

/// Takes the rows of readers that run on the thread that wants them.
///
/// Threads: one. Memory: owns the batches until [#take].
final class DirectSink implements Sink, AutoCloseable {
    private final Region region;
    private final List<Type> types;
    private final Meter meter;
    private final BooleanSupplier cancelled;
    private final Resources resources;
    private final List<Batch> batches = new ArrayList<>();

    /// @param cancelled whether nobody wants more
    /// @param resources closed when the query is cancelled
    DirectSink(
            Region region,
            List<Type> types,
            Meter meter,
            BooleanSupplier cancelled,
            Resources resources) {
        this.region = region;
        this.types = types;
        this.meter = meter;
        this.cancelled = cancelled;
        this.resources = resources;
    }

    /// The batches that came since it was asked, with their pins.
    List<Batch> take() {
        List<Batch> taken = List.copyOf(batches);
        batches.clear();
        return taken;
    }

    @Override
    public BatchBuilder builder() {
        return new BatchBuilder(region, types);
    }

    @Override
    public Region memory() {
        return region;
    }

    @Override
    public void emit(Batch batch) throws InterruptedException {
        if (cancelled.getAsBoolean()) {
            batch.unpin();
            throw new InterruptedException("nobody wants more rows");
        }
        if (batch.rows() == 0) {
            batch.unpin();
        } else {
            batches.add(batch);
        }
    }

    @Override
    public void emit(int unit, Batch batch) throws InterruptedException {
        emit(batch);
    }

    @Override
    public void frame(Frame frame) {
        // Nobody makes estimates of a few rows.
    }

    @Override
    public void unitEnded(int unit) {
        // Nor asks for units.
    }

    @Override
    public void unitLost(int unit, String reason) {
        // What was lost is counted by the meter.
    }

    @Override
    public void distrust(String reason) {
        // What was claimed of units is of no use.
    }

    @Override
    public Meter meter() {
        return meter;
    }

    @Override
    public boolean cancelled() {
        return cancelled.getAsBoolean();
    }

    @Override
    public Registration closeOnCancel(AutoCloseable resource) {
        return resources.add(resource);
    }

    @Override
    public void close() {
        batches.forEach(Batch::unpin);
        batches.clear();
    }
}
