import { Chunk, MergeView, unifiedMergeView } from '@codemirror/merge';
import { defaultKeymap } from '@codemirror/commands';
import { EditorState, Text } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { commonParts, LanguageColors, rootIn } from './code-parts.ts';

/** Time limit in ms. After it, the library shows larger blocks, so that a long text does not block the window. */
const diffConfig = { scanLimit: 500, timeout: 400 };
/** Unchanged lines around a change. At least four others are needed to hide them. */
const collapseUnchanged = { margin: 3, minSize: 4 };

export interface DiffOptions {
  before: string;
  after: string;
  /** Chooses the language. */
  fileName: string;
  /** Accessible name. */
  label: string;
  /** Texts of the view, keyed by the English texts of the library. */
  phrases: Readonly<Record<string, string>>;
  /** Both texts side by side; otherwise removed lines are above the added ones. */
  isSplit: boolean;
}

/** A read-only view of the difference between two texts. Returns a function that removes it. */
export function codeDiff(host: HTMLElement, options: DiffOptions): () => void {
  const { before, after, fileName, label, phrases, isSplit } = options;
  const root = rootIn(host);
  const stateOf = (language: LanguageColors, name: string) => [
    ...commonParts,
    keymap.of(defaultKeymap),
    EditorState.readOnly.of(true),
    EditorState.phrases.of(phrases),
    EditorView.contentAttributes.of({
      'aria-label': name,
      'aria-readonly': 'true',
      spellcheck: 'false',
      tabindex: '0',
    }),
    language.part,
  ];
  const language = new LanguageColors();
  if (isSplit) {
    const former = new LanguageColors();
    const view = new MergeView({
      a: { doc: before, extensions: stateOf(former, `${label} −`) },
      b: { doc: after, extensions: stateOf(language, `${label} +`) },
      parent: root,
      root,
      collapseUnchanged,
      diffConfig,
    });
    void former.show(view.a, fileName);
    void language.show(view.b, fileName);
    return () => {
      view.destroy();
      view.dom.remove();
    };
  }
  const unified = unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged, diffConfig });
  const extensions = [...stateOf(language, label), unified];
  const view = new EditorView({ state: EditorState.create({ doc: after, extensions }), root, parent: root });
  void language.show(view, fileName);
  return () => view.destroy();
}

export interface LineCounts {
  added: number;
  removed: number;
}

/** The number of added and removed lines between two texts. */
export function lineCounts(before: string, after: string): LineCounts {
  const [from, to] = [textOf(before), textOf(after)];
  const counts = { added: 0, removed: 0 };
  for (const { fromA, toA, fromB, toB } of Chunk.build(from, to, diffConfig)) {
    counts.removed += linesIn(from, fromA, toA);
    counts.added += linesIn(to, fromB, toB);
  }
  return counts;
}

const textOf = (text: string): Text => Text.of(text.split(/\r?\n/));

/** `to` is one past the end of the last line. A line end after the last line doesn't begin another line. */
function linesIn(text: Text, from: number, to: number): number {
  if (to <= from) return 0;
  const last = text.lineAt(Math.min(to - 1, text.length));
  const isEmptyEnd = last.number === text.lines && last.length === 0;
  return last.number - text.lineAt(from).number + (isEmptyEnd ? 0 : 1);
}
