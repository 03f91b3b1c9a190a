/** What a key does in a grid. */
export type GridCommand =
  | { kind: 'move'; to: Step; isRange: boolean }
  | { kind: 'column'; to: 'previous' | 'next' }
  | { kind: 'toggle' }
  | { kind: 'select-visible' }
  | { kind: 'open' }
  | { kind: 'menu' }
  | { kind: 'escape' }
  | { kind: 'filter' };

export type Step = 'up' | 'down' | 'page-up' | 'page-down' | 'first' | 'last';

const steps: Record<string, Step> = {
  ArrowUp: 'up',
  k: 'up',
  K: 'up',
  ArrowDown: 'down',
  j: 'down',
  J: 'down',
  PageUp: 'page-up',
  PageDown: 'page-down',
  Home: 'first',
  End: 'last',
};

const plain: Record<string, GridCommand> = {
  ArrowLeft: { kind: 'column', to: 'previous' },
  ArrowRight: { kind: 'column', to: 'next' },
  ' ': { kind: 'toggle' },
  x: { kind: 'toggle' },
  Enter: { kind: 'open' },
  Escape: { kind: 'escape' },
  '/': { kind: 'filter' },
  ContextMenu: { kind: 'menu' },
};

/** The part of a keyboard event that identifies a key. */
export type Stroke = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** The command of a key in a grid; undefined: none. */
export function commandOf(stroke: Stroke): GridCommand | undefined {
  const { key, shiftKey, altKey } = stroke;
  const isCommand = stroke.ctrlKey || stroke.metaKey;
  if (altKey) return undefined;
  if (isCommand) {
    if (key.toLowerCase() === 'a' && !shiftKey) return { kind: 'select-visible' };
    return key === 'Home' || key === 'End' ? move(key, shiftKey) : undefined;
  }
  if (shiftKey && key === 'F10') return { kind: 'menu' };
  if (steps[key] !== undefined) return move(key, shiftKey);
  if (shiftKey && key === ' ') return { kind: 'toggle' };
  return shiftKey && key !== '/' ? undefined : plain[key];
}

function move(key: string, isRange: boolean): GridCommand | undefined {
  const to = steps[key];
  return to === undefined ? undefined : { kind: 'move', to, isRange };
}

/**
 * The row after a step, within the list. `page`: number of visible rows. Without an active row (-1): the first or the
 * last row.
 */
export function stepFrom(index: number, to: Step, { total, page }: { total: number; page: number }): number {
  const last = total - 1;
  if (last < 0) return -1;
  const at = (place: number): number => Math.min(Math.max(place, 0), last);
  const jump = Math.max(1, page - 1);
  switch (to) {
    case 'first':
      return 0;
    case 'last':
      return last;
    case 'up':
      return index < 0 ? last : at(index - 1);
    case 'down':
      return at(index + 1);
    case 'page-up':
      return index < 0 ? last : at(index - jump);
    case 'page-down':
      return at(Math.max(index, 0) + jump);
    default:
      return to satisfies never;
  }
}
