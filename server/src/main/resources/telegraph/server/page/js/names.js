/** Names and texts as they are written in SQL. */

const PLAIN = /^[a-z_][a-z0-9_]*$/;

/** Words that cannot be names without quotes. */
const RESERVED = new Set(
  ("all and any as asc between both by case cast check collate column constraint create cross current_date " +
    "current_time current_timestamp date default desc distinct else end except exists false fetch filter first for " +
    "foreign from full grant group having in inner insert intersect interval into is join language last lateral " +
    "leading left like limit month not null offset on only or order outer over partition primary range references " +
    "right row rows second select set some start table then time timestamp to trailing true union unique update user " +
    "using value values view when where window with year").split(" "),
);

export function quoted(name) {
  return PLAIN.test(name) && !RESERVED.has(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** A relation's name, with its schema unless that is the one that need not be named. */
export function qualified({ schema, name }) {
  return schema && schema !== "public" ? `${quoted(schema)}.${quoted(name)}` : quoted(name);
}

/** A text in quotes. */
export function literal(text) {
  return `'${String(text).replaceAll("'", "''")}'`;
}
