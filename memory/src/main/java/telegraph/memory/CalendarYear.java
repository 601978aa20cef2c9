package telegraph.memory;

/// Years as people count them: the one before 1 AD is 1 BC, and there is none between.
///
/// ```
/// of ISO 8601    …  -1   0   1   2  …
/// as it is said  …  -2  -1   1   2  …       of its era  …  2  1  1  2  …
/// ```
public final class CalendarYear {
    private CalendarYear() {}

    /// @param year of ISO 8601, which has a year 0
    public static long said(long year) {
        return year > 0 ? year : year - 1;
    }

    /// The number of a year within its era, before or after the first one.
    public static int ofEra(int year) {
        return year > 0 ? year : 1 - year;
    }

    /// In which century or millennium a year is: the first one after the first year is 1, that
    /// before it is -1.
    ///
    /// @param years how long it is
    public static long periods(int year, int years) {
        long said = said(year);
        return said > 0 ? (said + years - 1) / years : (said - years + 1) / years;
    }
}
