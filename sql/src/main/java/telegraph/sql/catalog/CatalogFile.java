package telegraph.sql.catalog;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import telegraph.memory.TelegraphException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// The file that a catalog is kept in: small, readable, and replaced as a whole.
///
/// ```
/// {"format": "telegraph catalog", "version": 1, "entries": [
///   {"kind": "source", "name": "planes", "statement": "CREATE SOURCE planes (…) WITH (…);"},
///   {"kind": "view", "name": "old_planes", "statement": "CREATE VIEW old_planes AS …;"}
/// ]}
/// ```
///
/// A write goes to a file beside it, to disk, and then takes its place, so a crash leaves the old
/// content or the new. What cannot be understood is reported and never overwritten: [#read] comes
/// first and throws.
///
/// Threads: one at a time. This is the only class of the catalog that touches the disk.
final class CatalogFile {
    static final String NAME = "catalog.json";

    private static final String FORMAT = "telegraph catalog";
    private static final int VERSION = 1;
    private static final JsonFactory JSON = new JsonFactory();

    private final Path file;

    CatalogFile(Path directory) {
        this.file = directory.resolve(NAME);
    }

    /// What the file holds; nothing if there is none.
    List<Entry> read() {
        String text;
        try {
            text = Files.readString(file);
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (CharacterCodingException e) {
            throw damaged("it is not UTF-8", e);
        } catch (IOException e) {
            throw TelegraphException.resource("the catalog cannot be read: file=" + file, e);
        }
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), text)) {
            return catalog(json);
        } catch (JacksonException e) {
            throw damaged(e.getOriginalMessage() + place(e), e);
        }
    }

    private static String place(JacksonException e) {
        return e.getLocation() == null
                ? ""
                : " at=" + e.getLocation().getLineNr() + ":" + e.getLocation().getColumnNr();
    }

    private TelegraphException damaged(String fact, Throwable cause) {
        return TelegraphException.corrupt(
                "the catalog is damaged: file="
                        + file
                        + " found="
                        + fact
                        + ". Nothing was changed; repair the file, or move it away to begin anew",
                cause);
    }

    /// The members come in this order, so that a later version is known before what only it
    /// understands.
    private List<Entry> catalog(JsonParser json) {
        expect(json, JsonToken.START_OBJECT);
        member(json, "format", JsonToken.VALUE_STRING);
        if (!json.getString().equals(FORMAT)) {
            throw damaged("format " + json.getString(), null);
        }
        member(json, "version", JsonToken.VALUE_NUMBER_INT);
        long version = json.getLongValue();
        if (version > VERSION) {
            throw TelegraphException.corrupt(
                    "the catalog was written by a later version of Telegraph: file="
                            + file
                            + " version="
                            + version
                            + " known="
                            + VERSION
                            + ". Nothing was changed; use that version, or another sandbox");
        }
        if (version < 1) {
            throw damaged("version " + version, null);
        }
        member(json, "entries", JsonToken.START_ARRAY);
        List<Entry> entries = new ArrayList<>();
        while (json.nextToken() == JsonToken.START_OBJECT) {
            entries.add(entry(json));
        }
        require(json, JsonToken.END_ARRAY);
        expect(json, JsonToken.END_OBJECT);
        if (json.nextToken() != null) {
            throw damaged("more after the end", null);
        }
        return entries;
    }

    private Entry entry(JsonParser json) {
        member(json, "kind", JsonToken.VALUE_STRING);
        String kind = json.getString();
        member(json, "name", JsonToken.VALUE_STRING);
        String name = json.getString();
        member(json, "statement", JsonToken.VALUE_STRING);
        Entry entry;
        try {
            entry = CreateStatements.read(json.getString());
        } catch (TelegraphException e) {
            throw damaged("entry \"" + name + "\": " + e.getMessage(), e);
        }
        if (!entry.name().equals(name) || !entry.kind().equals(kind)) {
            throw damaged(
                    kind + " \"" + name + "\" created as " + entry.kind() + " " + entry.name(),
                    null);
        }
        expect(json, JsonToken.END_OBJECT);
        return entry;
    }

    private void member(JsonParser json, String name, JsonToken value) {
        expect(json, JsonToken.PROPERTY_NAME);
        if (!json.currentName().equals(name)) {
            throw damaged("\"" + json.currentName() + "\" instead of \"" + name + "\"", null);
        }
        expect(json, value);
    }

    private void expect(JsonParser json, JsonToken token) {
        json.nextToken();
        require(json, token);
    }

    private void require(JsonParser json, JsonToken token) {
        if (json.currentToken() != token) {
            throw damaged(json.currentToken() + " instead of " + token, null);
        }
    }

    /// Replaces the content; when this returns, it is on disk.
    void write(Collection<Entry> entries) {
        Path fresh = file.resolveSibling(NAME + ".new");
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(text(entries));
            try (FileChannel channel =
                    FileChannel.open(
                            fresh,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.TRUNCATE_EXISTING,
                            StandardOpenOption.WRITE)) {
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(
                    fresh,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            // The new name is on disk only when the directory is.
            try (FileChannel directory =
                    FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
                directory.force(true);
            }
        } catch (IOException e) {
            throw TelegraphException.resource(
                    "the catalog cannot be written: file="
                            + file
                            + " cause="
                            + e
                            + ". See that the directory is writable and has space",
                    e);
        }
    }

    private static String text(Collection<Entry> entries) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("format", FORMAT);
            json.writeNumberProperty("version", VERSION);
            json.writeArrayPropertyStart("entries");
            for (Entry entry : entries) {
                json.writeRaw("\n  ");
                json.writeStartObject();
                json.writeStringProperty("kind", entry.kind());
                json.writeStringProperty("name", entry.name());
                json.writeStringProperty("statement", CreateStatements.write(entry));
                json.writeEndObject();
            }
            json.writeRaw("\n");
            json.writeEndArray();
            json.writeEndObject();
        }
        return text + "\n";
    }
}
