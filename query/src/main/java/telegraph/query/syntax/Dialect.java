package telegraph.query.syntax;

import org.apache.calcite.sql.validate.SqlConformance;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlDelegatingConformance;

/// What Calcite's validator lets in.
public final class Dialect {
    /// BABEL as conformance refuses GROUPING(x), DEFAULT refuses GROUP BY an alias. What LENIENT
    /// lets in that PostgreSQL means otherwise, or not at all, is not let in.
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

                /// An item of ORDER BY that is one is a number by then.
                @Override
                public boolean isSortByAlias() {
                    return false;
                }

                @Override
                public boolean isValueAllowed() {
                    return false;
                }
            };

    private Dialect() {}
}
