package telegraph.server.admission;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/// What a statement that has ended asked of one source, in the flight recorder.
@Name("telegraph.Lookup")
@Label("Lookups of a source")
@Category("Telegraph")
@StackTrace(false)
final class LookupRecorded extends Event {
    String query;
    String source;
    long requests;
    long failed;
    long retried;
    long cached;

    @DataAmount long bytes;
}
