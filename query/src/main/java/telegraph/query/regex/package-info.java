/// Regular expressions after PostgreSQL: what matches, where, and which part of it a group stands
/// for.
///
/// ```text
/// text of a pattern ──Parser──▶ Term ──Planner──▶ Part ─┐
///                                │                      ├─▶ Regex
///                                └──Automaton──▶ Dfa ───┘
/// ```
///
/// A [telegraph.query.regex.Regex] finds a match with automata, in time linear in the text for each
/// place where one may begin, and only then dissects it into groups.
package telegraph.query.regex;
