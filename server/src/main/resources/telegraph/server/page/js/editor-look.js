/** How the editor looks: all colours are the page's own, so that it changes with the theme. */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const theme = EditorView.theme({
  "&": { flex: "1 1 auto", minHeight: "0", fontSize: "14px", backgroundColor: "var(--sheet)", color: "var(--ink)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6", overflow: "auto" },
  ".cm-content": { padding: "10px 0", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0 12px 0 8px" },
  ".cm-gutters": { backgroundColor: "var(--sheet)", color: "var(--ink-3)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 6px 0 12px", minWidth: "34px" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
    { backgroundColor: "var(--accent-soft)" },
  ".cm-selectionMatch": { backgroundColor: "var(--changed)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: "var(--accent-soft)",
    outline: "1px solid var(--accent)",
  },
  ".cm-placeholder": { color: "var(--ink-3)" },
  ".tg-here": { boxShadow: "inset 2px 0 0 var(--accent)" },
  ".tg-error": {
    textDecoration: "underline wavy var(--bad)",
    textDecorationSkipInk: "none",
    backgroundColor: "var(--bad-soft)",
  },
  ".cm-tooltip": {
    backgroundColor: "var(--sheet)",
    color: "var(--ink)",
    border: "1px solid var(--line-strong)",
    borderRadius: "6px",
    boxShadow: "var(--shadow)",
    overflow: "hidden",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    fontFamily: "var(--mono)",
    maxHeight: "16em",
    maxWidth: "min(520px, 90vw)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": {
    padding: "2px 10px",
    display: "flex",
    gap: "1.5em",
    justifyContent: "space-between",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    backgroundColor: "var(--accent)",
    color: "var(--accent-ink)",
  },
  ".cm-completionDetail": { fontStyle: "normal", opacity: ".75", marginLeft: "0" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },
  ".cm-panels": { backgroundColor: "var(--sunk)", color: "var(--ink)", borderColor: "var(--line)" },
  ".cm-panel.cm-search": { fontFamily: "var(--text)", padding: "6px 10px" },
  ".cm-textfield": { backgroundColor: "var(--sheet)", borderColor: "var(--line-strong)" },
  ".cm-button": {
    backgroundImage: "none",
    backgroundColor: "var(--sheet)",
    borderColor: "var(--line-strong)",
  },
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], color: "var(--accent)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--sampled)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--assumed)" },
  { tag: [tags.comment], color: "var(--ink-3)", fontStyle: "italic" },
  { tag: [tags.typeName], color: "var(--accent)" },
  { tag: [tags.punctuation, tags.operator, tags.paren], color: "var(--ink-2)" },
]);

export const look = [theme, syntaxHighlighting(colours)];
