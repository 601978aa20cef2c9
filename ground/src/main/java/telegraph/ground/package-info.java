/// What every module stands on: how something fails and what it is called then, the passing of
/// time, the one door to disk, and the SQL standard's levels of isolation.
///
/// A failure is a [telegraph.ground.TelegraphException] with a [telegraph.ground.SqlState]. Files
/// are written through a [telegraph.ground.Disk], time passes by a [telegraph.ground.Ticker]: so a
/// test can fail the one and make the other.
package telegraph.ground;
