import type { LucideIconData } from '@lucide/icons';
import { tick, untrack } from 'svelte';

/** An action of the palette and the keyboard. */
export interface Command {
  id: string;
  title: string;
  /** The command shows a page or a place. */
  isGoto?: boolean;
  /** Keys in order, separated by spaces (`g u`), or one chord (`mod+k`; mod is Ctrl or Cmd). */
  keys?: string | undefined;
  icon?: LucideIconData | undefined;
  /** More search words. */
  keywords?: string | undefined;
  /** Only words that begin with its verb find it: "sync users" must not find "Cancel syncing users". */
  isFoundByVerb?: boolean;
  /** Why it cannot be run now; null if it can. */
  disabledReason?: string | null | undefined;
  /** The address of what it opens, which Ctrl or Cmd opens in another window. */
  link?: string;
  run(): void;
}

/** All available commands: those of the shell, and those of the current page. */
export class Commands {
  #sources = $state.raw<readonly (() => readonly Command[])[]>([]);
  list = $derived(withoutTakenKeys(this.#sources.flatMap((source) => source())));
  #awaited = $state.raw<{ id: string; isWanted: () => boolean } | null>(null);

  /** Run awaited commands until the returned function is called. */
  follow(): () => void {
    return $effect.root(() => {
      $effect(() => {
        if (this.list.some(({ id }) => id === this.#awaited?.id)) void tick().then(this.#runAwaited);
      });
    });
  }

  /**
   * Add commands until the returned function is called. `source` is read reactively, so reasons and titles stay
   * current.
   */
  add(source: () => readonly Command[]): () => void {
    // Untracked, so that an effect that adds commands does not depend on the commands of others.
    untrack(() => (this.#sources = [...this.#sources, source]));
    return () => untrack(() => (this.#sources = this.#sources.filter((other) => other !== source)));
  }

  /**
   * Run a command as soon as the loading page offers it, which can be after its data was read. It is not run if it is
   * disabled then, or if `isWanted` returns false.
   */
  runWhenAvailable(id: string, isWanted: () => boolean): void {
    this.#awaited = { id, isWanted };
  }

  readonly #runAwaited = (): void => {
    const awaited = this.#awaited;
    this.#awaited = null;
    const command = this.list.find(({ id }) => id === awaited?.id);
    if (awaited?.isWanted() === true && (command?.disabledReason ?? null) === null) command?.run();
  };
}

/** The newest command with these keys wins: a page can replace a shortcut of the shell. */
function withoutTakenKeys(commands: readonly Command[]): readonly Command[] {
  return commands.map((command, at) => {
    const isTaken =
      command.keys !== undefined && commands.some(({ keys }, other) => other > at && keys === command.keys);
    return isTaken ? { ...command, keys: undefined } : command;
  });
}
