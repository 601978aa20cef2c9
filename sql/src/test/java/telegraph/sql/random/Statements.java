package telegraph.sql.random;

import java.util.List;

/// Tables, and queries over them.
interface Statements {
    /// What makes the tables, and fills them.
    List<String> tables();

    /// A query over them. If it has an order, the order leaves nothing open.
    String query();
}
