package telegraph.bench.load;

import java.util.concurrent.ConcurrentHashMap;

/// A concurrent hash map: what no store can be faster than, since it keeps no promises.
final class MapPeer implements Peer {
    private final ConcurrentHashMap<Integer, byte[]> map = new ConcurrentHashMap<>();

    @Override
    public String commits() {
        return "nothing: no transactions, nothing on disk";
    }

    @Override
    public void load(int rows) {
        for (int a = 0; a < rows; a++) {
            map.put(a, Text.bytes(a, 0));
        }
    }

    @Override
    public Client client() {
        return new MapClient(map);
    }

    @Override
    public void close() {
        map.clear();
    }

    private record MapClient(ConcurrentHashMap<Integer, byte[]> map) implements Client {
        @Override
        public long select(int a) {
            return map.containsKey(a) ? a : 0;
        }

        @Override
        public long selectAll(int a) {
            byte[] b = map.get(a);
            return b == null ? 0 : a + b.clone().length;
        }

        @Override
        public long update(int a, int version) {
            return map.replace(a, Text.bytes(a, version)) == null ? 0 : 1;
        }

        @Override
        public long insert(int a) {
            return map.putIfAbsent(a, Text.bytes(a, 0)) == null ? 1 : 0;
        }

        @Override
        public long delete(int a) {
            return map.remove(a) == null ? 0 : 1;
        }

        @Override
        public void close() {}
    }
}
