/** What the editor marks: the statement that Ctrl-Enter runs, and where an error is. */
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";
import { statementsOf, statementAt } from "./statements.js";

/** Longer texts are not cut into statements at each key. */
const CHARS_MAX = 100_000;

/** The place of an error, or null for none. */
export const markError = StateEffect.define();

const here = Decoration.line({ class: "tg-here" });

/** If there are several statements, the lines of the one at the cursor. */
export const currentStatement = StateField.define({
  create: (state) => linesAtCursor(state),
  update(lines, transaction) {
    return transaction.docChanged || transaction.selection
      ? linesAtCursor(transaction.state)
      : lines;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function linesAtCursor(state) {
  const { doc } = state;
  if (doc.length > CHARS_MAX) return Decoration.none;
  const text = doc.toString();
  const statement = statementAt(text, state.selection.main.head);
  if (!statement || statementsOf(text).length < 2) return Decoration.none;
  const marks = [];
  const last = doc.lineAt(statement.to).number;
  for (let line = doc.lineAt(statement.from).number; line <= last; line++) {
    marks.push(here.range(doc.line(line).from));
  }
  return Decoration.set(marks);
}

/** Underlines the word at the error until the text there is changed. */
export const errorMarks = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    let kept = transaction.docChanged ? Decoration.none : marks;
    for (const effect of transaction.effects) {
      if (effect.is(markError)) kept = underline(transaction.state, effect.value);
    }
    return kept;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function underline(state, at) {
  if (at === null || state.doc.length === 0) return Decoration.none;
  const line = state.doc.lineAt(Math.min(at, state.doc.length));
  const rest = line.text.slice(at - line.from);
  const word = /^("[^"]*"?|'[^']*'?|[\w$]+|\s*\S)/.exec(rest)?.[0].length ?? 0;
  const from = word === 0 ? Math.max(line.from, Math.min(at, line.to) - 1) : at;
  const to = word === 0 ? Math.min(at, line.to) : at + word;
  if (from >= to) return Decoration.none;
  return Decoration.set([Decoration.mark({ class: "tg-error" }).range(from, to)]);
}
