package telegraph.query.translate;

import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.prepare.Prepare;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql2rel.SqlRexContext;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.apache.calcite.sql2rel.SqlToRelConverter;

/// The declared types of operands while a query is converted. It is a converter by type alone,
/// since only converters may ask a context where names are looked up.
abstract class ConvertedTypes extends SqlToRelConverter {
    private ConvertedTypes(
            RelOptTable.ViewExpander views,
            SqlValidator validator,
            Prepare.CatalogReader reader,
            RelOptCluster cluster,
            SqlRexConvertletTable convertlets,
            Config config) {
        super(views, validator, reader, cluster, convertlets, config);
    }

    /// The type that an operand was declared with, or "".
    static String declared(SqlRexContext context, SqlNode operand) {
        return new Declarations(context.getValidator()).item(operand, scope(context));
    }

    /// See [Declarations#isOfJsonb].
    static boolean isOfJsonb(SqlRexContext context, SqlCall call) {
        return new Declarations(context.getValidator()).isOfJsonb(call, scope(context));
    }

    private static SqlValidatorScope scope(SqlRexContext context) {
        return context instanceof Blackboard board ? board.scope : null;
    }
}
