package telegraph.query.plan;

import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.rel.type.RelDataType;
import telegraph.query.compile.Compiler;

/// A query ready to run.
///
/// @param root the remainder, or the one block that is the whole query
/// @param rowType the columns of the result, with their names
/// @param declared the types of those columns as PostgreSQL writes them
/// @param compiler makes the engine's expressions of this query
/// @param data what generated code may ask about the query
public record Plan(
        EnumerableRel root,
        RelDataType rowType,
        List<String> declared,
        Compiler compiler,
        QueryVariables data) {}
