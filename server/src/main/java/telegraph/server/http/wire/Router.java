package telegraph.server.http.wire;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Finds who answers a request. Of several addresses that fit, the first one does.
///
/// Threads: any.
public record Router(List<Route> routes) {
    /// @throws Problem if there is no such address, or not with this method
    Route find(String method, String path) {
        List<Route> there = at(path);
        if (there.isEmpty()) {
            throw new Problem(
                    404,
                    "nothing has this address: path="
                            + path
                            + ". The page is at /, the description of all addresses at"
                            + " /v1/openapi.json");
        }
        String wanted = method.equals("HEAD") ? "GET" : method;
        return there.stream()
                .filter(route -> route.method().equals(wanted))
                .findFirst()
                .orElseThrow(() ->
                        new Problem(
                                        method.equals("CONNECT") || method.equals("TRACE")
                                                ? 501
                                                : 405,
                                        "this address takes other methods: path="
                                                + path
                                                + " method="
                                                + method
                                                + ". Use one of "
                                                + allowed(path))
                                .header("allow", allowed(path)));
    }

    /// The methods of an address, as the header Allow lists them.
    String allowed(String path) {
        TreeSet<String> methods =
                at(path).stream().map(Route::method).collect(Collectors.toCollection(TreeSet::new));
        if (methods.contains("GET")) {
            methods.add("HEAD");
        }
        methods.add("OPTIONS");
        return String.join(", ", methods);
    }

    /// The routes of the first pattern that fits.
    private List<Route> at(String path) {
        return routes.stream()
                .filter(route -> route.matches(path))
                .findFirst()
                .map(first ->
                        routes.stream()
                                .filter(route -> route.pattern().equals(first.pattern()))
                                .toList())
                .orElse(List.of());
    }
}
