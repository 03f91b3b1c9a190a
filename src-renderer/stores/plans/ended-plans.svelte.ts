import { isOver, type Changes } from './changes.svelte.ts';

/** Detects the end of plans with these operations, including plans of an undo, wherever they were started. */
export class EndedPlans {
  readonly #changes: Changes;
  readonly #ops: readonly string[];
  readonly #count = $derived.by(() => this.#changes.list.filter((plan) => this.#isEnded(plan)).length);
  #seen: number | null = null;

  constructor(changes: Changes, ops: readonly string[]) {
    this.#changes = changes;
    this.#ops = ops;
  }

  /** Whether such plans have ended since the last call. Read it reactively. */
  haveIncreased(): boolean {
    if (!this.#changes.isLoaded) return false;
    const before = this.#seen;
    this.#seen = this.#count;
    return before !== null && this.#count > before;
  }

  #isEnded(plan: Changes['list'][number]): boolean {
    return isOver(plan) && plan.ops.some((op) => this.#ops.includes(op));
  }
}
