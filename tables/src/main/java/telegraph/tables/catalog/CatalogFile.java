package telegraph.tables.catalog;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import telegraph.ground.Disk;
import telegraph.ground.TelegraphException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// The file that sandboxes without a store kept their catalog in, to be taken over.
///
/// ```
/// {"format": "telegraph catalog", "version": 1, "entries": [
///   {"kind": "source", "name": "planes", "statement": "CREATE SOURCE planes (…) WITH (…);"},
///   {"kind": "view", "name": "old_planes", "statement": "CREATE VIEW old_planes AS …;"}
/// ]}
/// ```
///
/// What cannot be understood is reported and left as it is.
///
/// Threads: one at a time.
final class CatalogFile {
    static final String NAME = "catalog.json";

    /// What it is called once its entries are in the store.
    static final String TAKEN = "catalog.json.imported";

    private static final String FORMAT = "telegraph catalog";
    private static final int VERSION = 1;
    private static final JsonFactory JSON = new JsonFactory();

    private final Disk disk;
    private final Path file;

    CatalogFile(Disk disk, Path directory) {
        this.disk = disk;
        this.file = directory.resolve(NAME);
    }

    boolean exists() {
        try {
            return disk.exists(file);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /// Gives the file its other name.
    void taken() {
        try {
            disk.move(file, file.resolveSibling(TAKEN));
        } catch (IOException e) {
            throw TelegraphException.resource(
                    "the catalog's file cannot be renamed: file=" + file + " cause=" + e, e);
        }
    }

    /// What the file holds; nothing if there is none.
    List<Entry> read() {
        String text;
        try {
            text = disk.readText(file);
        } catch (CharacterCodingException e) {
            throw damaged("it is not UTF-8", e);
        } catch (IOException e) {
            throw unreadable(e);
        }
        if (text.isEmpty() && !exists()) {
            return List.of();
        }
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), text)) {
            return catalog(json);
        } catch (JacksonException e) {
            throw damaged(e.getOriginalMessage() + place(e), e);
        }
    }

    private TelegraphException unreadable(IOException e) {
        return TelegraphException.resource("the catalog cannot be read: file=" + file, e);
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
        if (!entry.name().name().equals(name) || !entry.kind().equals(kind)) {
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
}
