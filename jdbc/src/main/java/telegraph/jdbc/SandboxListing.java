package telegraph.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import telegraph.ground.TelegraphException;
import telegraph.jdbc.value.ColumnType;
import telegraph.jdbc.value.KeptCells;
import telegraph.jdbc.value.LabelledColumns;
import telegraph.sql.ResultColumn;
import telegraph.sql.TableShape;

/// What is in a sandbox, as tools ask for it: tables, columns, keys, indexes, types.
///
/// Names are patterns where JDBC says so: `%` is any text, `_` any character, `\` takes either as
/// it is. There are no catalogs.
///
/// Threads: as its connection.
final class SandboxListing extends Conventions {
    private final JdbcConnection connection;

    SandboxListing(JdbcConnection connection) {
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
        for (TableShape shape : shapes(catalog, schema, table)) {
            if (wanted == null || wanted.contains(kind(shape))) {
                rows.add(
                        new Object[] {
                            null,
                            shape.schema(),
                            shape.name(),
                            kind(shape),
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

    private static String kind(TableShape shape) {
        return switch (shape.kind()) {
            case TABLE -> "TABLE";
            case VIEW -> "VIEW";
            case SOURCE -> "FOREIGN TABLE";
        };
    }

    private List<TableShape> shapes(String catalog, String schema, String table)
            throws SQLException {
        connection.checkOpen();
        if (catalog != null && !catalog.isEmpty()) {
            return List.of();
        }
        try {
            return connection.session().shapes().stream()
                    .filter(shape -> matches(schema, shape.schema()))
                    .filter(shape -> matches(table, shape.name()))
                    .toList();
        } catch (TelegraphException e) {
            throw JdbcFailures.of(e);
        }
    }

    /// The tables of exactly this name, in any case; a schema that is null is any.
    private List<TableShape> named(String catalog, String schema, String table)
            throws SQLException {
        return shapes(catalog, null, null).stream()
                .filter(shape -> schema == null || shape.schema().equalsIgnoreCase(schema))
                .filter(shape -> table == null || shape.name().equalsIgnoreCase(table))
                .toList();
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

    @Override
    public ResultSet getColumns(String catalog, String schema, String table, String column)
            throws SQLException {
        List<Object[]> rows = new ArrayList<>();
        for (TableShape shape : shapes(catalog, schema, table)) {
            List<TableShape.Column> columns = columns(shape);
            for (int c = 0; c < columns.size(); c++) {
                if (matches(column, columns.get(c).name())) {
                    rows.add(row(shape, columns.get(c), c + 1));
                }
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

    private List<TableShape.Column> columns(TableShape shape) throws SQLException {
        if (shape.kind() == TableShape.Kind.TABLE) {
            return shape.columns();
        }
        String name = quoted(shape.schema()) + "." + quoted(shape.name());
        return connection.described(name).stream()
                .map(column ->
                        new TableShape.Column(column.name(), column.type(), false, "", "", false))
                .toList();
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    private static Object[] row(TableShape shape, TableShape.Column column, int place) {
        ColumnType type = ColumnType.of(column.type());
        boolean table = shape.kind() == TableShape.Kind.TABLE;
        return new Object[] {
            null,
            shape.schema(),
            shape.name(),
            column.name(),
            type.code(),
            type.name(),
            type.precision(),
            null,
            type.scale(),
            type.isNumber() ? 10 : null,
            !table ? columnNullableUnknown : column.notNull() ? columnNoNulls : columnNullable,
            "",
            column.byDefault().isEmpty() ? null : column.byDefault(),
            null,
            null,
            type.isText() ? type.precision() : null,
            place,
            !table ? "" : column.notNull() ? "NO" : "YES",
            null,
            null,
            null,
            null,
            !table ? "" : column.identity() ? "YES" : "NO",
            column.generated().isEmpty() ? "NO" : "YES"
        };
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
        connection.checkOpen();
        List<Object[]> rows = new ArrayList<>();
        for (String name : connection.session().schemas()) {
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
        List<Object[]> rows = new ArrayList<>();
        for (TableShape shape : named(catalog, schema, table)) {
            shape.primaryKey()
                    .ifPresent(key -> {
                        for (int i = 0; i < key.columns().size(); i++) {
                            rows.add(
                                    new Object[] {
                                        null,
                                        shape.schema(),
                                        shape.name(),
                                        key.columns().get(i),
                                        i + 1,
                                        key.name()
                                    });
                        }
                    });
        }
        rows.sort(Comparator.comparing(row -> (String) row[3]));
        return result(
                "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME KEY_SEQ:smallint PK_NAME", rows);
    }

    @Override
    public ResultSet getIndexInfo(
            String catalog, String schema, String table, boolean unique, boolean approximate)
            throws SQLException {
        List<Object[]> rows = new ArrayList<>();
        for (TableShape shape : named(catalog, schema, table)) {
            for (TableShape.Index index : shape.indexes()) {
                for (int i = 0; i < index.columns().size() && (index.unique() || !unique); i++) {
                    rows.add(
                            new Object[] {
                                null,
                                shape.schema(),
                                shape.name(),
                                !index.unique(),
                                null,
                                index.name(),
                                (int) tableIndexOther,
                                i + 1,
                                index.columns().get(i),
                                "A",
                                null,
                                null,
                                index.condition().isEmpty() ? null : index.condition()
                            });
                }
            }
        }
        rows.sort(
                Comparator.comparing((Object[] row) -> (Boolean) row[3])
                        .thenComparing(row -> (String) row[5])
                        .thenComparing(row -> (Integer) row[7]));
        return result(
                "TABLE_CAT TABLE_SCHEM TABLE_NAME NON_UNIQUE:boolean INDEX_QUALIFIER INDEX_NAME"
                        + " TYPE:smallint ORDINAL_POSITION:smallint COLUMN_NAME ASC_OR_DESC"
                        + " CARDINALITY:bigint PAGES:bigint FILTER_CONDITION",
                rows);
    }

    private static final String FOREIGN_KEYS =
            "PKTABLE_CAT PKTABLE_SCHEM PKTABLE_NAME PKCOLUMN_NAME FKTABLE_CAT FKTABLE_SCHEM"
                    + " FKTABLE_NAME FKCOLUMN_NAME KEY_SEQ:smallint UPDATE_RULE:smallint"
                    + " DELETE_RULE:smallint FK_NAME PK_NAME DEFERRABILITY:smallint";

    @Override
    public ResultSet getImportedKeys(String catalog, String schema, String table)
            throws SQLException {
        return result(FOREIGN_KEYS, references(named(catalog, schema, table), null, null));
    }

    @Override
    public ResultSet getExportedKeys(String catalog, String schema, String table)
            throws SQLException {
        return result(FOREIGN_KEYS, references(named(catalog, null, null), schema, table));
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
        return result(
                FOREIGN_KEYS,
                references(
                        named(foreignCatalog, foreignSchema, foreignTable),
                        parentSchema,
                        parentTable));
    }

    /// The foreign keys of some tables, to one of a schema and name; null is any.
    private List<Object[]> references(List<TableShape> from, String schema, String table)
            throws SQLException {
        List<TableShape> all = shapes(null, null, null);
        List<Object[]> rows = new ArrayList<>();
        for (TableShape shape : from) {
            for (TableShape.Reference key : shape.references()) {
                if (schema != null && !schema.equalsIgnoreCase(key.schema())
                        || table != null && !table.equalsIgnoreCase(key.table())) {
                    continue;
                }
                String primaryKey = primaryKey(all, key);
                for (int i = 0; i < key.referenced().size(); i++) {
                    rows.add(
                            new Object[] {
                                null,
                                key.schema(),
                                key.table(),
                                key.referenced().get(i),
                                null,
                                shape.schema(),
                                shape.name(),
                                key.columns().get(i),
                                i + 1,
                                rule(key.onUpdate()),
                                rule(key.onDelete()),
                                key.name(),
                                primaryKey,
                                deferrability(key.deferral())
                            });
                }
            }
        }
        rows.sort(
                Comparator.comparing((Object[] row) -> (String) row[1])
                        .thenComparing(row -> (String) row[2])
                        .thenComparing(row -> (String) row[11])
                        .thenComparing(row -> (Integer) row[8]));
        return rows;
    }

    private static String primaryKey(List<TableShape> all, TableShape.Reference key) {
        return all.stream()
                .filter(shape -> shape.schema().equalsIgnoreCase(key.schema()))
                .filter(shape -> shape.name().equalsIgnoreCase(key.table()))
                .flatMap(shape -> shape.indexes().stream())
                .filter(index ->
                        index.unique()
                                && index.condition().isEmpty()
                                && index.columns().equals(key.referenced()))
                .map(TableShape.Index::name)
                .findFirst()
                .orElse(null);
    }

    private static int deferrability(String deferral) {
        return switch (deferral) {
            case "IMMEDIATE" -> importedKeyInitiallyImmediate;
            case "DEFERRED" -> importedKeyInitiallyDeferred;
            default -> importedKeyNotDeferrable;
        };
    }

    private static int rule(String action) {
        return switch (action) {
            case "CASCADE" -> importedKeyCascade;
            case "RESTRICT" -> importedKeyRestrict;
            case "SET NULL" -> importedKeySetNull;
            case "SET DEFAULT" -> importedKeySetDefault;
            default -> importedKeyNoAction;
        };
    }

    @Override
    public ResultSet getBestRowIdentifier(
            String catalog, String schema, String table, int scope, boolean nullable)
            throws SQLException {
        List<Object[]> rows = new ArrayList<>();
        for (TableShape shape : named(catalog, schema, table)) {
            List<String> key = shape.primaryKey().map(TableShape.Key::columns).orElse(List.of());
            for (TableShape.Column column : shape.columns()) {
                if (key.contains(column.name())) {
                    ColumnType type = ColumnType.of(column.type());
                    rows.add(
                            new Object[] {
                                bestRowSession,
                                column.name(),
                                type.code(),
                                type.name(),
                                type.precision(),
                                null,
                                type.scale(),
                                bestRowNotPseudo
                            });
                }
            }
        }
        return result(
                "SCOPE:smallint COLUMN_NAME DATA_TYPE:integer TYPE_NAME COLUMN_SIZE:integer"
                        + " BUFFER_LENGTH:integer DECIMAL_DIGITS:smallint PSEUDO_COLUMN:smallint",
                rows);
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
        return new JdbcResultSet(null, LabelledColumns.of(shape)).open(new KeptCells(rows), 0);
    }
}
