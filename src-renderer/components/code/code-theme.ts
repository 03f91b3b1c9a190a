import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The colors are tokens, so that both themes apply. All of them have a contrast of at least 4.5 to 1. */
const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.modifier], color: 'var(--accent)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.inserted], color: 'var(--ok-fg)' },
  { tag: [tags.comment, tags.meta, tags.processingInstruction], color: 'var(--fg-3)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit], color: 'var(--warn-fg)' },
  { tag: [tags.typeName, tags.className, tags.namespace, tags.tagName], color: 'var(--scope-project)' },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.link, tags.url],
    color: 'var(--info-fg)',
  },
  { tag: [tags.attributeName, tags.labelName, tags.macroName], color: 'var(--scope-instance)' },
  { tag: [tags.deleted, tags.invalid], color: 'var(--bad-fg)' },
  { tag: tags.heading, color: 'var(--accent)', fontWeight: '600' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
]);

const heat = (percent: number): { borderLeftColor: string } => ({
  borderLeftColor: `color-mix(in srgb, var(--accent) ${percent}%, var(--bg-raised))`,
});

/** Styles of the code view. They are adopted by its shadow root, because the policy of the page allows no inline styles. */
export const codeTheme = [
  syntaxHighlighting(highlight),
  EditorView.theme({
    '&': { height: '100%', color: 'var(--fg)', background: 'var(--bg-surface)' },
    '&.cm-focused': { outline: 'none' },
    '.cm-content:focus-visible': { outline: 'none' },
    // Above the gutters, which would cover an outline
    '&.cm-focused::after': {
      content: '""',
      position: 'absolute',
      inset: '0',
      zIndex: '300',
      border: '1px solid var(--focus)',
      pointerEvents: 'none',
    },
    '.cm-scroller': {
      fontFamily: 'var(--font-mono)',
      fontSize: '12px',
      lineHeight: '20px',
      fontVariantLigatures: 'none',
      scrollbarColor: 'var(--line-3) transparent',
    },
    '.cm-content': { padding: '0', caretColor: 'var(--fg)' },
    '.cm-line': { padding: '0 16px 0 12px' },
    '.cm-activeLine': { background: 'var(--bg-select)' },
    '.cm-selectionMatch': { background: 'var(--bg-press)' },
    '.cm-content ::selection, .cm-content::selection': { background: 'light-dark(#cdd5fb, #36437f)' },
    '.cm-searchMatch': { background: 'var(--warn-soft)', outline: '1px solid var(--warn-dot)' },
    '.cm-searchMatch-selected': { background: 'var(--bg-select-hover)', outline: '2px solid var(--accent)' },
    '.cm-specialChar': { color: 'var(--bad-fg)' },
    '.cm-gutters': {
      background: 'var(--bg-surface)',
      color: 'var(--fg-3)',
      border: '0',
      fontFamily: 'var(--font-mono)',
    },
    '.cm-lineNumbers .cm-gutterElement': { minWidth: '48px', padding: '0 8px 0 12px' },
    '.cm-activeLineGutter': { background: 'var(--bg-select)', color: 'var(--fg)' },
    '.cm-blame': { width: '252px', borderRight: '1px solid var(--line-1)' },
    '.cm-blame.is-narrow': { width: '3px', borderRight: '0' },
    '.cm-blame .cm-gutterElement': {
      borderLeft: '3px solid transparent',
      fontFamily: 'var(--font-ui)',
      fontSize: '11px',
      cursor: 'default',
    },
    '.cm-blame .heat-0': heat(12),
    '.cm-blame .heat-1': heat(28),
    '.cm-blame .heat-2': heat(48),
    '.cm-blame .heat-3': heat(72),
    '.cm-blame .heat-4': heat(100),
    '.cm-blame .row': { display: 'flex', gap: '8px', padding: '0 12px 0 9px', whiteSpace: 'nowrap' },
    '.cm-blame .sha': { flex: 'none', fontFamily: 'var(--font-mono)', color: 'var(--accent)' },
    '.cm-blame .who': { flex: '1', overflow: 'hidden', textOverflow: 'ellipsis', color: 'var(--fg-2)' },
    '.cm-blame .age': { flex: 'none', color: 'var(--fg-3)' },
    '.cm-blame.is-narrow .row': { width: '3px', height: '20px', padding: '0' },
    // A difference between two texts
    '.cm-changedLine, .cm-inlineChangedLine, &.cm-merge-b .cm-changedLine': { background: 'var(--ok-soft)' },
    '.cm-deletedChunk, &.cm-merge-a .cm-changedLine': { background: 'var(--bad-soft)' },
    '.cm-deletedChunk': { paddingInlineStart: '12px' },
    // A line below the text: on a darker background, the colors of the language would have too little contrast
    '.cm-changedText, &.cm-merge-b .cm-changedText': { background: 'none', boxShadow: 'inset 0 -2px 0 var(--ok-dot)' },
    '.cm-deletedText, .cm-deletedChunk .cm-deletedText, &.cm-merge-a .cm-changedText': {
      background: 'none',
      boxShadow: 'inset 0 -2px 0 var(--bad-dot)',
    },
    '.cm-changeGutter': { width: '3px', paddingInlineStart: '1px' },
    '.cm-changedLineGutter, &.cm-merge-b .cm-changedLineGutter': { background: 'var(--ok-dot)' },
    '.cm-deletedLineGutter, &.cm-merge-a .cm-changedLineGutter': { background: 'var(--bad-dot)' },
    '.cm-collapsedLines': {
      padding: '0 12px',
      background: 'var(--bg-inset)',
      color: 'var(--fg-3)',
      fontFamily: 'var(--font-ui)',
      fontSize: '11px',
    },
    // Most fonts have no glyph for the library's mark
    '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: '""' },
    '.cm-panels': {
      background: 'var(--bg-raised)',
      color: 'var(--fg)',
      fontFamily: 'var(--font-ui)',
      fontSize: '12px',
    },
    '.cm-panels-top': { borderBottom: '1px solid var(--line-2)' },
    '.cm-panel.cm-search, .cm-panel.cm-gotoLine': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: '4px 8px',
      padding: '6px 40px 6px 12px',
    },
    '.cm-panel.cm-search br': { display: 'none' },
    '.cm-panel.cm-search label': { display: 'inline-flex', alignItems: 'center', gap: '4px', fontSize: '12px' },
    '.cm-panel input[type=checkbox]': { accentColor: 'var(--accent-fill)', margin: '0' },
    '.cm-textfield, .cm-button': {
      height: '24px',
      margin: '0',
      padding: '0 8px',
      borderRadius: '6px',
      color: 'var(--fg)',
      fontFamily: 'var(--font-ui)',
      fontSize: '12px',
    },
    '.cm-textfield': { border: '1px solid var(--line-3)', background: 'var(--bg-surface)' },
    '.cm-button': { border: '1px solid var(--line-2)', background: 'var(--bg-raised)', backgroundImage: 'none' },
    '.cm-button:hover': { background: 'var(--bg-press)' },
    '.cm-button:focus-visible, .cm-textfield:focus-visible, .cm-panel [name=close]:focus-visible': {
      outline: '2px solid var(--focus)',
      outlineOffset: '1px',
    },
    '.cm-panel.cm-search [name=close], .cm-panel .cm-dialog-close': {
      position: 'absolute',
      top: '6px',
      right: '8px',
      width: '24px',
      height: '24px',
      borderRadius: '6px',
      color: 'var(--fg-2)',
      fontSize: '16px',
    },
  }),
];
