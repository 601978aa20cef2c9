/// The settings there are: for each its kind of value, its first value, until when it can change
/// and what it is for.
package telegraph.sql.setting;
