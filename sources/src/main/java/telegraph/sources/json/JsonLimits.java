package telegraph.sources.json;

import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.sources.csv.CsvRecords;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/// How large a row of JSON may be, and what is said of one that is larger: it is no less
/// well-formed than others.
///
/// | of a row            | at most             |
/// |---------------------|---------------------|
/// | bytes               | [#ROW_BYTES_MAX]    |
/// | arrays and objects inside each other | [#DEPTH_MAX] |
/// | digits of a number  | [#NUMBER_MAX]       |
/// | characters of a name | [#NAME_MAX]        |
final class JsonLimits {
    static final int ROW_BYTES_MAX = CsvRecords.RECORD_BYTES_MAX;
    static final int DEPTH_MAX = 1_000;
    static final int NUMBER_MAX = 1_000;
    static final int NAME_MAX = 50_000;

    private JsonLimits() {}

    /// A factory of parsers and generators that hold to the limits.
    static JsonFactory factory() {
        return JsonFactory.builder()
                .streamReadConstraints(
                        StreamReadConstraints.builder()
                                .maxStringLength(ROW_BYTES_MAX)
                                .maxNestingDepth(DEPTH_MAX)
                                .maxNumberLength(NUMBER_MAX)
                                .maxNameLength(NAME_MAX)
                                .build())
                .streamWriteConstraints(
                        StreamWriteConstraints.builder().maxNestingDepth(DEPTH_MAX).build())
                .build();
    }

    /// What is said of a row that is too long.
    ///
    /// @param place where it is in the file
    static TelegraphException tooLong(String file, String place) {
        return refused(
                file,
                place,
                "a row has at most " + ROW_BYTES_MAX + " bytes",
                "Write it as several rows, or leave the long member out");
    }

    /// What is said of what the parser refused for its size.
    static TelegraphException of(String file, String place, StreamConstraintsException e) {
        // The parser names the constraint by the method that has it.
        String message = e.getOriginalMessage();
        if (message.contains("getMaxStringLength")) {
            return tooLong(file, place);
        }
        if (message.contains("NestingDepth")) {
            return refused(
                    file,
                    place,
                    "arrays and objects lie at most " + DEPTH_MAX + " deep in each other",
                    "Write what lies deeper as a text of its own");
        }
        if (message.contains("getMaxNumberLength")) {
            return refused(
                    file,
                    place,
                    "a number has at most " + NUMBER_MAX + " digits",
                    "Put it in quotes to have it as TEXT");
        }
        return refused(
                file,
                place,
                "a name has at most " + NAME_MAX + " characters",
                "Write it as a value (" + message + ")");
    }

    private static TelegraphException refused(
            String file, String place, String rule, String advice) {
        return TelegraphException.of(
                SqlState.PROGRAM_LIMIT,
                rule + ": file=" + file + " " + place + ". " + advice + ".");
    }
}
