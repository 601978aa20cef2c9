package telegraph.query.compile;

import org.apache.calcite.DataContext;

/// A value computed from a row of values, all as Calcite's runtime has them.
///
/// Public because the code that implements it is generated into another class loader.
public interface RowFunction {
    Object apply(Object[] row);

    /// Makes independent instances, one for each thread.
    interface Factory {
        RowFunction create(DataContext context);
    }
}
