package telegraph.server.door;

import io.netty.handler.ssl.SslContext;
import java.util.List;
import java.util.Optional;
import telegraph.ground.Ticker;
import telegraph.server.access.Accounts;
import telegraph.server.admission.Queries;
import telegraph.server.net.Connections;
import telegraph.server.observe.Metrics;
import telegraph.server.observe.ServerLog;
import telegraph.sql.Telegraph;

/// What every door is given.
///
/// @param tls what a door speaks TLS with that is asked for it in its own protocol; a door whose
///   connections begin with TLS finds it in the pipeline already
/// @param examples questions to begin with
public record DoorContext(
        Telegraph telegraph,
        Accounts accounts,
        Queries queries,
        Connections connections,
        Ticker ticker,
        ServerLog journal,
        Metrics metrics,
        Optional<SslContext> tls,
        List<Example> examples) {}
