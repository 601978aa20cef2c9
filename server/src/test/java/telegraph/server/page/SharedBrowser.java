package telegraph.server.page;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// Gives the browser to test classes: one for all of them, closed behind the last.
///
/// A browser is used by one thread at a time, so each class holds the lock [#LOCK] while it runs.
final class SharedBrowser implements BeforeAllCallback, ParameterResolver {
    static final String LOCK = "chromium";

    /// Skips the class if this machine has no browser.
    @Override
    public void beforeAll(ExtensionContext context) {
        browsing(context);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Browsing.class;
    }

    @Override
    public Browsing resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return browsing(context);
    }

    private static Browsing browsing(ExtensionContext context) {
        return context.getRoot()
                .getStore(Namespace.create(SharedBrowser.class))
                .computeIfAbsent(Browsing.class, _ -> Browsing.open(), Browsing.class);
    }
}
