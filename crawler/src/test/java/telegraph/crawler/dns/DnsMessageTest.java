package telegraph.crawler.dns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static telegraph.crawler.dns.Messages.a;
import static telegraph.crawler.dns.Messages.aaaa;
import static telegraph.crawler.dns.Messages.cname;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.xbill.DNS.ARecord;
import org.xbill.DNS.CNAMERecord;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.Type;
import telegraph.testkit.Mutations;
import telegraph.testkit.Seeds;

class DnsMessageTest {
    @Test
    void aQuestionIsReadByOthersAsItWasMeant() throws IOException {
        for (boolean extended : new boolean[] {false, true}) {
            byte[] wire = DnsMessage.question(0xBEEF, "h7.synth.test", DnsMessage.AAAA, extended);
            Message read = new Message(wire);
            assertEquals(0xBEEF, read.getHeader().getID());
            assertTrue(read.getHeader().getFlag(Flags.RD));
            assertEquals("h7.synth.test.", read.getQuestion().getName().toString());
            assertEquals(Type.AAAA, read.getQuestion().getType());
            assertEquals(DClass.IN, read.getQuestion().getDClass());
            assertEquals(extended ? 1232 : -1, payload(read));
            assertEquals(wire.length, read.toWire().length);
        }
    }

    private static int payload(Message message) {
        return message.getOPT() == null ? -1 : message.getOPT().getPayloadSize();
    }

    @Test
    void addressesComeInTheirOrderWithTheLeastOfTheirTtls() {
        Message q = Messages.question("h.test", Type.A);
        Message reply =
                Messages.reply(q, a("h.test", 300, "127.0.0.9"), a("h.test", 60, "127.0.0.2"));
        assertEquals(found(60, "127.0.0.9", "127.0.0.2"), read(q, reply));
    }

    @Test
    void addressesOfTheOtherFamilyAreLong() {
        Message q = Messages.question("h.test", Type.AAAA);
        assertEquals(
                found(5, "2001:db8::1"),
                read(q, Messages.reply(q, aaaa("h.test", 5, "2001:db8::1"))));
    }

    @Test
    void namesAreTheSameInSmallAndCapitalLetters() {
        Message q = Messages.question("h.test", Type.A);
        Message reply =
                Messages.reply(Messages.question("H.TEST", Type.A), a("H.Test", 7, "127.0.0.9"));
        reply.getHeader().setID(q.getHeader().getID());
        assertEquals(found(7, "127.0.0.9"), read(q, reply));
    }

    @Test
    void aChainOfAliasesIsFollowedWhateverItsOrder() {
        Message q = Messages.question("a.test", Type.A);
        List<Record> records =
                new ArrayList<>(
                        List.of(
                                cname("a.test", 100, "b.test"),
                                cname("b.test", 50, "c.test"),
                                a("c.test", 70, "127.0.0.3"),
                                a("other.test", 70, "127.0.0.4")));
        for (int i = 0; i < records.size(); i++) {
            Collections.rotate(records, 1);
            assertEquals(
                    found(50, "127.0.0.3"),
                    read(q, Messages.reply(q, records.toArray(Record[]::new))));
        }
    }

    @Test
    void anAliasOfWhichNoMoreIsSaidIsAnAlias() {
        Message q = Messages.question("a.test", Type.A);
        assertEquals(
                new DnsReply.Alias("b.test", 100),
                read(q, Messages.reply(q, cname("a.test", 100, "b.test"))));
    }

    @Test
    void aliasesOfEachOtherFail() {
        Message q = Messages.question("a.test", Type.A);
        Message reply =
                Messages.reply(q, cname("a.test", 1, "b.test"), cname("b.test", 1, "a.test"));
        assertInstanceOf(DnsReply.Failed.class, read(q, reply));
    }

    @Test
    void whatIsNotThereIsBelievedAsLongAsTheZoneSays() {
        Message q = Messages.question("a.test", Type.A);
        assertEquals(
                new DnsReply.Absent(false, 30),
                read(q, Messages.absent(q, Rcode.NXDOMAIN, 900, 30)));
        assertEquals(
                new DnsReply.Absent(true, 20), read(q, Messages.absent(q, Rcode.NOERROR, 20, 900)));
        assertEquals(
                new DnsReply.Absent(false, 10_800),
                read(q, Messages.absent(q, Rcode.NXDOMAIN, 90_000, 90_000)));
    }

    @Test
    void aTtlIsAtMostADayAndNoneWithItsHighestBit() {
        Message q = Messages.question("h.test", Type.A);
        assertEquals(
                found(86_400, "127.0.0.1"),
                read(q, Messages.reply(q, a("h.test", 1_000_000, "127.0.0.1"))));
        byte[] wire = Messages.reply(q, a("h.test", 0x7fffffff, "127.0.0.1")).toWire();
        int ttl = wire.length - 10;
        assertEquals(0x7f, wire[ttl]);
        wire[ttl] = (byte) 0x80;
        assertEquals(found(0, "127.0.0.1"), read(q, wire));
    }

    @Test
    void aCutReplyIsCut() {
        Message q = Messages.question("h.test", Type.A);
        Message reply = Messages.reply(q);
        reply.getHeader().setFlag(Flags.TC);
        assertEquals(new DnsReply.Cut(), read(q, reply));
    }

    @Test
    void aServerThatCannotTellHasFailed() {
        Message q = Messages.question("h.test", Type.A);
        Message reply = Messages.reply(q);
        reply.getHeader().setRcode(Rcode.SERVFAIL);
        assertEquals(new DnsReply.Failed("the server says SERVFAIL"), read(q, reply));
        reply.getHeader().setRcode(Rcode.REFUSED);
        assertEquals(new DnsReply.Failed("the server says REFUSED"), read(q, reply));
        reply.getHeader().setRcode(Rcode.FORMERR);
        assertEquals(new DnsReply.Unread("the server says FORMERR"), read(q, reply));
        reply.getHeader().setRcode(Rcode.NOTIMP);
        assertEquals(new DnsReply.Unread("the server says NOTIMP"), read(q, reply));
    }

    @Test
    void aReplyToSomethingElseIsForeign() {
        Message q = Messages.question("h.test", Type.A);
        Message right = Messages.reply(q, a("h.test", 1, "127.0.0.1"));
        Message otherId = right.clone();
        otherId.getHeader().setID(q.getHeader().getID() ^ 1);
        Message otherName = Messages.reply(Messages.question("i.test", Type.A));
        otherName.getHeader().setID(q.getHeader().getID());
        Message otherType = Messages.reply(Messages.question("h.test", Type.AAAA));
        otherType.getHeader().setID(q.getHeader().getID());
        Message aQuestion = right.clone();
        aQuestion.getHeader().unsetFlag(Flags.QR);
        for (Message foreign : List.of(otherId, otherName, otherType, aQuestion)) {
            assertEquals(new DnsReply.Foreign(), read(q, foreign));
        }
    }

    @Test
    void aDotWithinALabelIsNoDotBetweenLabels() {
        Message q = Messages.question("a\\.b.test", Type.A);
        Message reply = Messages.reply(q, a("a\\.b.test", 1, "127.0.0.1"));
        byte[] wire = reply.toWire();
        assertEquals(
                new DnsReply.Foreign(),
                DnsMessage.reply(wire, wire.length, q.getHeader().getID(), "a.b.test", Type.A));
    }

    @Test
    void pointersThatLeadNowhereFail() {
        Message q = Messages.question("h.test", Type.A);
        byte[] question = q.toWire();
        for (int target : new int[] {question.length, question.length + 2, 0x3fff}) {
            byte[] wire = Arrays.copyOf(question, question.length + 16);
            wire[2] |= (byte) 0x80;
            wire[7] = 1;
            wire[question.length] = (byte) (0xc0 | target >> 8);
            wire[question.length + 1] = (byte) target;
            assertInstanceOf(DnsReply.Failed.class, read(q, wire), "target=" + target);
        }
    }

    @Test
    void twoPointersAtEachOtherEnd() {
        Message q = Messages.question("h.test", Type.A);
        byte[] question = q.toWire();
        byte[] wire = Arrays.copyOf(question, question.length + 20);
        wire[2] |= (byte) 0x80;
        wire[7] = 1;
        int at = question.length;
        // A label of one octet, then back to it, for ever.
        wire[at] = 1;
        wire[at + 1] = 'x';
        wire[at + 2] = (byte) (0xc0 | at >> 8);
        wire[at + 3] = (byte) at;
        assertInstanceOf(DnsReply.Failed.class, read(q, wire));
    }

    @Test
    void nothingThatComesBreaksTheReader() {
        Message q = Messages.question("a.test", Type.A);
        q.getHeader().setID(7);
        Mutations mutations =
                new Mutations(
                        List.of(
                                Messages.reply(
                                                q,
                                                cname("a.test", 100, "b.test"),
                                                cname("b.test", 50, "c.test"),
                                                a("c.test", 70, "127.0.0.3"))
                                        .toWire(),
                                Messages.reply(q, a("a.test", 100, "127.0.0.1")).toWire(),
                                Messages.absent(q, Rcode.NXDOMAIN, 60, 60).toWire(),
                                Messages.absent(q, Rcode.NOERROR, 60, 60).toWire()));
        int[] kinds = new int[3];
        Seeds.run(
                5,
                (seed, random) -> {
                    for (int i = 0; i < 20_000; i++) {
                        byte[] wire = mutations.next(random);
                        DnsReply reply = read(q, wire);
                        kinds[
                                switch (reply) {
                                    case DnsReply.Foreign() -> 0;
                                    case DnsReply.Failed(String why) -> 1;
                                    case DnsReply.Unread(String why) -> 1;
                                    case DnsReply.Found _,
                                            DnsReply.Alias _,
                                            DnsReply.Absent _,
                                            DnsReply.Cut _ ->
                                            2;
                                }]++;
                        random.nextBytes(wire);
                        read(q, wire);
                    }
                });
        assertTrue(kinds[0] > 100 && kinds[1] > 100 && kinds[2] > 100, "each kind came often");
    }

    @Test
    void itAgreesWithAnotherReaderOnRandomReplies() {
        Seeds.run(
                50,
                (seed, random) -> {
                    Message q = Messages.question("n0.test", Type.A);
                    List<Record> records = new ArrayList<>();
                    for (int i = 0; i < 5; i++) {
                        if (random.nextBoolean()) {
                            records.add(cname("n" + i + ".test", 10 + i, "n" + (i + 1) + ".test"));
                        } else {
                            records.add(a("n" + i + ".test", 20 + i, "127.0.0." + (i + 1)));
                        }
                    }
                    String owner = "n0.test.";
                    DnsReply expected = null;
                    long ttl = Long.MAX_VALUE;
                    for (Record record : records) {
                        ttl = Math.min(ttl, record.getTTL());
                        if (record instanceof ARecord address) {
                            expected = new DnsReply.Found(List.of(address.getAddress()), ttl);
                            break;
                        }
                        owner = ((CNAMERecord) record).getTarget().toString();
                    }
                    if (expected == null) {
                        expected = new DnsReply.Alias(owner.substring(0, owner.length() - 1), ttl);
                    }
                    Collections.shuffle(records, new Random(seed));
                    assertEquals(
                            expected, read(q, Messages.reply(q, records.toArray(Record[]::new))));
                });
    }

    private static DnsReply found(long ttl, String... addresses) {
        return new DnsReply.Found(
                Arrays.stream(addresses).map(InetAddress::ofLiteral).toList(), ttl);
    }

    private static DnsReply read(Message question, Message reply) {
        return read(question, reply.toWire());
    }

    private static DnsReply read(Message question, byte[] wire) {
        return DnsMessage.reply(
                wire,
                wire.length,
                question.getHeader().getID(),
                question.getQuestion().getName().toString(true).toLowerCase(Locale.ROOT),
                question.getQuestion().getType());
    }
}
