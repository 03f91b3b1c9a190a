import { defaultKeymap } from '@codemirror/commands';
import { bracketMatching, LanguageDescription } from '@codemirror/language';
import { languages } from '@codemirror/language-data';
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { BlameOf } from './blame-line.ts';
import { blameChanged, blameGutter } from './blame-gutter.ts';
import { codeTheme } from './code-theme.ts';

export interface CodeOptions {
  text: string;
  /** Chooses the language. */
  fileName: string;
  /** Accessible name. */
  label: string;
  /** Texts of the search field, by the English texts of the library. */
  phrases: Readonly<Record<string, string>>;
  /** The cursor moved to a line, counted from 1. */
  online: (line: number) => void;
  /** These lines became visible. */
  onvisible: (from: number, to: number) => void;
}

/** Marks and overrides of the text direction that the library doesn't show by itself. */
const moreSpecialChars = /[\u202a-\u202c\u2068\u2060-\u2064\u00a0]/g;
/** Longer texts are shown without colors, because the parser would slow down scrolling. */
const mostHighlighted = 500_000;

/** A read-only view of a text, in a shadow root: its styles are adopted there, which the policy of the page allows. */
export function codeView(host: HTMLElement, options: CodeOptions) {
  const { text, fileName, label, phrases, online, onvisible } = options;
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const language = new Compartment();
  const blame = new Compartment();
  let line = 1;

  const state = EditorState.create({
    // The end of the last line doesn't begin another one
    doc: text.replace(/\r?\n$/, ''),
    extensions: [
      blame.of([]),
      lineNumbers(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSpecialChars({ addSpecialChars: moreSpecialChars }),
      highlightSelectionMatches(),
      bracketMatching(),
      search({ top: true }),
      keymap.of([...searchKeymap, ...defaultKeymap]),
      EditorState.readOnly.of(true),
      EditorState.phrases.of(phrases),
      EditorView.contentAttributes.of({
        'aria-label': label,
        'aria-readonly': 'true',
        spellcheck: 'false',
        tabindex: '0',
      }),
      EditorView.updateListener.of((update) => {
        const { doc, selection } = update.state;
        const next = doc.lineAt(selection.main.head).number;
        if (next !== line) online((line = next));
        if (update.viewportChanged) reportVisible();
      }),
      language.of([]),
      codeTheme,
    ],
  });
  const view = new EditorView({ state, root, parent: root });
  void highlight();

  function reportVisible(): void {
    const { from, to } = view.viewport;
    const { doc } = view.state;
    onvisible(doc.lineAt(from).number, doc.lineAt(to).number);
  }

  /** The language is loaded when it is needed. Without it, the text has no colors. */
  async function highlight(): Promise<void> {
    const found = text.length > mostHighlighted ? null : LanguageDescription.matchFilename(languages, fileName);
    const support = await found?.load().catch(() => null);
    if (support !== null && support !== undefined) view.dispatch({ effects: language.reconfigure(support) });
  }

  return {
    /** Show who changed the lines last; null: hide it. */
    showBlame(blameOf: BlameOf | null, isNarrow: boolean): void {
      view.dispatch({ effects: blame.reconfigure(blameOf === null ? [] : blameGutter(blameOf, isNarrow)) });
      reportVisible();
    },
    /** The blame of more lines became known. */
    blameChanged(): void {
      view.dispatch({ effects: blameChanged.of(null) });
    },
    /** Move the cursor to a line, and scroll to it. */
    goTo(wanted: number): void {
      const { doc } = view.state;
      const target = doc.line(Math.min(Math.max(1, wanted), doc.lines));
      if (target.number === line && wanted !== 1) return;
      view.dispatch({
        selection: { anchor: target.from },
        effects: EditorView.scrollIntoView(target.from, { y: 'center' }),
      });
    },
    find(): void {
      openSearchPanel(view);
    },
    focus(): void {
      view.focus();
    },
    destroy(): void {
      view.destroy();
    },
  };
}
export type CodeView = ReturnType<typeof codeView>;
