package telegraph.testkit.web;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;

/// The plainest crawler: one page after another, links by jsoup, the name server asked by hand.
final class SmallCrawler {
    record Response(int status, Map<String, String> headers, byte[] body) {}

    final Map<String, Integer> answered = new HashMap<>();
    private final SyntheticWeb web;
    private final Set<String> seen = new HashSet<>();
    private final Queue<String> queue = new ArrayDeque<>();
    private final Map<String, InetAddress> addresses = new HashMap<>();
    private final Set<String> robots = new HashSet<>();

    SmallCrawler(SyntheticWeb web) {
        this.web = web;
    }

    void crawl(String seed) throws IOException {
        offer(seed);
        while (!queue.isEmpty()) {
            URI url = URI.create(queue.remove());
            if (robots.add(url.getHost())) {
                get(url.resolve("/robots.txt"), "");
            }
            Response response = get(url, "");
            answered.put(url.toString(), response.status());
            if (response.headers().containsKey("location")) {
                offer(url.resolve(response.headers().get("location")).toString());
            }
            String html = new String(response.body(), StandardCharsets.UTF_8);
            for (Element link : Jsoup.parse(html, url.toString()).select("a[href]")) {
                offer(link.absUrl("href"));
            }
        }
    }

    private void offer(String link) {
        URI url = URI.create(link.strip()).normalize();
        String normal =
                "http://"
                        + url.getHost().toLowerCase(Locale.ROOT)
                        + ":"
                        + url.getPort()
                        + url.getRawPath()
                        + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery());
        if (seen.add(normal)) {
            queue.add(normal);
        }
    }

    /// One request on a connection of its own.
    Response get(URI url, String headers) throws IOException {
        InetAddress address = addresses.get(url.getHost());
        if (address == null) {
            address = resolve(url.getHost());
            addresses.put(url.getHost(), address);
        }
        String target =
                url.getRawPath() + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery());
        try (Socket socket = new Socket(address, url.getPort())) {
            String request =
                    "GET " + target + " HTTP/1.1\r\nHost: " + url.getAuthority() + "\r\n" + headers;
            socket.getOutputStream().write((request + "\r\n").getBytes(StandardCharsets.UTF_8));
            DataInputStream in = new DataInputStream(socket.getInputStream());
            String[] head = head(in).split("\r\n");
            Map<String, String> found = new HashMap<>();
            for (int i = 1; i < head.length; i++) {
                String[] parts = head[i].split(": ", 2);
                found.put(parts[0].toLowerCase(Locale.ROOT), parts[1]);
            }
            byte[] body = new byte[Integer.parseInt(found.getOrDefault("content-length", "0"))];
            in.readFully(body);
            return new Response(Integer.parseInt(head[0].split(" ")[1]), found, body);
        }
    }

    private static String head(DataInputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        String tail = "";
        while (!tail.equals("\r\n\r\n")) {
            int octet = in.read();
            if (octet < 0) {
                throw new EOFException("the head ends: " + head);
            }
            head.write(octet);
            tail = (tail + (char) octet).substring(Math.max(0, tail.length() - 3));
        }
        return head.toString(StandardCharsets.ISO_8859_1);
    }

    private InetAddress resolve(String name) throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            byte[] query = query(77, name, 1);
            socket.send(new DatagramPacket(query, query.length, web.resolver()));
            DatagramPacket packet = new DatagramPacket(new byte[512], 512);
            socket.setSoTimeout(10_000);
            socket.receive(packet);
            return InetAddress.getByAddress(lastFour(packet));
        }
    }

    static byte[] query(int id, String name, int type) {
        ByteBuffer query = ByteBuffer.allocate(name.length() + 18);
        query.putShort((short) id).putShort((short) 0x100).putShort((short) 1);
        query.putShort((short) 0).putInt(0);
        for (String label : name.split("\\.")) {
            query.put((byte) label.length()).put(label.getBytes(StandardCharsets.US_ASCII));
        }
        query.put((byte) 0).putShort((short) type).putShort((short) 1);
        return query.array();
    }

    private static byte[] lastFour(DatagramPacket packet) {
        byte[] address = new byte[4];
        System.arraycopy(packet.getData(), packet.getLength() - 4, address, 0, 4);
        return address;
    }
}
