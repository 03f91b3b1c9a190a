import { StateEffect, type Extension } from '@codemirror/state';
import { gutter, GutterMarker } from '@codemirror/view';
import { visibleText } from '../text/visible-text.ts';
import type { BlameLine, BlameOf } from './blame-line.ts';

/** The blame of more lines became known. */
export const blameChanged = StateEffect.define<null>();

/** The text of a block stands in its first line; every line has the color of its age. */
class BlameMarker extends GutterMarker {
  override readonly elementClass: string;
  readonly #block: BlameLine;
  readonly #hasText: boolean;
  readonly #isNarrow: boolean;

  constructor(block: BlameLine, hasText: boolean, isNarrow: boolean) {
    super();
    this.elementClass = `heat-${block.heat}`;
    this.#block = block;
    this.#hasText = hasText;
    this.#isNarrow = isNarrow;
  }

  override eq(other: GutterMarker): boolean {
    return (
      other instanceof BlameMarker &&
      other.#block === this.#block &&
      other.#hasText === this.#hasText &&
      other.#isNarrow === this.#isNarrow
    );
  }

  override toDOM(): Node {
    const { commit, author, age, title } = this.#block;
    const row = document.createElement('div');
    row.className = 'row';
    row.title = visibleText([author, age, commit?.slice(0, 8), title].filter(Boolean).join(' · '));
    if (!this.#hasText || this.#isNarrow) return row;
    row.append(part('sha', commit?.slice(0, 8) ?? ''), part('who', author), part('age', age));
    return row;
  }
}

function part(name: string, text: string): HTMLElement {
  const element = document.createElement('span');
  element.className = name;
  element.textContent = visibleText(text, 60);
  return element;
}

/** A gutter with the last change of each line. A click moves the cursor to the line. */
export function blameGutter(blameOf: BlameOf, isNarrow: boolean): Extension {
  return gutter({
    class: isNarrow ? 'cm-blame is-narrow' : 'cm-blame',
    lineMarker(view, { from }) {
      const line = view.state.doc.lineAt(from).number;
      const block = blameOf(line);
      return block === undefined ? null : new BlameMarker(block, block.from === line, isNarrow);
    },
    lineMarkerChange: ({ transactions }) =>
      transactions.some(({ effects }) => effects.some((effect) => effect.is(blameChanged))),
    domEventHandlers: {
      mousedown(view, { from }) {
        view.dispatch({ selection: { anchor: from } });
        view.focus();
        return true;
      },
    },
  });
}
