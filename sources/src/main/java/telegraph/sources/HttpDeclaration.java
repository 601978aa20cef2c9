package telegraph.sources;

import java.util.List;
import java.util.Map;

/// What `CREATE SOURCE … WITH (connector = 'http', …)` says.
///
/// @param options as written; secrets only as references (`secret:NAME`, `{secret:NAME}`)
public record HttpDeclaration(String name, List<HttpColumn> columns, Map<String, String> options) {
    public HttpDeclaration {
        columns = List.copyOf(columns);
        options = Map.copyOf(options);
    }
}
