/**
 * The editor: CodeMirror with PostgreSQL's grammar, completion from the catalog, and errors marked
 * where they are.
 *
 * It stands in a shadow tree, where CodeMirror's styles are style sheets made by script. In the
 * document they would be elements, which the content security policy does not let in.
 */
import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { PostgreSQL, sql } from "@codemirror/lang-sql";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, Prec } from "@codemirror/state";
import {
  EditorView,
  drawSelection,
  dropCursor,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
} from "@codemirror/view";
import { completions, schemaOf } from "./completion.js";
import { look } from "./editor-look.js";
import { currentStatement, errorMarks, markError } from "./editor-marks.js";
import { lasting } from "./kept.js";
import { statementAt } from "./statements.js";

const DRAFT = "telegraph.draft";
const LINES_BEFORE_MAX = 5_000;
const START = "SELECT 'hello' AS greeting;\n";

export function mount(element, state) {
  const language = new Compartment();
  const root = element.attachShadow({ mode: "open" });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: lasting.get(DRAFT) || START,
      extensions: [
        Prec.highest(keymap.of(keysOf(state))),
        basics(),
        language.of(grammar(null)),
        currentStatement,
        errorMarks,
        look,
        EditorView.domEventHandlers({ beforeinput: replaceSelected }),
        EditorView.contentAttributes.of({ "aria-label": "SQL", spellcheck: "false" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) lasting.set(DRAFT, update.state.doc.toString());
        }),
      ],
    }),
  });
  let catalog = null;
  state.watch(["catalog"], () => {
    if (catalog === state.get("catalog")) return;
    catalog = state.get("catalog");
    view.dispatch({ effects: language.reconfigure(grammar(catalog)) });
  });
  const asked = { text: "", from: 0 };
  showErrors(view, state, asked);
  addActions(view, state, asked);
  height(element);
}

function basics() {
  return [
    lineNumbers(),
    highlightSpecialChars(),
    history(),
    drawSelection(),
    dropCursor(),
    EditorState.allowMultipleSelections.of(true),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    autocompletion({ icons: false, maxRenderedOptions: 60 }),
    highlightSelectionMatches(),
    EditorView.lineWrapping,
    placeholder("SELECT … FROM 'file.csv'"),
    keymap.of([
      { key: "Tab", run: acceptCompletion },
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...completionKeymap,
    ]),
  ];
}

/**
 * Typing over a selection. A browser left to itself keeps the look of what was selected by an
 * inline style, which the content security policy forbids.
 */
function replaceSelected(event, view) {
  const { from, to, empty } = view.state.selection.main;
  const text = event.data;
  if (event.inputType !== "insertText" || !text || empty || view.composing) return false;
  const insert = () => view.state.update(view.state.replaceSelection(text), { userEvent: "input.type", scrollIntoView: true });
  const taken = view.state.facet(EditorView.inputHandler).some((take) => take(view, from, to, text, insert));
  if (!taken) view.dispatch(insert());
  event.preventDefault();
  return true;
}

function grammar(catalog) {
  const dialect = PostgreSQL;
  return [
    sql({ dialect, schema: schemaOf(catalog), defaultSchema: "public", upperCaseKeywords: true }),
    dialect.language.data.of({ autocomplete: completions(catalog) }),
  ];
}

function keysOf(state) {
  const does = (act) => () => {
    act();
    return true;
  };
  return [
    { key: "Mod-Enter", run: does(() => state.actions.runHere()) },
    { key: "Shift-Mod-Enter", run: does(() => state.actions.runAll()) },
    { key: "Alt-ArrowUp", run: does(() => state.actions.older()) },
    { key: "Alt-ArrowDown", run: does(() => state.actions.newer()) },
  ];
}

function addActions(view, state, asked) {
  const { actions } = state;
  const runText = (text, from) => {
    if (text.trim() === "") return actions.say("There is no statement to run.");
    closeCompletion(view);
    asked.text = text;
    asked.from = from;
    actions.remember(text);
    actions.run(text, blanksBefore(view.state.doc, from));
  };
  /** The selection, or the statement at the cursor. */
  actions.runHere = () => {
    const { from, to, empty, head } = view.state.selection.main;
    if (!empty) return runText(view.state.sliceDoc(from, to), from);
    const statement = statementAt(view.state.doc.toString(), head);
    return runText(statement?.text ?? "", statement?.from ?? 0);
  };
  actions.runAll = () => runText(view.state.doc.toString(), 0);
  actions.text = () => view.state.doc.toString();
  actions.edit = (text) => {
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: text },
      selection: { anchor: Math.min(firstLetter(text), text.length) },
      scrollIntoView: true,
    });
    actions.leaveSide?.();
    view.focus();
  };
  actions.insert = (text) => {
    view.dispatch(view.state.replaceSelection(text), { scrollIntoView: true });
    actions.leaveSide?.();
    view.focus();
  };
  /** Puts a text there to begin with, unless somebody has begun. */
  actions.suggest = (text) => {
    if (view.state.doc.toString() === START) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    }
  };
  actions.focusEditor = () => view.focus();
}

function firstLetter(text) {
  return statementAt(text, 0)?.from ?? 0;
}

/** An error is marked where it is, if what was run is still there. */
function showErrors(view, state, asked) {
  let seen = null;
  state.watch(["run"], () => {
    const { error } = state.get("run");
    if (error === seen) return;
    seen = error;
    const { doc } = view.state;
    const there = doc.sliceString(asked.from, asked.from + asked.text.length) === asked.text;
    const at = error && there ? positionOf(doc, error) : -1;
    view.dispatch({ effects: markError.of(at < 0 ? null : at) });
    if (at >= 0) view.dispatch({ effects: EditorView.scrollIntoView(at) });
  });
}

/** The offset of a line and column, both from 1 on; -1 if there is none. */
function positionOf(doc, { line, column }) {
  if (!line || line > doc.lines) return -1;
  const { from, to } = doc.line(line);
  return Math.min(from + Math.max(0, (column || 1) - 1), to);
}

/** Blanks that stand for what is before a position, line by line. */
function blanksBefore(doc, position) {
  const { number, from } = doc.lineAt(position);
  return number > LINES_BEFORE_MAX ? "" : "\n".repeat(number - 1) + " ".repeat(position - from);
}

/**
 * The editor is as high as its text, within limits, until somebody moves the line below it: by
 * mouse, finger or the up and down keys.
 */
function height(element) {
  const grip = document.getElementById("editor-grip");
  const set = (pixels) => {
    element.style.maxHeight = "none";
    element.style.height = `${Math.max(72, Math.min(pixels, innerHeight * 0.7))}px`;
  };
  grip.addEventListener("pointerdown", (event) => {
    grip.setPointerCapture(event.pointerId);
    const from = event.clientY - element.offsetHeight;
    const move = (moved) => set(moved.clientY - from);
    grip.addEventListener("pointermove", move);
    grip.addEventListener("pointerup", () => grip.removeEventListener("pointermove", move), {
      once: true,
    });
  });
  grip.addEventListener("keydown", (event) => {
    const step = { ArrowUp: -24, ArrowDown: 24 }[event.key];
    if (!step) return;
    event.preventDefault();
    set(element.offsetHeight + step);
  });
}
