package telegraph.engine.meter;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An amount of money, exact: what one request to a source costs, or what some did.
///
/// Amounts of different currencies are never added.
///
/// @param currency a word such as `USD`, or "" where none was named
public record Price(BigDecimal amount, String currency) {
    private static final Pattern WRITTEN =
            Pattern.compile("(\\d{1,12}(?:\\.\\d{1,12})?)(?:\\s+([A-Za-z]{1,16}))?");

    /// The price that a text says, such as `0.002` or `0.002 USD`; empty if it says none.
    public static Optional<Price> of(String text) {
        Matcher price = WRITTEN.matcher(text.strip());
        return price.matches()
                ? Optional.of(
                        new Price(
                                new BigDecimal(price.group(1)),
                                price.group(2) == null ? "" : price.group(2)))
                : Optional.empty();
    }

    /// What so many cost.
    public Price times(long count) {
        return new Price(amount.multiply(BigDecimal.valueOf(count)), currency);
    }

    /// What all requests cost so far, for each currency of a source that has a price.
    public static List<Price> totals(List<Progress> sources) {
        Map<String, BigDecimal> sums = new TreeMap<>();
        for (Progress source : sources) {
            source.spent()
                    .ifPresent(spent -> sums.merge(spent.currency, spent.amount, BigDecimal::add));
        }
        List<Price> totals = new ArrayList<>();
        sums.forEach((currency, amount) -> totals.add(new Price(amount, currency)));
        return totals;
    }

    /// Such as `0.024 USD`.
    @Override
    public String toString() {
        return amount.toPlainString() + (currency.isEmpty() ? "" : " " + currency);
    }
}
