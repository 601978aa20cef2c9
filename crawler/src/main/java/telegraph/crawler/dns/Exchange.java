package telegraph.crawler.dns;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/// One message sent to one server, and the messages that come back.
///
/// Each has a socket of its own, connected to the server: so its port is one that nobody can
/// foresee, the system drops what other machines send to it, and a server that is not there is
/// known at once.
///
/// Threads: the resolver's own.
sealed interface Exchange extends AutoCloseable {
    /// Takes what has come, after the selector said that there is something.
    ///
    /// @return the octets of a message in `into`, or 0 if none is complete
    int receive(ByteBuffer into) throws IOException;

    /// Never fails: whatever it is, the socket is of no more use.
    @Override
    void close();

    /// Sends over UDP.
    static Exchange datagram(InetSocketAddress server, byte[] message, Registration registration)
            throws IOException {
        DatagramChannel channel = DatagramChannel.open();
        try {
            channel.configureBlocking(false);
            channel.connect(server);
            channel.write(ByteBuffer.wrap(message));
            registration.add(channel, SelectionKey.OP_READ);
            return new Datagram(channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /// Sends over TCP, where a message has its length before it.
    static Exchange stream(InetSocketAddress server, byte[] message, Registration registration)
            throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.configureBlocking(false);
            boolean connected = channel.connect(server);
            ByteBuffer out = ByteBuffer.allocate(2 + message.length);
            out.putShort((short) message.length).put(message).flip();
            SelectionKey key =
                    registration.add(
                            channel, connected ? SelectionKey.OP_WRITE : SelectionKey.OP_CONNECT);
            return new Stream(channel, key, out);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /// Where a channel is watched, for whom.
    record Registration(Selector selector, Object owner) {
        SelectionKey add(SelectableChannel channel, int interest) throws IOException {
            return channel.register(selector, interest, owner);
        }
    }

    /// Over UDP.
    record Datagram(DatagramChannel channel) implements Exchange {
        @Override
        public int receive(ByteBuffer into) throws IOException {
            into.clear();
            return Math.max(0, channel.read(into));
        }

        @Override
        public void close() {
            shut(channel);
        }
    }

    /// Over TCP.
    final class Stream implements Exchange {
        private final SocketChannel channel;
        private final SelectionKey key;
        private final ByteBuffer out;
        private final ByteBuffer head = ByteBuffer.allocate(2);
        private ByteBuffer in;

        private Stream(SocketChannel channel, SelectionKey key, ByteBuffer out) {
            this.channel = channel;
            this.key = key;
            this.out = out;
        }

        @Override
        public int receive(ByteBuffer into) throws IOException {
            if (!channel.isConnected() && !channel.finishConnect()) {
                return 0;
            }
            if (out.hasRemaining()) {
                channel.write(out);
                key.interestOps(out.hasRemaining() ? SelectionKey.OP_WRITE : SelectionKey.OP_READ);
                return 0;
            }
            if (in == null) {
                fill(head);
                if (head.hasRemaining()) {
                    return 0;
                }
                int size = head.getShort(0) & 0xffff;
                if (size > into.capacity()) {
                    throw new IOException("a reply of " + size + " octets is too long");
                }
                in = ByteBuffer.allocate(size);
            }
            fill(in);
            if (in.hasRemaining()) {
                return 0;
            }
            into.clear();
            into.put(in.flip());
            return into.position();
        }

        private void fill(ByteBuffer to) throws IOException {
            if (channel.read(to) < 0) {
                throw new EOFException("the server closed the connection");
            }
        }

        @Override
        public void close() {
            shut(channel);
        }
    }

    private static void shut(SelectableChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // The answer is known, or given up; a socket that fails to close changes nothing.
            return;
        }
    }
}
