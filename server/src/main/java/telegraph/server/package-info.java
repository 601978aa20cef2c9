/// Doors for other programs and for browsers: the PostgreSQL wire protocol, HTTP with its page, and
/// key-value clients, all over one open sandbox.
///
/// ```
///                 net          one event loop per core; what a slow reader holds back
///                  │
///  postgres   http   redis     one package for each door
///        \     │     /
///          admission           which statements run now, which wait; those that ran
///              │
///           access             who may come in
/// ```
package telegraph.server;
