import { openSearchPanel } from '@codemirror/search';
import { Compartment, Prec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { BlameOf } from './blame-line.ts';
import { blameChanged, blameGutter } from './blame-gutter.ts';
import { readOnlyParts, searchParts, showCode, type CodeText } from './code-parts.ts';

export interface CodeOptions extends CodeText {
  /** The cursor moved to a line, counted from 1. */
  online: (line: number) => void;
  /** These lines became visible. */
  onvisible: (from: number, to: number) => void;
}

/** A read-only view of a text, in a shadow root: its styles are adopted there, which the policy of the page allows. */
export function codeView(host: HTMLElement, options: CodeOptions) {
  const { online, onvisible } = options;
  const blame = new Compartment();
  let line = 1;
  // The line break at the end doesn't begin another line
  const text = options.text.replace(/\r?\n$/, '');
  const { view } = showCode(host, { ...options, text }, [
    // The blame is shown before the line numbers
    Prec.high(blame.of([])),
    ...searchParts,
    ...readOnlyParts,
    EditorView.updateListener.of((update) => {
      const { doc, selection } = update.state;
      const next = doc.lineAt(selection.main.head).number;
      if (next !== line) online((line = next));
      if (update.viewportChanged) reportVisible();
    }),
  ]);

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
