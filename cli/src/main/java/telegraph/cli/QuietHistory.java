package telegraph.cli;

import java.time.Instant;
import java.util.regex.Pattern;
import org.jline.reader.impl.history.DefaultHistory;

/// A history that forgets lines matching a pattern, so that secrets do not reach the disk.
final class QuietHistory extends DefaultHistory {
    private final Pattern forgotten;

    QuietHistory(String forgotten) {
        this.forgotten = Pattern.compile(forgotten);
    }

    @Override
    public void add(Instant time, String line) {
        if (!forgotten.matcher(line).matches()) {
            super.add(time, line);
        }
    }
}
