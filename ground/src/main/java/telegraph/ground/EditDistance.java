package telegraph.ground;

/// How far two words are from each other, for messages that guess what somebody meant. Which
/// distance is near enough is for those who ask.
///
/// Threads: any.
final class EditDistance {
    private EditDistance() {}

    /// The least number of letters to insert, delete, replace or swap with a neighbour (Damerau
    /// 1964; the restricted form, in which no letter is edited twice).
    static int of(String a, String b) {
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        int[] current = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                int cost =
                        Math.min(last[j - 1] + change, Math.min(last[j] + 1, current[j - 1] + 1));
                boolean swapped =
                        i > 1
                                && j > 1
                                && a.charAt(i - 1) == b.charAt(j - 2)
                                && a.charAt(i - 2) == b.charAt(j - 1);
                current[j] = swapped ? Math.min(cost, beforeLast[j - 2] + 1) : cost;
            }
            int[] free = beforeLast;
            beforeLast = last;
            last = current;
            current = free;
        }
        return last[b.length()];
    }
}
