package telegraph.store.lock;

/// How a transaction locks a key, and the gap before it: a row part and a gap part.
///
/// Two modes go together if their row parts do and their gap parts do.
///
/// | row: requested \ held | none | R   | S   | U   | E   | X   |
/// |-----------------------|------|-----|-----|-----|-----|-----|
/// | none                  | yes  | yes | yes | yes | yes | yes |
/// | R                     | yes  | yes | yes | yes | yes | no  |
/// | S                     | yes  | yes | yes | no  | no  | no  |
/// | U                     | yes  | yes | yes | no  | no  | no  |
/// | E                     | yes  | yes | no  | no  | no  | no  |
/// | X                     | yes  | yes | no  | no  | no  | no  |
///
/// Who has X may change the row; who has E keeps all others from locking it, and lets those read it
/// who lock nothing. These want `R`, which nobody keeps: that nobody is changing the row.
///
/// | gap: requested \ held | none | GAP | INSERT |
/// |-----------------------|------|-----|--------|
/// | none                  | yes  | yes | yes    |
/// | GAP                   | yes  | yes | no     |
/// | INSERT                | yes  | no  | yes    |
///
/// `GAP` keeps others from inserting into the gap before the key, `INSERT` is the intention to
/// insert into it. A transaction that has both has both, and conflicts with either. The locks of
/// Derby are among these: RS2 is [#S], RS3 [#S_GAP], RU2 [#U], RU3 [#U_GAP], RX2 [#X], RX3
/// [#X_GAP], RIP (previous key of an insert) [#INSERT] and RI (insert) [#X_INSERT].
public enum RowMode {
    NONE("none"),
    R("R"),
    S("S"),
    U("U"),
    E("E"),
    X("X"),
    GAP("gap"),
    R_GAP("R+gap"),
    S_GAP("S+gap"),
    U_GAP("U+gap"),
    E_GAP("E+gap"),
    X_GAP("X+gap"),
    INSERT("insert"),
    R_INSERT("R+insert"),
    S_INSERT("S+insert"),
    U_INSERT("U+insert"),
    E_INSERT("E+insert"),
    X_INSERT("X+insert"),
    GAP_INSERT("gap+insert"),
    R_GAP_INSERT("R+gap+insert"),
    S_GAP_INSERT("S+gap+insert"),
    U_GAP_INSERT("U+gap+insert"),
    E_GAP_INSERT("E+gap+insert"),
    X_GAP_INSERT("X+gap+insert");

    private final String text;

    RowMode(String text) {
        this.text = text;
    }

    /// As people write it, such as `S+gap`.
    public String text() {
        return text;
    }

    /// Whether a transaction may get this mode while another holds `held`.
    public boolean goesWith(RowMode held) {
        return !Modes.conflict(ordinal(), held.ordinal());
    }

    /// Whether who holds this mode has all that `other` gives.
    public boolean covers(RowMode other) {
        return Modes.covers(ordinal(), other.ordinal());
    }

    /// The least mode that covers this one and `other`.
    public RowMode with(RowMode other) {
        return values()[Modes.cover(ordinal(), other.ordinal())];
    }
}
