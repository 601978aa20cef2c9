package telegraph.crawler.dns;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.xbill.DNS.AAAARecord;
import org.xbill.DNS.ARecord;
import org.xbill.DNS.CNAMERecord;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Record;
import org.xbill.DNS.SOARecord;
import org.xbill.DNS.Section;
import org.xbill.DNS.TextParseException;

/// Replies as another implementation writes them.
final class Messages {
    private Messages() {}

    static Message question(String name, int type) {
        return Message.newQuery(Record.newRecord(name(name), type, DClass.IN));
    }

    /// The reply to a question, still empty.
    static Message reply(Message question) {
        Message reply = new Message(question.getHeader().getID());
        reply.getHeader().setFlag(Flags.QR);
        reply.getHeader().setFlag(Flags.RA);
        reply.addRecord(question.getQuestion(), Section.QUESTION);
        return reply;
    }

    static Message reply(Message question, Record... answers) {
        Message reply = reply(question);
        for (Record record : answers) {
            reply.addRecord(record, Section.ANSWER);
        }
        return reply;
    }

    static Message absent(Message question, int rcode, long ttl, long minimum) {
        Message reply = reply(question);
        reply.getHeader().setRcode(rcode);
        Name zone = name("test");
        reply.addRecord(
                new SOARecord(zone, DClass.IN, ttl, zone, zone, 1, 1, 1, 1, minimum),
                Section.AUTHORITY);
        return reply;
    }

    static Record a(String owner, long ttl, String address) {
        return new ARecord(name(owner), DClass.IN, ttl, InetAddress.ofLiteral(address));
    }

    static Record aaaa(String owner, long ttl, String address) {
        return new AAAARecord(name(owner), DClass.IN, ttl, InetAddress.ofLiteral(address));
    }

    static Record cname(String owner, long ttl, String target) {
        return new CNAMERecord(name(owner), DClass.IN, ttl, name(target));
    }

    static Name name(String text) {
        try {
            return Name.fromString(text, Name.root);
        } catch (TextParseException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    static InetAddress address(int number) {
        try {
            return InetAddress.getByAddress(
                    new byte[] {127, 0, (byte) (number >> 8), (byte) number});
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }
}
