package telegraph.sources.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static telegraph.sources.file.ParquetFile.bits;
import static telegraph.sources.file.ParquetFile.ints;
import static telegraph.sources.file.ParquetFile.joined;
import static telegraph.sources.file.ParquetFile.pairs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import telegraph.engine.source.Source;
import telegraph.ground.TelegraphException;
import telegraph.memory.ArrayText;
import telegraph.sources.FileFormat;
import telegraph.sources.FileTables;
import telegraph.sources.Reach;
import telegraph.sources.RemoteFiles;

/// Random lists, written in each of the ways that Parquet has for them, against themselves.
///
/// Strategy: lists of up to four numbers, some NULL, in lists some of which are NULL or empty, as
/// far as the way to write them has such. Then the file is cut at a random place.
///
/// Invariants: each row is the array that was written; a file that is cut is refused.
class ParquetListsModelTest {
    private static final int CASES = 300;
    private static final int ROWS_MAX = 20;

    @TempDir Path folder;

    private enum Form {
        THREE_LEVELS,
        TWO_LEVELS,
        ONE_LEVEL
    }

    @Test
    void listsAreArrays() throws Exception {
        long seed = System.nanoTime();
        for (int i = 0; i < CASES; i++) {
            check(new Random(seed + i), "seed=" + (seed + i));
        }
    }

    private void check(Random random, String seed) throws Exception {
        Form form = Form.values()[random.nextInt(Form.values().length)];
        List<List<Integer>> lists = new ArrayList<>();
        for (int rows = 1 + random.nextInt(ROWS_MAX); rows > 0; rows--) {
            lists.add(list(random, form));
        }
        byte[] bytes = written(lists, form);
        Files.write(folder.resolve("t.parquet"), bytes);
        Source source = open();
        assertEquals(List.of("l INTEGER[]"), Table.columns(source), seed);
        List<List<Object>> expected =
                lists.stream()
                        .map(list ->
                                Arrays.asList((Object) (list == null ? null : ArrayText.of(list))))
                        .toList();
        assertEquals(expected, Table.read(source).rows(), () -> seed + " " + form);
        Files.write(
                folder.resolve("t.parquet"), Arrays.copyOf(bytes, random.nextInt(bytes.length)));
        try {
            Table.read(open());
            throw new AssertionError(seed + " a file that is cut was read");
        } catch (TelegraphException e) {
            assertTrue(e.getMessage().contains("t.parquet"), e.getMessage());
        }
    }

    private Source open() {
        return new FileTables(folder, RemoteFiles.NONE, () -> Reach.ALL)
                .open("t.parquet", FileFormat.PARQUET, Map.of());
    }

    private static List<Integer> list(Random random, Form form) {
        if (form != Form.ONE_LEVEL && random.nextInt(5) == 0) {
            return null;
        }
        List<Integer> list = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            boolean isNull = form == Form.THREE_LEVELS && random.nextInt(4) == 0;
            list.add(isNull ? null : random.nextInt());
        }
        return list;
    }

    /// A file of one page: how deep each value is there, whether it goes on with a list, and the
    /// numbers.
    private static byte[] written(List<List<Integer>> lists, Form form) throws Exception {
        int there = form == Form.THREE_LEVELS ? 3 : form == Form.TWO_LEVELS ? 2 : 1;
        List<Integer> repeated = new ArrayList<>();
        List<Integer> defined = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        for (List<Integer> list : lists) {
            if (list == null || list.isEmpty()) {
                repeated.add(0);
                defined.add(list == null || form == Form.ONE_LEVEL ? 0 : 1);
                continue;
            }
            for (int i = 0; i < list.size(); i++) {
                repeated.add(i == 0 ? 0 : 1);
                defined.add(list.get(i) == null ? 2 : there);
                if (list.get(i) != null) {
                    numbers.add(list.get(i));
                }
            }
        }
        ParquetFile file = new ParquetFile(lists.size());
        List<String> path = new ArrayList<>(List.of("l"));
        switch (form) {
            case THREE_LEVELS -> {
                file.nullableLists("l");
                path.addAll(List.of("list", "element"));
            }
            case TWO_LEVELS -> {
                file.oldLists("l");
                path.add("array");
            }
            case ONE_LEVEL -> file.lists("l");
        }
        byte[] depths = there == 1 ? bits(array(defined)) : pairs(array(defined));
        file.page(
                repeated.size(),
                joined(bits(array(repeated)), depths, ints(array(numbers))),
                path.toArray(String[]::new));
        return file.bytes();
    }

    private static int[] array(List<Integer> list) {
        return list.stream().mapToInt(Integer::intValue).toArray();
    }
}
