package telegraph.sql.introspect;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import telegraph.query.value.StatementTime;
import telegraph.sql.value.CatalogType;
import telegraph.sql.value.Counted;

/// What a query about the catalog can see beside its own text.
///
/// Threads: that of the statement.
public interface Surroundings {
    /// The relation of a name, qualified or not, in lower case unless it was quoted.
    Optional<Relation> relation(List<String> name);

    /// The function of a name, without its schema.
    Optional<CatalogFunction> function(String name);

    /// Names of relations and functions, to offer when one is unknown.
    Collection<String> names();

    /// The oid of what a text names; the type, such as `regclass`, says among what.
    ///
    /// @throws telegraph.ground.TelegraphException if there is nothing of that name
    long oid(CatalogType type, String name);

    /// The name of what has an oid, or the number itself if nothing has.
    String name(CatalogType type, long oid);

    /// How many there are now.
    Object count(Counted counted);

    /// Called every now and then while rows are looked for.
    ///
    /// @throws telegraph.ground.TelegraphException if nobody waits for them any more
    void goOn();

    /// When the transaction began.
    Instant now();

    /// The time that passes while the statement is carried out.
    StatementTime time();

    /// Bytes of the longest text that an expression may make.
    long textMax();

    ZoneId zone();
}
