package telegraph.sql;

import java.util.List;
import java.util.Optional;

/// What a statement asks for and gives, known without carrying it out.
///
/// @param parameters for each parameter its type as PostgreSQL writes it, such as `integer` or
///   `character varying`: the one given, or else the one that the statement has a use for, or
///   `text`
/// @param columns of its rows, or empty if it gives none
public record Description(List<String> parameters, Optional<List<ResultColumn>> columns) {}
