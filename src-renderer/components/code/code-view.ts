import { defaultKeymap } from '@codemirror/commands';
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLine, highlightActiveLineGutter, keymap } from '@codemirror/view';
import type { BlameOf } from './blame-line.ts';
import { blameChanged, blameGutter } from './blame-gutter.ts';
import { commonParts, LanguageColors, rootIn } from './code-parts.ts';

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

/** A read-only view of a text, in a shadow root: its styles are adopted there, which the policy of the page allows. */
export function codeView(host: HTMLElement, options: CodeOptions) {
  const { text, fileName, label, phrases, online, onvisible } = options;
  const root = rootIn(host);
  const language = new LanguageColors();
  const blame = new Compartment();
  let line = 1;

  const state = EditorState.create({
    // The end of the last line doesn't begin another one
    doc: text.replace(/\r?\n$/, ''),
    extensions: [
      blame.of([]),
      ...commonParts,
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSelectionMatches(),
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
      language.part,
    ],
  });
  const view = new EditorView({ state, root, parent: root });
  void language.show(view, fileName);

  function reportVisible(): void {
    const { from, to } = view.viewport;
    const { doc } = view.state;
    onvisible(doc.lineAt(from).number, doc.lineAt(to).number);
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
