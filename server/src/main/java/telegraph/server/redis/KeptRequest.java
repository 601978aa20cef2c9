package telegraph.server.redis;

import telegraph.server.resp.CommandWords;

/// The words of a command, copied.
///
/// Threads: one at a time.
final class KeptRequest implements CommandWords {
    /// What a word takes beside its letters.
    private static final int WORD_BYTES = 24;

    private final byte[][] words;

    KeptRequest(CommandWords from) {
        words = new byte[from.count()][];
        for (int i = 0; i < words.length; i++) {
            words[i] = from.bytes(i);
        }
    }

    /// About how many bytes it takes.
    long size() {
        long size = 0;
        for (byte[] word : words) {
            size += word.length + WORD_BYTES;
        }
        return size;
    }

    @Override
    public int count() {
        return words.length;
    }

    @Override
    public int length(int index) {
        return words[index].length;
    }

    @Override
    public byte at(int index, int offset) {
        return words[index][offset];
    }

    @Override
    public byte[] bytes(int index) {
        return words[index];
    }
}
