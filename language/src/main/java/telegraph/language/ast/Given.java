package telegraph.language.ast;

/// The value of a parameter.
///
/// @param value null, or of a class that rows of a result have, or that is written as one of them
/// @param type what it is to be, as PostgreSQL writes it; "" for what it is
public record Given(Object value, String type) {}
