package telegraph.crawler.dns;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.xbill.DNS.Message;

/// A name server on loopback that answers as a test says, over UDP and TCP, and remembers what it
/// was asked.
final class ScriptedServer implements AutoCloseable {
    /// What to send back for a question: messages in a row, none for silence.
    interface Script {
        List<byte[]> replies(Message question, boolean tcp) throws IOException;
    }

    private final DatagramSocket udp;
    private final ServerSocket tcp;
    private final Script script;
    final List<String> asked = new CopyOnWriteArrayList<>();
    final Map<Integer, Boolean> ports = new ConcurrentHashMap<>();

    ScriptedServer(Script script) throws IOException {
        this.script = script;
        this.tcp = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.udp = new DatagramSocket(tcp.getLocalPort(), InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::serveUdp);
        Thread.ofVirtual().start(this::serveTcp);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), udp.getLocalPort());
    }

    private void serveUdp() {
        byte[] buffer = new byte[512];
        while (!udp.isClosed()) {
            try {
                DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
                udp.receive(packet);
                ports.put(packet.getPort(), true);
                byte[] question = Arrays.copyOf(buffer, packet.getLength());
                for (byte[] reply : replies(question, false)) {
                    udp.send(new DatagramPacket(reply, reply.length, packet.getSocketAddress()));
                }
            } catch (IOException e) {
                // The asker has gone, or the socket is closed, which ends the loop.
                continue;
            }
        }
    }

    private void serveTcp() {
        while (!tcp.isClosed()) {
            try (Socket socket = tcp.accept()) {
                DataInputStream in = new DataInputStream(socket.getInputStream());
                byte[] question = in.readNBytes(in.readUnsignedShort());
                DataOutputStream out = new DataOutputStream(socket.getOutputStream());
                for (byte[] reply : replies(question, true)) {
                    // In pieces, as a network may bring it.
                    out.writeByte(reply.length >> 8);
                    out.flush();
                    out.writeByte(reply.length);
                    out.write(reply, 0, reply.length / 2);
                    out.flush();
                    out.write(reply, reply.length / 2, reply.length - reply.length / 2);
                    out.flush();
                }
            } catch (IOException e) {
                // The asker has gone, or the socket is closed, which ends the loop.
                continue;
            }
        }
    }

    private List<byte[]> replies(byte[] octets, boolean overTcp) throws IOException {
        Message question = new Message(octets);
        asked.add(
                question.getQuestion().getName().toString(true)
                        + " "
                        + org.xbill.DNS.Type.string(question.getQuestion().getType())
                        + (overTcp ? " tcp" : ""));
        return script.replies(question, overTcp);
    }

    @Override
    public void close() throws IOException {
        udp.close();
        tcp.close();
    }
}
