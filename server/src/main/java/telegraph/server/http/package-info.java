/// HTTP, and the page that browsers get.
///
/// ```
///            HttpDoor, and who answers each address
///            │              │              │
///            ▼              ▼              ▼
///          answer          file           │
///       forms of what     the page,       │
///       comes of          libraries       │
///       statements          │             │
///            └──────┬───────┴─────────────┘
///                   ▼
///                 wire     connections, requests, responses
/// ```
package telegraph.server.http;
