package telegraph.jdbc;

import java.sql.SQLException;
import java.sql.Wrapper;

/// Something of the driver, which is what it says and wraps nothing.
interface DriverObject extends Wrapper {
    @Override
    default <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        throw JdbcRefusal.of(
                "an object is unwrapped to what it is: asked="
                        + type.getName()
                        + " is="
                        + getClass().getName());
    }

    @Override
    default boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }
}
