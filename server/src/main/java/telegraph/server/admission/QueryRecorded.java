package telegraph.server.admission;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/// A statement that has ended, in the flight recorder.
@Name("telegraph.Query")
@Label("Query")
@Category("Telegraph")
@StackTrace(false)
final class QueryRecorded extends Event {
    String id;
    String user;
    String door;
    String text;
    String state;

    @Timespan(Timespan.NANOSECONDS)
    long nanos;

    long rows;
    long requests;

    @DataAmount long memoryPeak;
}
