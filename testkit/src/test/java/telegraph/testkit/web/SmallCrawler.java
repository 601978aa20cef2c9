package telegraph.testkit.web;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
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
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/// The plainest crawler: one page after another, links by jsoup, the name server asked by hand.
final class SmallCrawler {
    record Response(int status, Map<String, String> headers, byte[] body) {}

    private static final int LARGEST = 1 << 24;
    private static final int HEAD_MAX = 1 << 16;

    final Map<String, Integer> answered = new HashMap<>();
    final Map<String, String> titles = new HashMap<>();
    final Map<String, Exception> failed = new HashMap<>();
    private final SyntheticWeb web;
    private final Set<String> seen = new HashSet<>();
    private final Queue<String> queue = new ArrayDeque<>();
    private final Map<String, InetAddress> addresses = new HashMap<>();
    private final Set<String> robots = new HashSet<>();

    SmallCrawler(SyntheticWeb web) {
        this.web = web;
    }

    void crawl(String seed) throws Exception {
        offer(seed);
        while (!queue.isEmpty()) {
            URI url = URI.create(queue.remove());
            Response response = patiently(url);
            if (response == null) {
                continue;
            }
            answered.put(url.toString(), response.status());
            if (response.headers().containsKey("location")) {
                offer(url.resolve(response.headers().get("location")).toString());
            }
            if (response.headers().getOrDefault("content-type", "").startsWith("text/html")) {
                links(url, response);
            }
        }
    }

    private void links(URI url, Response response) throws IOException {
        String type = response.headers().get("content-type");
        int charset = type.toLowerCase(Locale.ROOT).indexOf("charset=");
        Document page =
                Jsoup.parse(
                        new ByteArrayInputStream(response.body()),
                        charset < 0 ? null : type.substring(charset + 8).replace("\"", ""),
                        url.toString());
        titles.put(url.toString(), page.title());
        boolean isFollowed =
                !response.headers().getOrDefault("x-robots-tag", "").contains("nofollow")
                        && page.select("meta[name=Robots][content*=NOFOLLOW]").isEmpty();
        if (isFollowed) {
            for (Element link : page.select("a[href]")) {
                offer(link.absUrl("href"));
            }
        }
        for (Element meta : page.select("meta[http-equiv=refresh]")) {
            offer(url.resolve(meta.attr("content").split("'")[1]).toString());
        }
    }

    /// Null for what gives no whole response.
    private Response patiently(URI url) throws Exception {
        if (!robots.contains(url.getHost())) {
            get(url.resolve("/robots.txt"), "");
            robots.add(url.getHost());
        }
        for (int tried = 1; ; tried++) {
            try {
                Response response = get(url, "");
                if (!response.headers().containsKey("retry-after")) {
                    return response;
                }
                Thread.sleep(1_000 * Long.parseLong(response.headers().get("retry-after")));
            } catch (IOException | NumberFormatException e) {
                if (tried == 2) {
                    failed.put(url.toString(), e);
                    return null;
                }
            }
        }
    }

    private void offer(String link) {
        if (!link.startsWith("http://h") || SyntheticWeb.isWild(link)) {
            return;
        }
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
            int status = Integer.parseInt(head[0].split(" ")[1]);
            byte[] body = status == 304 ? new byte[0] : body(in, found);
            return new Response(status, found, body);
        }
    }

    private static byte[] body(DataInputStream in, Map<String, String> headers) throws IOException {
        byte[] body;
        if (headers.containsKey("content-length")) {
            body = new byte[Integer.parseInt(headers.get("content-length"))];
            in.readFully(body);
        } else if (headers.containsKey("transfer-encoding")) {
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            for (int length = chunk(in); length > 0; length = chunk(in)) {
                whole.write(in.readNBytes(length));
                in.readFully(new byte[2]);
            }
            body = whole.toByteArray();
        } else {
            body = in.readAllBytes();
        }
        InputStream packed = new ByteArrayInputStream(body);
        return switch (headers.getOrDefault("content-encoding", "")) {
            case "gzip" -> {
                byte[] page = new GZIPInputStream(packed).readNBytes(LARGEST);
                if (page.length == LARGEST) {
                    throw new IOException("a bomb: octets=" + page.length);
                }
                yield page;
            }
            case "deflate" ->
                    new InflaterInputStream(packed, new Inflater(body[0] != 0x78)).readAllBytes();
            default -> body;
        };
    }

    private static int chunk(DataInputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            line.append((char) c);
        }
        return Integer.parseInt(line.toString().split(";")[0].strip(), 16);
    }

    private static String head(DataInputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        String tail = "";
        while (!tail.equals("\r\n\r\n")) {
            int octet = in.read();
            if (octet < 0 || head.size() > HEAD_MAX) {
                throw new EOFException("a head ends, and soon: octets=" + head.size());
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
            socket.setSoTimeout(120_000);
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
