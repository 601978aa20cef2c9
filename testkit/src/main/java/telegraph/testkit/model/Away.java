package telegraph.testkit.model;

/// How a network is away. In either way the name server says nothing.
public enum Away {
    /// Connections are reset and refused.
    REFUSING,
    /// Nothing comes back: neither to requests over connections that are open, nor to those who
    /// want to connect.
    HANGING
}
