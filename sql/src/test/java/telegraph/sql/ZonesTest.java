package telegraph.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A session that is in a zone reads and shows times as clocks there do; what is expected is what
/// PostgreSQL gives with `SET TIME ZONE 'America/New_York'`.
class ZonesTest {
    @TempDir Path data;
    private Telegraph telegraph;
    private Session session;

    @BeforeEach
    void open() throws InterruptedException {
        telegraph = Telegraph.open(data, Map.of(), Map.of());
        session = telegraph.session();
        session.introduce(
                new SessionClient(
                        "test",
                        "test",
                        name ->
                                name.equalsIgnoreCase("TimeZone")
                                        ? Optional.of("America/New_York")
                                        : Optional.empty()));
        String tables =
                """
                CREATE TABLE z (id INTEGER, t TIMESTAMPTZ, l TIMESTAMP, d DATE, s TEXT);
                INSERT INTO z VALUES (1, '2024-05-17 12:00:00', '2024-05-17 12:00:00', '2024-05-17', '2024-05-17 12:00:00');
                INSERT INTO z VALUES (2, '2024-05-17 23:30:00-04', '2024-05-17 23:30:00', '2024-05-18', '2024-01-17 23:30:00'), (3, '2024-01-17 03:30:00Z', '2024-01-16 22:30:00', '2024-01-16', '2024-03-10 02:30:00'), (4, '2024-11-03 01:30:00', NULL, NULL, '2024-11-03 01:30:00'), (5, NULL, '2024-03-10 02:30:00', '2024-07-04', NULL);
                INSERT INTO z (id, t) SELECT 6, '2024-02-01 10:00'::timestamp;
                INSERT INTO z (id, t) VALUES (7, '2024-06-01'::date);
                UPDATE z SET t = t + interval '1' month WHERE id = 6
                """;
        for (String statement : Session.split(tables)) {
            rows(statement);
        }
    }

    @AfterEach
    void close() {
        session.close();
        telegraph.close();
    }

    private List<String> rows(String statement) throws InterruptedException {
        List<Event> events = new ArrayList<>();
        session.start(statement, events::add).join();
        assertInstanceOf(Event.End.class, events.getLast(), () -> statement + events.getLast());
        return Answer.lines(events);
    }

    @Test
    void nowIsAMomentAndIsKeptAsClocksShowIt() throws InterruptedException {
        assertEquals(
                List.of("a,b,c,d,e", "true,true,true,true,true"),
                rows(
                        "SELECT now() = current_timestamp AS a, now()::timestamp = localtimestamp AS"
                                + " b, now()::date = current_date AS c, now() ="
                                + " localtimestamp::timestamptz AS d, to_char(now(), 'HH24') ="
                                + " to_char(localtimestamp, 'HH24') AS e"));
        rows("INSERT INTO z (id, t, l, d) VALUES (8, now(), now(), current_timestamp)");
        rows(
                "INSERT INTO z (id, t, l, d) VALUES (10, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP,"
                        + " CURRENT_TIMESTAMP)");
        rows("INSERT INTO z (id, t, l, d) SELECT 9, now(), now(), now()");
        rows("UPDATE z SET l = now(), t = current_timestamp(6) WHERE id = 9");
        assertEquals(
                List.of("id,a,b,c", "8,true,true,true", "9,true,true,true", "10,true,true,true"),
                rows(
                        "SELECT id, t::timestamp = l AS a, t::date = d AS b, t <= now() AND t >"
                                + " now() - interval '1 hour' AND l <= now() AS c FROM z WHERE id > 7"
                                + " ORDER BY id"));
    }

    @Test
    void momentsBecomeLocalTimes() throws InterruptedException {
        assertEquals(
                List.of(
                        "id,s,d,l,c",
                        "1,2024-05-17 12:00:00-04,2024-05-17,2024-05-17 12:00:00,12:00:00",
                        "2,2024-05-17 23:30:00-04,2024-05-17,2024-05-17 23:30:00,23:30:00",
                        "3,2024-01-16 22:30:00-05,2024-01-16,2024-01-16 22:30:00,22:30:00",
                        "4,2024-11-03 01:30:00-05,2024-11-03,2024-11-03 01:30:00,01:30:00",
                        "5,,,,",
                        "6,2024-03-01 10:00:00-05,2024-03-01,2024-03-01 10:00:00,10:00:00",
                        "7,2024-06-01 00:00:00-04,2024-06-01,2024-06-01 00:00:00,00:00:00"),
                rows(
                        "SELECT id, t::text AS s, t::date AS d, t::timestamp::text AS l, t::tim"
                                + "e::text AS c FROM z ORDER BY id"));
    }

    @Test
    void localTimesBecomeMoments() throws InterruptedException {
        assertEquals(
                List.of(
                        "id,a,b,c",
                        "1,2024-05-17 12:00:00-04,2024-05-17 00:00:00-04,2024-05-17 12:00:00-04",
                        "2,2024-05-17 23:30:00-04,2024-05-18 00:00:00-04,2024-01-17 23:30:00-05",
                        "3,2024-01-16 22:30:00-05,2024-01-16 00:00:00-05,2024-03-10 03:30:00-04",
                        "4,,,2024-11-03 01:30:00-05",
                        "5,2024-03-10 03:30:00-04,2024-07-04 00:00:00-04,",
                        "6,,,",
                        "7,,,"),
                rows(
                        "SELECT id, l::timestamptz::text AS a, d::timestamptz::text AS b, s::ti"
                                + "mestamptz::text AS c FROM z ORDER BY id"));
    }

    @Test
    void truncated() throws InterruptedException {
        assertEquals(
                List.of(
                        "id,a,b,c",
                        "1,2024-05-17 00:00:00-04,2024-05-17 12:00:00-04,2024-05-01 00:00:00-04",
                        "2,2024-05-17 00:00:00-04,2024-05-17 23:00:00-04,2024-05-01 00:00:00-04",
                        "3,2024-01-16 00:00:00-05,2024-01-16 22:00:00-05,2024-01-01 00:00:00-05",
                        "4,2024-11-03 00:00:00-04,2024-11-03 01:00:00-05,2024-11-01 00:00:00-04",
                        "5,,,",
                        "6,2024-03-01 00:00:00-05,2024-03-01 10:00:00-05,2024-03-01 00:00:00-05",
                        "7,2024-06-01 00:00:00-04,2024-06-01 00:00:00-04,2024-06-01 00:00:00-04"),
                rows(
                        "SELECT id, date_trunc('day', t)::text AS a, date_trunc('hour', t)::tex"
                                + "t AS b, date_trunc('month', t)::text AS c FROM z ORDER BY id"));
    }

    @Test
    void parts() throws InterruptedException {
        assertEquals(
                List.of(
                        "id,a,b,c,e",
                        "1,12,17,5,138",
                        "2,23,17,5,138",
                        "3,22,16,2,16",
                        "4,1,3,0,308",
                        "5,,,,",
                        "6,10,1,5,61",
                        "7,0,1,6,153"),
                rows(
                        "SELECT id, extract(hour from t) AS a, extract(day from t) AS b, extrac"
                                + "t(dow from t) AS c, date_part('doy', t) AS e FROM z ORDER BY id"));
    }

    @Test
    void patterns() throws InterruptedException {
        assertEquals(
                List.of(
                        "id,a",
                        "1,2024-05-17 12:00",
                        "2,2024-05-17 23:30",
                        "3,2024-01-16 22:30",
                        "4,2024-11-03 01:30",
                        "5,",
                        "6,2024-03-01 10:00",
                        "7,2024-06-01 00:00"),
                rows("SELECT id, to_char(t, 'YYYY-MM-DD HH24:MI') AS a FROM z ORDER BY id"));
    }

    @Test
    void readByAPattern() throws InterruptedException {
        assertEquals(
                List.of("a", "2024-05-17 12:00:00-04"),
                rows(
                        "SELECT to_timestamp('2024-05-17 12:00', 'YYYY-MM-DD HH24:MI')::text AS"
                                + " a"));
    }

    @Test
    void groups() throws InterruptedException {
        assertEquals(
                List.of(
                        "d,n",
                        "2024-01-16,1",
                        "2024-03-01,1",
                        "2024-05-17,2",
                        "2024-06-01,1",
                        "2024-11-03,1",
                        ",1"),
                rows("SELECT t::date AS d, count(*) AS n FROM z GROUP BY t::date ORDER BY 1"));
    }

    @Test
    void comparedWithTimestamps() throws InterruptedException {
        assertEquals(
                List.of("id", "1", "2", "3"), rows("SELECT id FROM z WHERE t = l ORDER BY id"));
    }

    @Test
    void comparedWithDates() throws InterruptedException {
        assertEquals(List.of("id", "1", "3"), rows("SELECT id FROM z WHERE t >= d ORDER BY id"));
    }

    @Test
    void comparedWithTexts() throws InterruptedException {
        assertEquals(
                List.of("id", "1", "2", "4"),
                rows(
                        "SELECT id FROM z WHERE t IN ('2024-05-17 12:00:00', '2024-05-17 23:30'"
                                + ") OR t BETWEEN '2024-11-03 00:00' AND '2024-11-03 23:59' ORDER BY id"));
    }

    @Test
    void literals() throws InterruptedException {
        assertEquals(
                List.of("a,b,c", "2024-05-17 12:00:00-04,2024-05-17 06:00:00-04,2024-05-16"),
                rows(
                        "SELECT '2024-05-17 12:00:00'::timestamptz::text AS a, '2024-05-17 12:0"
                                + "0:00+02'::timestamptz::text AS b, '2024-05-17 12:00:00+14'::timestampt"
                                + "z::date AS c"));
    }

    @Test
    void intervals() throws InterruptedException {
        assertEquals(
                List.of(
                        "a,b,c,d",
                        "2024-03-10 03:30:00-04,2024-03-12 00:30:00-04,2024-03-11 23:30:00-04,2024-06-08 23:30:00-04"),
                rows(
                        "SELECT ('2024-03-09 02:30:00'::timestamptz + interval '1' day)::text A"
                                + "S a, ('2024-03-08 23:30:00'::timestamptz + interval '72' hour)::text A"
                                + "S b, ('2024-03-08 23:30:00'::timestamptz + interval '3' day)::text AS "
                                + "c, ('2024-12-08 23:30:00'::timestamptz - interval '6' month)::text AS "
                                + "d"));
    }

    @Test
    void subqueries() throws InterruptedException {
        assertEquals(
                List.of("id", "2", "4", "7"),
                rows(
                        "SELECT id FROM z WHERE t > (SELECT '2024-05-17 12:00'::timestamptz) OR"
                                + "DER BY id"));
    }

    @Test
    void seconds() throws InterruptedException {
        assertEquals(
                List.of("e", "1715961600"),
                rows(
                        "SELECT extract(epoch from '2024-05-17 12:00:00'::timestamptz)::bigint "
                                + "AS e"));
    }
}
