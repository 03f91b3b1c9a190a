import { flushSync } from 'svelte';
import { onTestFinished } from 'vitest';
import { GridPosition } from '../../../src-renderer/components/grid/grid-position.svelte.ts';
import type { RowSource } from '../../../src-renderer/components/grid/row-source.ts';
import { ScrollAnchor } from '../../../src-renderer/components/grid/scroll-anchor.svelte.ts';

/** A list of IDs in memory. */
class Ids implements RowSource<number> {
  list = $state.raw(Array.from({ length: 1_000 }, (_, at) => at + 1));
  reloads = $state(0);
  readonly isPending = false;
  readonly failure = undefined;

  get total(): number {
    return this.list.length;
  }
  row(index: number): number | undefined {
    return this.list[index];
  }
  indexOf(id: number): number | undefined {
    const index = this.list.indexOf(id);
    return index < 0 ? undefined : index;
  }
  ensure(): void {}
  async ids(from: number, to: number): Promise<number[]> {
    return this.list.slice(from, to);
  }
}

/** A scrolled element with 1,000 rows of 20 px, of which 200 px are visible, and its anchor. */
export function scrolledList() {
  const scroller = document.createElement('div');
  const body = document.createElement('div');
  body.className = 'body';
  scroller.append(body);
  scroller.style.cssText = 'height: 200px; overflow: auto; overflow-anchor: none';
  document.body.append(scroller);

  const source = new Ids();
  let position = $state.raw(new GridPosition());
  const made: ScrollAnchor<number>[] = [];
  const end = $effect.root(() => {
    const ground = {
      source,
      idOf: (id: number) => id,
      get position() {
        return position;
      },
    };
    const anchor = new ScrollAnchor<number>(ground);
    Object.assign(anchor, { scroller, rowHeightPx: 20, headHeightPx: 0, scrollerHeightPx: 200 });
    anchor.hold();
    made.push(anchor);
  });
  onTestFinished(() => {
    end();
    scroller.remove();
  });
  flushSync();
  const [anchor] = made;
  if (anchor === undefined) throw new Error('an effect root runs at once');
  return {
    anchor,
    scroller,
    position: () => position,
    /** The person scrolls. */
    scrollTo: (topPx: number) => {
      scroller.scrollTop = topPx;
      anchor.note(scroller);
      flushSync();
    },
    /** The list is loaded again. */
    reload: (list: number[]) => {
      source.list = list;
      source.reloads++;
      flushSync();
    },
    list: () => source.list,
    show: (other: GridPosition) => {
      position = other;
      flushSync();
    },
    measure: (heights: { rowHeightPx?: number; scrollerHeightPx?: number }) => {
      Object.assign(anchor, heights);
      flushSync();
    },
  };
}
