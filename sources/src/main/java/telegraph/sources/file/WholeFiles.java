package telegraph.sources.file;

import java.io.IOException;
import java.util.List;

/// Files as units, of any format.
///
/// Threads: any.
final class WholeFiles implements Units {
    private final List<FileOrigin> files;
    private final RowFormat format;
    private final RowFormat.Wanted wanted;

    WholeFiles(List<FileOrigin> files, RowFormat format, RowFormat.Wanted wanted) {
        this.files = files;
        this.format = format;
        this.wanted = wanted;
    }

    @Override
    public int count() {
        return files.size();
    }

    @Override
    public long rowsMax() {
        return -1;
    }

    @Override
    public boolean even() {
        return false;
    }

    @Override
    public String file(int unit) {
        return files.get(unit).name();
    }

    @Override
    public UnitReader reader(RowOutput out) {
        return new UnitReader() {
            @Override
            public boolean read(int unit) throws IOException, InterruptedException {
                format.read(files.get(unit), wanted, out);
                return out.isOpen();
            }

            /// The format registers what a cancel has to close.
            @Override
            public void close() {}
        };
    }
}
