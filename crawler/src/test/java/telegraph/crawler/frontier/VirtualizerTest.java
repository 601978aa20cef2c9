package telegraph.crawler.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import telegraph.crawler.mark.FrontierWords;

final class VirtualizerTest {
    @Test
    void aSegmentMayBeFullToItsLastByte() {
        Shares shares = FrontierModelTest.tiny(0, 0);
        int bytes = (int) shares.segmentBytes() - Virtualizer.HEAD_BYTES;
        MemorySegment entry = MemorySegment.ofArray(new byte[bytes]);
        entry.set(FrontierWords.SHORT, 0, (short) bytes);
        try (TestParts parts = new TestParts(shares)) {
            Virtualizer log = new Virtualizer(parts.parts());
            MemorySegment head = MemorySegment.ofArray(new byte[Virtualizer.HEAD_BYTES]);
            for (int chunk = 1; chunk <= 3; chunk++) {
                log.begin(chunk);
                assertTrue(log.add(entry, 0));
                long position = log.end();
                assertEquals(chunk * shares.segmentBytes(), position);
                assertEquals(Virtualizer.HEAD_BYTES, log.read(position, head));
                assertEquals(chunk, head.get(FrontierWords.LONG, 0));
            }
            assertEquals(3L * bytes, log.liveBytes());
        }
    }
}
