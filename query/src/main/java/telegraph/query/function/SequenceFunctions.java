package telegraph.query.function;

import telegraph.query.value.Allowance;

/// Functions that count up sequences. Each takes the place where it is written after its arguments,
/// so that two of them in one row are two.
///
/// Public because generated code calls it.
public final class SequenceFunctions {
    private SequenceFunctions() {}

    public static Long next(Allowance allowance, String sequence, Long place) {
        return allowance.sequences().next(sequence);
    }

    public static Long current(Allowance allowance, String sequence, Long place) {
        return allowance.sequences().current(sequence);
    }

    public static Long set(Allowance allowance, String sequence, Long value, Long place) {
        return set(allowance, sequence, value, true, place);
    }

    public static Long set(
            Allowance allowance, String sequence, Long value, Boolean called, Long place) {
        allowance.sequences().set(sequence, value, called);
        return value;
    }

    public static Long last(Allowance allowance, Long place) {
        return allowance.sequences().last();
    }
}
