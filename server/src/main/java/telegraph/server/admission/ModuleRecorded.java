package telegraph.server.admission;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/// What one module of an eddy did in a statement that has ended, in the flight recorder.
@Name("telegraph.Module")
@Label("Module")
@Category("Telegraph")
@StackTrace(false)
final class ModuleRecorded extends Event {
    String query;
    int block;
    String module;
    String kind;
    long rowsIn;
    long rowsOut;

    @Timespan(Timespan.NANOSECONDS)
    long nanos;

    long requests;
}
