package telegraph.server.redis;

/// The words of a command, copied.
///
/// Threads: one at a time.
final class KeptRequest implements Arguments {
    private final byte[][] words;

    KeptRequest(Arguments from) {
        words = new byte[from.count()][];
        for (int i = 0; i < words.length; i++) {
            words[i] = from.bytes(i);
        }
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
