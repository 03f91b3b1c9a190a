import { tick, untrack, type Component } from 'svelte';

/** Something that the palette and the keyboard can run. */
export interface Command {
  id: string;
  title: string;
  group: 'goto' | 'action';
  /** Keys in order with a space between (`g u`), or one chord (`mod+k`, mod is Ctrl or Cmd). */
  keys?: string | undefined;
  icon?: Component | undefined;
  /** More words that find it. */
  keywords?: string | undefined;
  /** Only words that begin with its verb find it: "sync users" must not run "Cancel Syncing users". */
  isFoundByVerb?: boolean;
  /** Why it cannot be run right now; null when it can. */
  disabledReason?: string | null | undefined;
  run(): void;
}

/** All commands on offer: the shell's own and those of the page on show, which come and go with it. */
export class Commands {
  #sources = $state.raw<readonly (() => readonly Command[])[]>([]);
  list = $derived(withoutTakenKeys(this.#sources.flatMap((source) => source())));
  #awaited: { id: string; isWanted: () => boolean } | null = null;

  /** Offer commands until the end is called. `source` is read reactively, so reasons and titles stay true. */
  add(source: () => readonly Command[]): () => void {
    // Untracked, so that an effect may offer commands without following everybody else's.
    untrack(() => {
      this.#sources = [...this.#sources, source];
      if (this.#awaited !== null && source().some(({ id }) => id === this.#awaited?.id))
        void tick().then(this.#runAwaited);
    });
    return () => untrack(() => (this.#sources = this.#sources.filter((other) => other !== source)));
  }

  /**
   * Run a command as soon as the page that is loading offers it. It does not run if it is disabled then, or no longer
   * wanted.
   */
  runWhenOffered(id: string, isWanted: () => boolean): void {
    this.#awaited = { id, isWanted };
  }

  readonly #runAwaited = (): void => {
    const awaited = this.#awaited;
    this.#awaited = null;
    const command = this.list.find(({ id }) => id === awaited?.id);
    if (awaited?.isWanted() === true && (command?.disabledReason ?? null) === null) command?.run();
  };
}

/** Keys belong to whoever offered them last: the page on show takes them from the shell. */
function withoutTakenKeys(commands: readonly Command[]): readonly Command[] {
  return commands.map((command, at) => {
    const isTaken =
      command.keys !== undefined && commands.some(({ keys }, other) => other > at && keys === command.keys);
    return isTaken ? { ...command, keys: undefined } : command;
  });
}
