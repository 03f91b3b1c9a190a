import { Chunk, getChunks, MergeView, unifiedMergeView } from '@codemirror/merge';
import { StateField, Text, type Extension } from '@codemirror/state';
import { LanguageColors, readOnlyParts, rootIn, showCode } from './code-parts.ts';

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
  /** Both texts side by side; otherwise removed lines are above the added ones. */
  isSplit: boolean;
}

/** A read-only view of the difference between two texts. Returns a function that removes it. */
export function codeDiff(host: HTMLElement, options: DiffOptions): () => void {
  const { before, after, fileName, label, isSplit } = options;
  const parts = [...readOnlyParts, emptyEndsLeftOut(textOf(before), textOf(after))];
  if (isSplit) {
    const root = rootIn(host);
    const [former, language] = [new LanguageColors(), new LanguageColors()];
    const view = new MergeView({
      a: { doc: before, extensions: [...former.parts(`${label} −`), ...parts] },
      b: { doc: after, extensions: [...language.parts(`${label} +`), ...parts] },
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
  const { view } = showCode(host, { text: after, fileName, label }, [...parts, unified]);
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
  for (const chunk of Chunk.build(from, to, diffConfig)) {
    const { toA, toB } = endsOf(chunk, from, to);
    counts.removed += linesIn(from, chunk.fromA, toA);
    counts.added += linesIn(to, chunk.fromB, toB);
  }
  return counts;
}

const textOf = (text: string): Text => Text.of(text.split(/\r?\n/));

/** `to` is one past the end of the last line. */
function linesIn(text: Text, from: number, to: number): number {
  return to <= from ? 0 : text.lineAt(Math.min(to - 1, text.length)).number - text.lineAt(from).number + 1;
}

/**
 * The ends of a changed block. The library counts an empty line after a line end at the end of the text. This line is
 * left out, unless it is the only difference.
 */
function endsOf(chunk: Chunk, from: Text, to: Text): Pick<Chunk, 'toA' | 'toB'> {
  const toA = Math.max(chunk.fromA, endIn(from, chunk.toA));
  const toB = Math.max(chunk.fromB, endIn(to, chunk.toB));
  return toA === chunk.fromA && toB === chunk.fromB ? chunk : { toA, toB };
}

function endIn(text: Text, end: number): number {
  return end > text.length && text.line(text.lines).length === 0 ? text.length : end;
}

/** Leaves out the empty line after the last line end. It must change the blocks before the library draws them. */
function emptyEndsLeftOut(from: Text, to: Text): Extension {
  return StateField.define<null>({
    create: (state) => {
      for (const chunk of getChunks(state)?.chunks ?? []) {
        const { toA, toB } = endsOf(chunk, from, to);
        Object.assign(chunk, { toA, toB });
      }
      return null;
    },
    update: (value) => value,
  });
}
