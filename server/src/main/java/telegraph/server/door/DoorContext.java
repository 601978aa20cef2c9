package telegraph.server.door;

import telegraph.engine.Ticker;
import telegraph.server.access.Accounts;
import telegraph.server.admission.Queries;
import telegraph.server.net.Connections;
import telegraph.sql.Telegraph;

/// What every door is given.
public record DoorContext(
        Telegraph telegraph,
        Accounts accounts,
        Queries queries,
        Connections connections,
        Ticker ticker) {}
