package telegraph.testkit.web;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/// Packs bodies by gzip and deflate, some of them as bombs.
final class Packer {
    private static final byte[] GZIP_HEAD = {0x1F, (byte) 0x8B, 8, 0, 0, 0, 0, 0, 0, 3};
    private static final int MEGABYTE = 1 << 20;
    private static final int BOMB_MEGABYTES = 1_024;

    private Packer() {}

    static byte[] gzip(byte[] from, int start, int end) {
        CRC32 sum = new CRC32();
        sum.update(from, start, end - start);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        packed.writeBytes(GZIP_HEAD);
        packed.writeBytes(deflate(from, start, end, true));
        little((int) sum.getValue(), packed);
        little(end - start, packed);
        return packed.toByteArray();
    }

    static byte[] deflate(byte[] from, int start, int end, boolean raw) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED, raw);
        deflater.setInput(from, start, end - start);
        deflater.finish();
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        byte[] buffer = new byte[4_096];
        while (!deflater.finished()) {
            packed.write(buffer, 0, deflater.deflate(buffer));
        }
        deflater.end();
        return packed.toByteArray();
    }

    /// Gzip of a gigabyte of nothing. A megabyte is packed so that it can be said again and again.
    static byte[] bomb() {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
        deflater.setInput(new byte[MEGABYTE]);
        byte[] buffer = new byte[16_384];
        int length = deflater.deflate(buffer, 0, buffer.length, Deflater.FULL_FLUSH);
        deflater.end();
        byte[] bomb = Arrays.copyOf(GZIP_HEAD, GZIP_HEAD.length + BOMB_MEGABYTES * length);
        for (int i = 0; i < BOMB_MEGABYTES; i++) {
            System.arraycopy(buffer, 0, bomb, GZIP_HEAD.length + i * length, length);
        }
        return bomb;
    }

    private static void little(int number, ByteArrayOutputStream to) {
        for (int shift = 0; shift < 32; shift += 8) {
            to.write(number >>> shift);
        }
    }
}
