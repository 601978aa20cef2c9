package telegraph.engine.flow;

import telegraph.engine.source.Frame;

/// Hears what a reader says of the units it reads ([telegraph.engine.source.Sink#frame] and after).
///
/// Threads: any.
interface UnitTracker {
    /// For inputs that nobody takes for a sample.
    UnitTracker UNHEARD =
            new UnitTracker() {
                @Override
                public void begin(Frame frame) {}

                @Override
                public void ended(int unit) {}

                @Override
                public void lost(int unit, String reason) {}

                @Override
                public void distrust(String reason) {}
            };

    void begin(Frame frame);

    void ended(int unit);

    void lost(int unit, String reason);

    void distrust(String reason);
}
