package telegraph.query.label;

/// Reads the values of enums from texts, and shows them as such.
///
/// Public because generated code calls it.
///
/// Threads: one; each evaluator has its own.
public final class EnumFunctions {
    private String written = "";
    private EnumCodes codes;

    private EnumCodes of(String values) {
        if (codes == null || !written.equals(values)) {
            codes = new EnumCodes(values);
            written = values;
        }
        return codes;
    }

    public Long read(String text, String values) {
        return of(values).code(text);
    }

    public String text(Long code, String values) {
        return of(values).text(code);
    }
}
