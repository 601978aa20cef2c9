package telegraph.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import telegraph.sql.ResultColumn;

/// What is in a sandbox, as tools ask for it: tables, columns, keys, indexes, types.
///
/// Names are patterns where JDBC says so: `%` is any text, `_` any character, `\` takes either as
/// it is. There are no catalogs.
///
/// Threads: as its connection.
final class JdbcDatabaseMetaData extends Conventions {
    private final JdbcConnection connection;

    JdbcDatabaseMetaData(JdbcConnection connection) {
        this.connection = connection;
    }

    @Override
    public Connection getConnection() {
        return connection;
    }

    @Override
    public String getURL() {
        return connection.url();
    }

    @Override
    public boolean isReadOnly() throws SQLException {
        return connection.isReadOnly();
    }

    @Override
    public ResultSet getTables(String catalog, String schema, String table, String[] types)
            throws SQLException {
        Set<String> wanted = types == null ? null : Set.of(types);
        List<Object[]> rows = new ArrayList<>();
        for (Listed listed : listed(catalog, schema, table)) {
            if (wanted == null || wanted.contains(listed.kind())) {
                rows.add(
                        new Object[] {
                            null,
                            listed.schema(),
                            listed.name(),
                            listed.kind(),
                            "",
                            null,
                            null,
                            null,
                            null,
                            null
                        });
            }
        }
        rows.sort(
                Comparator.comparing((Object[] row) -> (String) row[3])
                        .thenComparing(row -> (String) row[1])
                        .thenComparing(row -> (String) row[2]));
        return result(
                "TABLE_CAT TABLE_SCHEM TABLE_NAME TABLE_TYPE REMARKS TYPE_CAT TYPE_SCHEM TYPE_NAME"
                        + " SELF_REFERENCING_COL_NAME REF_GENERATION",
                rows);
    }

    /// A table, source or view.
    private record Listed(String schema, String name, String kind) {}

    private List<Listed> listed(String catalog, String schema, String table) throws SQLException {
        List<Listed> found = new ArrayList<>();
        if (catalog != null && !catalog.isEmpty()) {
            return found;
        }
        for (Object[] row : rows("SHOW TABLES")) {
            String kind =
                    switch ((String) row[1]) {
                        case "view" -> "VIEW";
                        case "source" -> "FOREIGN TABLE";
                        default -> "TABLE";
                    };
            Listed listed = new Listed("public", (String) row[0], kind);
            if (matches(schema, listed.schema()) && matches(table, listed.name())) {
                found.add(listed);
            }
        }
        return found;
    }

    /// Whether a name is of a pattern; null is any.
    static boolean matches(String pattern, String name) {
        if (pattern == null) {
            return true;
        }
        StringBuilder expression = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '\\' && i + 1 < pattern.length()) {
                expression.append(Pattern.quote(String.valueOf(pattern.charAt(++i))));
            } else if (c == '%') {
                expression.append(".*");
            } else if (c == '_') {
                expression.append('.');
            } else {
                expression.append(Pattern.quote(String.valueOf(c)));
            }
        }
        return Pattern.compile(expression.toString(), Pattern.CASE_INSENSITIVE | Pattern.DOTALL)
                .matcher(name)
                .matches();
    }

    private List<Object[]> rows(String sql) throws SQLException {
        List<Object[]> all = new ArrayList<>();
        try (Answer answer = connection.start(sql, 0)) {
            answer.columns();
            for (List<Object[]> rows = answer.next(); rows != null; rows = answer.next()) {
                all.addAll(rows);
            }
        }
        return all;
    }

    @Override
    public ResultSet getColumns(String catalog, String schema, String table, String column)
            throws SQLException {
        List<Object[]> rows = new ArrayList<>();
        for (Listed listed : listed(catalog, schema, table)) {
            List<Object[]> described =
                    rows("DESCRIBE \"" + listed.name().replace("\"", "\"\"") + '"');
            for (int c = 0; c < described.size(); c++) {
                String name = (String) described.get(c)[0];
                if (!matches(column, name)) {
                    continue;
                }
                ColumnType type = ColumnType.of((String) described.get(c)[1]);
                rows.add(
                        new Object[] {
                            null,
                            listed.schema(),
                            listed.name(),
                            name,
                            type.code(),
                            type.name(),
                            type.precision(),
                            null,
                            type.scale(),
                            type.isNumber() ? 10 : null,
                            columnNullableUnknown,
                            "",
                            null,
                            null,
                            null,
                            type.isText() ? type.precision() : null,
                            c + 1,
                            "",
                            null,
                            null,
                            null,
                            null,
                            "",
                            ""
                        });
            }
        }
        return result(
                "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME DATA_TYPE:integer TYPE_NAME"
                        + " COLUMN_SIZE:integer BUFFER_LENGTH:integer DECIMAL_DIGITS:integer"
                        + " NUM_PREC_RADIX:integer NULLABLE:integer REMARKS COLUMN_DEF"
                        + " SQL_DATA_TYPE:integer SQL_DATETIME_SUB:integer"
                        + " CHAR_OCTET_LENGTH:integer ORDINAL_POSITION:integer IS_NULLABLE"
                        + " SCOPE_CATALOG SCOPE_SCHEMA SCOPE_TABLE SOURCE_DATA_TYPE:smallint"
                        + " IS_AUTOINCREMENT IS_GENERATEDCOLUMN",
                rows);
    }

    @Override
    public ResultSet getTypeInfo() throws SQLException {
        List<Object[]> rows = new ArrayList<>();
        for (ColumnType type : ColumnType.all()) {
            boolean quoted = !type.isNumber() && type.code() != java.sql.Types.BOOLEAN;
            rows.add(
                    new Object[] {
                        type.name(),
                        type.code(),
                        type.precision(),
                        quoted ? "'" : null,
                        quoted ? "'" : null,
                        type.name().equals("numeric") ? "precision,scale" : null,
                        typeNullable,
                        type.isText(),
                        typeSearchable,
                        !type.isNumber(),
                        false,
                        type.isWhole(),
                        type.name(),
                        0,
                        type.scale(),
                        null,
                        null,
                        type.isNumber() ? 10 : null
                    });
        }
        return result(
                "TYPE_NAME DATA_TYPE:integer PRECISION:integer LITERAL_PREFIX LITERAL_SUFFIX"
                        + " CREATE_PARAMS NULLABLE:smallint CASE_SENSITIVE:boolean"
                        + " SEARCHABLE:smallint UNSIGNED_ATTRIBUTE:boolean"
                        + " FIXED_PREC_SCALE:boolean AUTO_INCREMENT:boolean LOCAL_TYPE_NAME"
                        + " MINIMUM_SCALE:smallint MAXIMUM_SCALE:smallint SQL_DATA_TYPE:integer"
                        + " SQL_DATETIME_SUB:integer NUM_PREC_RADIX:integer",
                rows);
    }

    @Override
    public ResultSet getSchemas() throws SQLException {
        return getSchemas(null, null);
    }

    @Override
    public ResultSet getSchemas(String catalog, String pattern) throws SQLException {
        Set<String> names = new TreeSet<>(List.of("public"));
        List<Object[]> rows = new ArrayList<>();
        for (String name : names) {
            if (matches(pattern, name)) {
                rows.add(new Object[] {name, null});
            }
        }
        return result("TABLE_SCHEM TABLE_CATALOG", rows);
    }

    @Override
    public ResultSet getTableTypes() throws SQLException {
        return result(
                "TABLE_TYPE",
                List.of(
                        new Object[] {"FOREIGN TABLE"},
                        new Object[] {"TABLE"},
                        new Object[] {"VIEW"}));
    }

    @Override
    public ResultSet getCatalogs() throws SQLException {
        return none("TABLE_CAT");
    }

    @Override
    public ResultSet getPrimaryKeys(String catalog, String schema, String table)
            throws SQLException {
        return none("TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME KEY_SEQ:smallint PK_NAME");
    }

    @Override
    public ResultSet getIndexInfo(
            String catalog, String schema, String table, boolean unique, boolean approximate)
            throws SQLException {
        return none(
                "TABLE_CAT TABLE_SCHEM TABLE_NAME NON_UNIQUE:boolean INDEX_QUALIFIER INDEX_NAME"
                        + " TYPE:smallint ORDINAL_POSITION:smallint COLUMN_NAME ASC_OR_DESC"
                        + " CARDINALITY:bigint PAGES:bigint FILTER_CONDITION");
    }

    private static final String FOREIGN_KEYS =
            "PKTABLE_CAT PKTABLE_SCHEM PKTABLE_NAME PKCOLUMN_NAME FKTABLE_CAT FKTABLE_SCHEM"
                    + " FKTABLE_NAME FKCOLUMN_NAME KEY_SEQ:smallint UPDATE_RULE:smallint"
                    + " DELETE_RULE:smallint FK_NAME PK_NAME DEFERRABILITY:smallint";

    @Override
    public ResultSet getImportedKeys(String catalog, String schema, String table)
            throws SQLException {
        return none(FOREIGN_KEYS);
    }

    @Override
    public ResultSet getExportedKeys(String catalog, String schema, String table)
            throws SQLException {
        return none(FOREIGN_KEYS);
    }

    @Override
    public ResultSet getCrossReference(
            String parentCatalog,
            String parentSchema,
            String parentTable,
            String foreignCatalog,
            String foreignSchema,
            String foreignTable)
            throws SQLException {
        return none(FOREIGN_KEYS);
    }

    @Override
    public ResultSet getBestRowIdentifier(
            String catalog, String schema, String table, int scope, boolean nullable)
            throws SQLException {
        return none(
                "SCOPE:smallint COLUMN_NAME DATA_TYPE:integer TYPE_NAME COLUMN_SIZE:integer"
                        + " BUFFER_LENGTH:integer DECIMAL_DIGITS:smallint PSEUDO_COLUMN:smallint");
    }

    @Override
    public ResultSet getVersionColumns(String catalog, String schema, String table)
            throws SQLException {
        return none(
                "SCOPE:smallint COLUMN_NAME DATA_TYPE:integer TYPE_NAME COLUMN_SIZE:integer"
                        + " BUFFER_LENGTH:integer DECIMAL_DIGITS:smallint PSEUDO_COLUMN:smallint");
    }

    @Override
    public ResultSet getProcedures(String catalog, String schema, String name) throws SQLException {
        return none(
                "PROCEDURE_CAT PROCEDURE_SCHEM PROCEDURE_NAME A B C REMARKS PROCEDURE_TYPE:smallint"
                        + " SPECIFIC_NAME");
    }

    @Override
    public ResultSet getProcedureColumns(
            String catalog, String schema, String procedure, String column) throws SQLException {
        return none("PROCEDURE_CAT PROCEDURE_SCHEM PROCEDURE_NAME COLUMN_NAME");
    }

    @Override
    public ResultSet getFunctions(String catalog, String schema, String name) throws SQLException {
        return none(
                "FUNCTION_CAT FUNCTION_SCHEM FUNCTION_NAME REMARKS FUNCTION_TYPE:smallint"
                        + " SPECIFIC_NAME");
    }

    @Override
    public ResultSet getFunctionColumns(
            String catalog, String schema, String function, String column) throws SQLException {
        return none("FUNCTION_CAT FUNCTION_SCHEM FUNCTION_NAME COLUMN_NAME");
    }

    @Override
    public ResultSet getColumnPrivileges(String catalog, String schema, String table, String column)
            throws SQLException {
        return none(
                "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME GRANTOR GRANTEE PRIVILEGE"
                        + " IS_GRANTABLE");
    }

    @Override
    public ResultSet getTablePrivileges(String catalog, String schema, String table)
            throws SQLException {
        return none("TABLE_CAT TABLE_SCHEM TABLE_NAME GRANTOR GRANTEE PRIVILEGE IS_GRANTABLE");
    }

    @Override
    public ResultSet getPseudoColumns(String catalog, String schema, String table, String column)
            throws SQLException {
        return none("TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME DATA_TYPE:integer");
    }

    @Override
    public ResultSet getUDTs(String catalog, String schema, String name, int[] types)
            throws SQLException {
        return none("TYPE_CAT TYPE_SCHEM TYPE_NAME CLASS_NAME DATA_TYPE:integer REMARKS BASE_TYPE");
    }

    @Override
    public ResultSet getSuperTypes(String catalog, String schema, String name) throws SQLException {
        return none("TYPE_CAT TYPE_SCHEM TYPE_NAME SUPERTYPE_CAT SUPERTYPE_SCHEM SUPERTYPE_NAME");
    }

    @Override
    public ResultSet getSuperTables(String catalog, String schema, String table)
            throws SQLException {
        return none("TABLE_CAT TABLE_SCHEM TABLE_NAME SUPERTABLE_NAME");
    }

    @Override
    public ResultSet getAttributes(String catalog, String schema, String type, String attribute)
            throws SQLException {
        return none("TYPE_CAT TYPE_SCHEM TYPE_NAME ATTR_NAME DATA_TYPE:integer");
    }

    @Override
    public ResultSet getClientInfoProperties() throws SQLException {
        return none("NAME MAX_LEN:integer DEFAULT_VALUE DESCRIPTION");
    }

    private ResultSet none(String columns) throws SQLException {
        return result(columns, List.of());
    }

    /// @param columns `NAME:type` each, text if no type is given
    private ResultSet result(String columns, List<Object[]> rows) throws SQLException {
        connection.checkOpen();
        List<ResultColumn> shape =
                Arrays.stream(columns.split(" "))
                        .map(column -> column.split(":"))
                        .map(parts ->
                                new ResultColumn(parts[0], parts.length > 1 ? parts[1] : "text"))
                        .toList();
        return new JdbcResultSet(null, Shape.of(shape)).open(new KeptCells(rows), 0);
    }
}
