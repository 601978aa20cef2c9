package telegraph.query.syntax;

import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.babel.SqlBabelParserImpl;
import org.apache.calcite.sql.validate.SqlConformance;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlDelegatingConformance;

/// How query text is read: PostgreSQL's names and quotes, in Calcite's most permissive grammar.
public final class Dialect {
    /// BABEL as conformance refuses GROUPING(x), DEFAULT refuses GROUP BY an alias. What LENIENT
    /// lets in that PostgreSQL reads otherwise, or not at all, is not let in.
    public static final SqlConformance CONFORMANCE =
            new SqlDelegatingConformance(SqlConformanceEnum.LENIENT) {
                @Override
                public boolean checkedArithmetic() {
                    return true;
                }

                @Override
                public boolean isApplyAllowed() {
                    return false;
                }

                @Override
                public boolean isHavingAlias() {
                    return false;
                }

                @Override
                public boolean isLimitStartCountAllowed() {
                    return false;
                }

                @Override
                public boolean isMinusAllowed() {
                    return false;
                }

                /// An item of ORDER BY that is one is read before, see [SortedOutputs].
                @Override
                public boolean isSortByAlias() {
                    return false;
                }

                @Override
                public boolean isValueAllowed() {
                    return false;
                }
            };

    public static final SqlParser.Config PARSER =
            SqlParser.config()
                    .withParserFactory(SqlBabelParserImpl.FACTORY)
                    .withConformance(CONFORMANCE)
                    .withQuoting(Quoting.DOUBLE_QUOTE)
                    .withUnquotedCasing(Casing.TO_LOWER)
                    .withQuotedCasing(Casing.UNCHANGED)
                    .withCaseSensitive(false)
                    .withIdentifierMaxLength(1024);

    private Dialect() {}
}
