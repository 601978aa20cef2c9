package telegraph.query.translate;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;

/// The columns of a query's result.
///
/// @param rowType their names and the types of their values
/// @param declared their types as PostgreSQL writes them
public record QueryShape(RelDataType rowType, List<String> declared) {}
