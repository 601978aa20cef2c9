package telegraph.server.postgres;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import telegraph.ground.SqlState;
import telegraph.ground.TelegraphException;
import telegraph.server.door.DoorContext;
import telegraph.server.net.ShutdownNotice;
import telegraph.server.postgres.login.StartupPacket;
import telegraph.server.postgres.message.Fields;
import telegraph.server.postgres.message.Kind;
import telegraph.server.postgres.message.LongMessages;
import telegraph.server.postgres.message.Malformed;

/// A connection: cuts what comes into messages, and has those before the login and those after it
/// done.
///
/// Nothing is kept between messages but the part of one that has come. Its length is looked at
/// before anything is kept of it.
///
/// Threads: the connection's loop.
final class PostgresConnection extends ChannelInboundHandlerAdapter {
    private static final int HEADER_BYTES = 5;
    private static final int LENGTH_BYTES = 4;

    /// The longest message that has nothing in it that a user wrote.
    private static final int SHORT_BYTES_MAX = 64 << 10;

    private final DoorContext door;
    private final LongMessages messages;
    private final Login login;
    private final Fields fields = new Fields();
    private ByteBuf pending;
    private PgConversation conversation;
    private boolean closing;

    /// The length of the message that has begun to come, or 0.
    private int begun;

    PostgresConnection(DoorContext door, Backends backends) {
        this.door = door;
        this.messages = backends.messages();
        this.login = new Login(door, backends);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf data = (ByteBuf) message;
        if (pending != null) {
            pending.writeBytes(data);
            data.release();
            data = pending;
            pending = null;
        }
        try {
            if (!closing) {
                cut(context.channel(), data);
            }
            if (!closing && data.isReadable()) {
                pending = rest(context, data);
            }
        } catch (Malformed e) {
            fatal(context.channel(), "08P01", e.getMessage());
        } catch (TelegraphException e) {
            fatal(context.channel(), e.state().code(), e.getMessage());
        } finally {
            if (data != pending) {
                data.release();
            }
        }
    }

    /// Keeps the part of a message that has come, in a buffer that is only as large as it must be.
    private static ByteBuf rest(ChannelHandlerContext context, ByteBuf data) {
        if (data.readerIndex() == 0 && data.maxCapacity() == Integer.MAX_VALUE) {
            return data;
        }
        ByteBuf rest = context.alloc().buffer(data.readableBytes());
        return rest.writeBytes(data);
    }

    private void cut(Channel channel, ByteBuf data) {
        while (!closing) {
            boolean typed = login.isStarted();
            int header = typed ? HEADER_BYTES : LENGTH_BYTES;
            if (data.readableBytes() < header) {
                return;
            }
            int start = data.readerIndex();
            byte type = typed ? data.getByte(start) : 0;
            int length = data.getInt(start + header - LENGTH_BYTES);
            check(typed, type, length);
            if (begun == 0 && conversation != null) {
                messages.take(length - LENGTH_BYTES);
                begun = length - LENGTH_BYTES;
            }
            if (data.readableBytes() < header - LENGTH_BYTES + length) {
                return;
            }
            begun = 0;
            data.readerIndex(start + header);
            accept(channel, type, data, length - LENGTH_BYTES);
        }
    }

    private void check(boolean typed, byte type, int length) {
        int most;
        if (!typed) {
            most = StartupPacket.BYTES_MAX;
        } else if (conversation == null) {
            if (type != Kind.PROOF) {
                throw new Malformed("before the login there is nothing but its proof");
            }
            most = StartupPacket.BYTES_MAX;
        } else {
            if (!Kind.isKnown(type)) {
                throw new Malformed("no such message: type=" + (type & 0xff));
            }
            most = Kind.isLong(type) ? longest() : SHORT_BYTES_MAX;
        }
        if (typed && Kind.isLong(type) && length - LENGTH_BYTES > most) {
            throw TelegraphException.of(
                    SqlState.CONFIGURATION_LIMIT,
                    "messages are limited in length: bytes="
                            + length
                            + " limit="
                            + most
                            + ". Send less at once, or raise statement_size_limit");
        }
        if (length < LENGTH_BYTES || length - LENGTH_BYTES > most) {
            throw new Malformed(
                    "a message has a length of at least 4, and at most its limit: length="
                            + Integer.toUnsignedString(length)
                            + " limit="
                            + most);
        }
    }

    /// A statement of one byte a character may have a few more bytes besides.
    private int longest() {
        return Math.max(door.queries().statementBytesMax(), SHORT_BYTES_MAX) + SHORT_BYTES_MAX;
    }

    private void accept(Channel channel, byte type, ByteBuf data, int length) {
        if (conversation != null) {
            if (type == Kind.TERMINATE) {
                close(channel);
                data.skipBytes(length);
            } else {
                conversation.accept(type, data, length);
            }
            return;
        }
        fields.open(data, length);
        try {
            if (login.isStarted()) {
                login.proof(fields);
            } else {
                login.opening(channel, fields, data.readableBytes() == length);
            }
        } finally {
            fields.close();
        }
        conversation = login.conversation();
        closing |= login.isRefused();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (conversation == null) {
            conversation = login.conversation();
        }
        if (conversation != null) {
            conversation.burstEnds();
        }
        context.fireChannelReadComplete();
    }

    private void close(Channel channel) {
        closing = true;
        channel.close();
    }

    private void fatal(Channel channel, String code, String why) {
        closing = true;
        login.fatal(channel, code, why);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof ShutdownNotice leaving) {
            if (conversation == null) {
                context.close();
            } else {
                switch (leaving) {
                    case SOON -> conversation.leave();
                    case NOW -> conversation.leaveNow();
                }
            }
        }
        context.fireUserEventTriggered(event);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        closing = true;
        messages.give(begun);
        begun = 0;
        if (pending != null) {
            pending.release();
            pending = null;
        }
        login.gone();
        context.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // A connection that broke: there is nobody to tell.
        context.close();
    }
}
