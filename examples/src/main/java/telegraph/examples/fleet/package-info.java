/// A small deep web on this machine: five sites over real data, each slow and awkward in its own
/// way.
///
/// ```
/// Fleet ─┬─ Site flights   FlightsPages    JSON, 1,000 a page, filters, a limit of requests a second
///        ├─ Site planes    PlanesPages     an HTML form that must be given a tail number
///        ├─ Site airlines  AirlinesPages   an HTML table
///        ├─ Site airports  AirportsPages   JSON, each page names the next
///        └─ Site weather   WeatherPages    a CSV file for each airport, one of which stalls halfway
/// ```
///
/// A [telegraph.examples.fleet.Site] counts requests, waits as long as
/// [telegraph.examples.fleet.Pace] says, refuses what [telegraph.examples.fleet.RateLimit] does not
/// allow, and asks its [telegraph.examples.fleet.Pages] for the reply.
package telegraph.examples.fleet;
