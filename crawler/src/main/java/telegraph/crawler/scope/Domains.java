package telegraph.crawler.scope;

import crawlercommons.domains.EffectiveTldFinder;

/// The registered domain of a host: the one label below a public suffix that somebody could
/// register, by the Public Suffix List.
final class Domains {
    private Domains() {}

    /// The domain of a host in small letters; an address, or a name that is itself a public suffix
    /// or has one label, stands for itself. Below a suffix that the list does not know, the last
    /// two labels.
    static String registered(String host) {
        String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        if (name.isEmpty()
                || name.endsWith("]")
                || Character.isDigit(name.charAt(name.length() - 1))) {
            return host;
        }
        if (EffectiveTldFinder.getEffectiveTLD(name) == null) {
            return lastTwoLabels(name);
        }
        String domain = EffectiveTldFinder.getAssignedDomain(name);
        return domain == null ? name : domain;
    }

    private static String lastTwoLabels(String name) {
        int dot = name.lastIndexOf('.', name.lastIndexOf('.') - 1);
        return name.substring(dot + 1);
    }
}
