package telegraph.sources.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static telegraph.sources.file.ParquetFile.bits;
import static telegraph.sources.file.ParquetFile.ints;
import static telegraph.sources.file.ParquetFile.joined;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.parquet.format.ColumnCryptoMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.EncryptionWithFooterKey;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.IntType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.engine.source.Source;
import telegraph.ground.TelegraphException;
import telegraph.sources.FileFormat;
import telegraph.sources.FileTables;
import telegraph.sources.Reach;
import telegraph.sources.RemoteFiles;

/// What a Parquet file says of itself must be so, else it is refused; and all it has is read.
class ParquetDamageTest {
    @TempDir Path folder;

    private Source open() {
        return new FileTables(folder, RemoteFiles.NONE, () -> Reach.ALL)
                .open("t.parquet", FileFormat.AUTO, Map.of());
    }

    private Table read(byte[] file) throws Exception {
        Files.write(folder.resolve("t.parquet"), file);
        return Table.read(open());
    }

    private String refusal(byte[] file) {
        TelegraphException e = assertThrows(TelegraphException.class, () -> read(file));
        assertEquals(TelegraphException.Kind.INPUT, e.kind(), e.getMessage());
        assertTrue(e.getMessage().contains("file=t.parquet"), e.getMessage());
        return e.getMessage();
    }

    private void refused(String rule, ParquetFile file) throws Exception {
        String message = refusal(file.bytes());
        assertTrue(message.contains(rule), message);
    }

    private static ParquetFile flat() throws Exception {
        ParquetFile file = new ParquetFile(2);
        file.column("a");
        file.page(2, ints(1, 2), "a");
        return file;
    }

    private static ParquetFile lists(int[] repetition, int... values) throws Exception {
        ParquetFile file = new ParquetFile(2);
        file.lists("l");
        int[] defined = new int[values.length];
        Arrays.fill(defined, 1);
        file.page(values.length, joined(bits(repetition), bits(defined), ints(values)), "l");
        return file;
    }

    @Test
    void theFilesOfThisTestAreReadAsTheyAre() throws Exception {
        assertEquals(List.of(List.of(1), List.of(2)), read(flat().bytes()).rows());
        assertEquals(
                List.of(List.of("{1,2}"), List.of("{3}")),
                read(lists(new int[] {0, 1, 0}, 1, 2, 3).bytes()).rows());
    }

    @Test
    void columnsOfOneNameAreAllRead() throws Exception {
        ParquetFile file = new ParquetFile(1);
        String[] names = {"a", "b", "a", "A", "a_1", ""};
        for (int i = 0; i < names.length; i++) {
            file.column(names[i]);
            file.page(1, ints(i), names[i]);
        }
        Table table = read(file.bytes());
        assertEquals(
                List.of(
                        "a INTEGER",
                        "b INTEGER",
                        "a_2 INTEGER",
                        "A_3 INTEGER",
                        "a_1 INTEGER",
                        "column6 INTEGER"),
                Table.columns(open()));
        assertEquals(List.of(List.of(0, 1, 2, 3, 4, 5)), table.rows());
        assertEquals(
                List.of(
                        "column 3 of file=t.parquet, another \"a\", is \"a_2\" here",
                        "column \"A\" is \"A_3\" here",
                        "a column without a name is \"column6\" here"),
                table.meter().progress().notes());
    }

    @Test
    void nestedColumnsOfOneNameAreAllRead() throws Exception {
        ParquetFile file = new ParquetFile(1);
        for (String[] members : new String[][] {{"x"}, {"x", "y"}}) {
            file.schema.getFirst().setNum_children(file.schema.getFirst().num_children + 1);
            file.element("s", null, FieldRepetitionType.REQUIRED).setNum_children(members.length);
            for (String member : members) {
                file.element(member, Type.INT32, FieldRepetitionType.REQUIRED);
                file.page(1, ints(file.chunks.size()), "s", member);
            }
        }
        assertEquals(List.of(List.of("{\"x\":0}", "{\"x\":1,\"y\":2}")), read(file.bytes()).rows());
        file.schema.getLast().setName("x");
        refused("what a structure has must have different names: name=x", file);
    }

    @Test
    void checkValuesOfGzipAreLookedAt() throws Exception {
        for (boolean nested : new boolean[] {false, true}) {
            ParquetFile file = new ParquetFile(2);
            file.codec = CompressionCodec.GZIP;
            byte[] values = ints(7, 8);
            if (nested) {
                file.lists("l");
                file.page(2, joined(bits(0, 0), bits(1, 1), values), "l");
            } else {
                file.column("a");
                file.page(2, values, "a");
            }
            byte[] whole = file.bytes();
            assertEquals(2, read(whole).rows().size());
            int end = (int) (4 + file.chunks.getFirst().meta_data.total_compressed_size);
            for (int at = end - 8; at < end; at++) {
                byte[] damaged = whole.clone();
                damaged[at] ^= 4;
                String message = refusal(damaged);
                assertTrue(message.contains("a page must be compressed as it says"), message);
            }
        }
    }

    @Test
    void aPageThatGoesOnPastItsSizeIsRefused() throws Exception {
        for (CompressionCodec codec :
                List.of(CompressionCodec.UNCOMPRESSED, CompressionCodec.GZIP)) {
            ParquetFile file = new ParquetFile(2);
            file.codec = codec;
            file.column("a");
            file.page(2, ints(1, 2, 3), 8, "a");
            refused("a page must", file);
            ParquetFile nested = new ParquetFile(2);
            nested.codec = codec;
            nested.lists("l");
            byte[] content = joined(bits(0, 0), bits(1, 1), ints(1, 2));
            nested.page(2, joined(content, ints(3)), content.length, "l");
            refused("a page must", nested);
        }
    }

    @Test
    void checkValuesOfPagesAreLookedAt() throws Exception {
        for (boolean nested : new boolean[] {false, true}) {
            ParquetFile file = new ParquetFile(2);
            file.checked = true;
            if (nested) {
                file.lists("l");
                file.page(2, joined(bits(0, 0), bits(1, 1), ints(1, 2)), "l");
            } else {
                file.column("a");
                file.page(2, ints(1, 2), "a");
            }
            byte[] whole = file.bytes();
            assertEquals(2, read(whole).rows().size());
            int end = (int) (4 + file.chunks.getFirst().meta_data.total_compressed_size);
            whole[end - 3] ^= 1;
            String message = refusal(whole);
            assertTrue(message.contains("a page must have the check value of its bytes"), message);
        }
    }

    @Test
    void listsAreOfAsManyRowsAsThereAre() throws Exception {
        refused(
                "the first value of a column must begin a row",
                lists(new int[] {1, 0, 0}, 1, 2, 3));
        refused(
                "the values of a column must be of as many rows",
                lists(new int[] {0, 1, 1}, 1, 2, 3));
        refused(
                "the values of a column must be of as many rows",
                lists(new int[] {0, 0, 0}, 1, 2, 3));
    }

    @Test
    void aColumnHasAsManyValuesAsThereAreRows() throws Exception {
        for (int values : new int[] {0, 1, 3}) {
            ParquetFile file = flat();
            file.chunks.getFirst().meta_data.setNum_values(values);
            refused("a column must have as many values as there are rows", file);
        }
        ParquetFile lists = lists(new int[] {0, 1, 0}, 1, 2, 3);
        lists.chunks.getFirst().meta_data.setNum_values(1);
        refused("a column must have as many values as there are rows", lists);
        ParquetFile more = new ParquetFile(2);
        more.column("a");
        more.page(3, ints(1, 2, 3), "a").setNum_values(2);
        refused("the pages of a column must have no more rows", more);
        ParquetFile group = flat();
        group.meta.setNum_rows(3);
        refused("the row groups must have the rows of the file", group);
    }

    @Test
    void aSchemaHasTheColumnsItSays() throws Exception {
        for (int count : new int[] {-1, 2, 1 << 30}) {
            ParquetFile file = flat();
            file.schema.getFirst().setNum_children(count);
            assertTrue(refusal(file.bytes()).contains("Its footer is damaged"));
        }
        for (int count : new int[] {-1, 1, 3}) {
            ParquetFile file = flat();
            file.schema.getLast().setNum_children(count);
            refused("a group has columns, and no more than there are", file);
        }
        ParquetFile fewer = flat();
        fewer.element("b", Type.INT32, FieldRepetitionType.REQUIRED);
        refused("a schema has as many columns as it says", fewer);
    }

    @Test
    void anEncryptedColumnIsRefusedByName() throws Exception {
        ParquetFile file = flat();
        file.column("b");
        file.page(2, ints(3, 4), "b");
        file.chunks
                .getLast()
                .setCrypto_metadata(
                        ColumnCryptoMetaData.ENCRYPTION_WITH_FOOTER_KEY(
                                new EncryptionWithFooterKey()));
        refused(
                "a column must not be encrypted, which is not supported: file=t.parquet column=b",
                file);
        assertEquals(List.of(List.of(1), List.of(2)), Table.read(open(), "a").rows());
        byte[] whole = flat().bytes();
        whole[3] = 'E';
        whole[whole.length - 1] = 'E';
        assertTrue(refusal(whole).contains("begins_with=PARE. It is encrypted"));
    }

    @Test
    void smallNumbersAreOfTheirTypes() throws Exception {
        record Case(int bits, boolean signed, int least, int most) {}
        for (Case c :
                List.of(
                        new Case(8, false, 0, 255),
                        new Case(16, false, 0, 65_535),
                        new Case(8, true, -128, 127),
                        new Case(16, true, -32_768, 32_767))) {
            for (boolean nested : new boolean[] {false, true}) {
                assertEquals(
                        2, read(numbers(c.bits, c.signed, nested, c.least, c.most)).rows().size());
                for (int wrong : new int[] {c.least - 1, c.most + 1, 4_194_559}) {
                    String message = refusal(numbers(c.bits, c.signed, nested, 1, wrong));
                    assertTrue(message.contains("a number fits its type"), message);
                }
            }
        }
    }

    private static byte[] numbers(int bits, boolean signed, boolean nested, int one, int other)
            throws Exception {
        ParquetFile file = new ParquetFile(2);
        if (nested) {
            file.lists("n");
        } else {
            file.column("n");
        }
        file.schema.getLast().setLogicalType(LogicalType.INTEGER(new IntType((byte) bits, signed)));
        byte[] values = ints(one, other);
        file.page(2, nested ? joined(bits(0, 0), bits(1, 1), values) : values, "n");
        return file.bytes();
    }

    @Test
    void aDecimalHasTheDigitsOfItsType() throws Exception {
        for (int wrong : new int[] {100_000, -100_000}) {
            ParquetFile file = new ParquetFile(2);
            file.column("d").setConverted_type(ConvertedType.DECIMAL);
            file.schema.getLast().setPrecision(5);
            file.schema.getLast().setScale(2);
            file.page(2, ints(99_999, wrong), "d");
            refused("a decimal has no more digits than its type", file);
        }
    }

    @Test
    void aFileWithoutColumnsHasItsRows() throws Exception {
        assertEquals(0, read(new ParquetFile(0).bytes()).rows().size());
        assertEquals(3, read(new ParquetFile(3).bytes()).rows().size());
    }

    @Test
    void aMeaningOfTheFutureIsIgnored() throws Exception {
        ParquetFile file = flat();
        byte[] known = flat().bytes();
        assertEquals(List.of(List.of(1), List.of(2)), read(known).rows());
        // An empty union is what remains of one whose member is not known.
        file.schema
                .getLast()
                .setLogicalType(LogicalType.UNKNOWN(new org.apache.parquet.format.NullType()));
        byte[] future = file.bytes();
        int at = indexOf(future, new byte[] {(byte) 0xbc, 0x00, 0x00});
        assertFalse(at < 0, "UNKNOWN is field 11: " + java.util.HexFormat.of().formatHex(future));
        future[at] = (byte) 0x9c; // reserved, and in no version of the format
        assertEquals(List.of(List.of(1), List.of(2)), read(future).rows());
    }

    private static int indexOf(byte[] bytes, byte[] part) {
        for (int i = 0; i + part.length <= bytes.length; i++) {
            if (Arrays.equals(bytes, i, i + part.length, part, 0, part.length)) {
                return i;
            }
        }
        return -1;
    }
}
