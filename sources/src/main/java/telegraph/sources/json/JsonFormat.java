package telegraph.sources.json;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import telegraph.engine.meter.Meter;
import telegraph.engine.source.Sink;
import telegraph.ground.TelegraphException;
import telegraph.sources.FileFormat;
import telegraph.sources.file.Content;
import telegraph.sources.file.FileBlocks;
import telegraph.sources.file.FileBytes;
import telegraph.sources.file.FileOptions;
import telegraph.sources.file.FileOrigin;
import telegraph.sources.file.RowFormat;
import telegraph.sources.file.RowOutput;
import telegraph.sources.file.UnitSizes;
import telegraph.sources.file.Units;
import telegraph.sources.text.TranscodedStream;
import telegraph.sources.text.TypeGuess;
import telegraph.sources.text.Utf8Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/// Rows as JSON objects: in an array, one after the other, or a line each.
///
/// Columns are the members seen in the first rows; one that is missing in a row is NULL, one that
/// appears only later is left out and counted. Arrays and objects inside a row are the TEXT of
/// their JSON. A row that is no object has the one column `value`.
///
/// Threads: any.
public final class JsonFormat implements RowFormat {
    private static final int SAMPLE_ROWS = 20_000;
    private static final int SAMPLE_BYTES = 1 << 20;
    static final String VALUE = "value";

    private final FileOptions options;
    private final FileFormat kind;
    private final JsonPaths paths;
    private final JsonFactory factory = JsonLimits.factory();

    public JsonFormat(FileOptions options, FileFormat kind) {
        this.options = options;
        this.kind = kind;
        this.paths = JsonPaths.of(options);
    }

    @Override
    public boolean isMatchedByName() {
        return true;
    }

    @Override
    public Sample sample(FileOrigin file) throws IOException, InterruptedException {
        try (FileBytes in = FileBytes.open(file, options, new Meter(file.name()), () -> {})) {
            byte[] head = in.head();
            Content.require(kind, head, file.name());
            if (!options.columns().isEmpty()) {
                Map<String, TypeGuess> columns = new LinkedHashMap<>();
                options.columns()
                        .forEach((name, type) -> columns.put(name, TypeGuess.certain(type)));
                return new Sample(this, columns, true, OptionalLong.empty());
            }
            if (head.length == 0) {
                return Sample.none(this, noRows(file, "bytes=0"));
            }
            try (JsonParser tokens = parser(file, in)) {
                return sampled(file, tokens);
            } catch (JacksonException e) {
                throw malformed(file.name(), e, 0);
            }
        }
    }

    private Sample sampled(FileOrigin file, JsonParser tokens) {
        try {
            return sample(file, tokens);
        } catch (StreamConstraintsException e) {
            throw JsonLimits.of(file.name(), line(tokens.currentTokenLocation()), e);
        }
    }

    private Sample sample(FileOrigin file, JsonParser tokens) {
        JsonSample sample = new JsonSample(file.name(), options, paths, factory, tokens);
        boolean complete = false;
        while (isWithinSample(sample.rows(), tokens)) {
            if (!sample.next()) {
                complete = true;
                break;
            }
        }
        Map<String, TypeGuess> columns = sample.columns();
        if (sample.rows() == 0) {
            return Sample.none(this, noRows(file, "rows=0"));
        }
        if (columns.isEmpty()) {
            throw TelegraphException.input(noRows(file, "rows=" + sample.rows()));
        }
        return new Sample(this, columns, complete, OptionalLong.empty());
    }

    private boolean isWithinSample(long rows, JsonParser tokens) {
        if (options.sampleRows().isPresent()) {
            long wanted = options.sampleRows().get();
            return wanted < 0 || rows < Math.max(1, wanted);
        }
        return rows < SAMPLE_ROWS && tokens.currentLocation().getByteOffset() < SAMPLE_BYTES;
    }

    @Override
    public void read(FileOrigin file, Wanted wanted, RowOutput out)
            throws IOException, InterruptedException {
        try (FileBytes in = FileBytes.open(file, options, out.meter(), out::beforeWait);
                Sink.Registration _ = out.sink().closeOnCancel(in.cancelHandle());
                JsonParser tokens = parser(file, in)) {
            new JsonScan(
                            file.name(),
                            wanted,
                            options,
                            paths,
                            factory,
                            tokens,
                            JsonFormat::line,
                            out)
                    .run();
        } catch (JacksonException e) {
            throw malformed(file.name(), e, 0);
        }
    }

    private JsonParser parser(FileOrigin file, FileBytes in) {
        return factory.createParser(ObjectReadContext.empty(), new Utf8Stream(in, file.name(), 0));
    }

    /// What is said of a row that is an object where others are not, or the other way round.
    static String mixed(String file, String place, boolean object) {
        return "the rows of a JSON file must be all objects, or none of them: file="
                + file
                + " "
                + place
                + (object ? " found=an object" : " found=no object")
                + ". Set ignore_errors => true to leave such rows out.";
    }

    static String line(TokenStreamLocation location) {
        return "line=" + location.getLineNr();
    }

    /// @param linesBefore how many lines of the file end before what was parsed
    static RuntimeException malformed(String file, JacksonException e, long linesBefore)
            throws IOException {
        if (e instanceof JacksonIOException && e.getCause() instanceof IOException cause) {
            throw cause;
        }
        return TelegraphException.input(
                "a JSON file must be well-formed: file="
                        + file
                        + (e.getLocation() == null
                                ? ""
                                : " line="
                                        + (linesBefore + e.getLocation().getLineNr())
                                        + " position="
                                        + e.getLocation().getColumnNr())
                        + " cause="
                        + Content.shown(e.getOriginalMessage()),
                e);
    }

    @Override
    public Optional<Units> units(List<FileOrigin> files, Wanted wanted, UnitSizes sampling) {
        return FileBlocks.of(files, options, this::hasRowsInLines, sampling)
                .map(blocks -> new JsonBlocks(options, paths, factory, blocks, wanted));
    }

    @Override
    public OptionalLong sampledBytes(List<FileOrigin> files, UnitSizes sampling) {
        return FileBlocks.sampledBytes(files, options, this::hasRowsInLines, sampling);
    }

    /// Whether each line of a file seems to be an object.
    private boolean hasRowsInLines(byte[] head) {
        if (!paths.rows().isTop()) {
            return false;
        }
        int objects = 0;
        int first = TranscodedStream.hasUtf8Mark(head) ? 3 : 0;
        int last = first;
        boolean blank = true;
        for (int i = first; i < head.length; i++) {
            byte b = head[i];
            if (b == '\n' && !blank) {
                if (head[last] != '}') {
                    return false;
                }
                objects++;
                blank = true;
            } else if (b != ' ' && b != '\t' && b != '\r' && b != '\n') {
                if (blank && b != '{') {
                    return false;
                }
                blank = false;
                last = i;
            }
        }
        return objects > 0 || kind == FileFormat.NDJSON;
    }

    private static String noRows(FileOrigin file, String fact) {
        return "a JSON file must have a row to name its columns: file="
                + file.name()
                + " "
                + fact
                + ". Set columns => '{\"name\":\"TYPE\"}' to read it all the same.";
    }
}
