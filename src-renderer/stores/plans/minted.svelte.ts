import type { Session } from '../../link/session.svelte.ts';
import type { Route } from '../window/route.svelte.ts';
import type { WritesClient } from './writes.ts';

/** A new secret that waits to be told, without its value. */
export type WaitingSecret = Awaited<ReturnType<WritesClient['secrets']['waiting']>>['secrets'][number];

/** Newly minted secrets: which wait, and whether leaving would lose one. Values pass through and are never held here. */
export class Minted {
  waiting = $state.raw<readonly WaitingSecret[]>([]);
  /** Where the person was about to go when one on show was neither copied nor shown. */
  leaving = $state.raw<(() => void) | null>(null);
  #unheeded = $state.raw<readonly symbol[]>([]);
  readonly #session: Session;
  readonly #route: Route;

  constructor(session: Session, route: Route) {
    this.#session = session;
    this.#route = route;
  }

  async load(): Promise<void> {
    this.waiting = (await this.#session.client.secrets.waiting()).secrets;
  }

  /** The value, once. Fails: `missing` where it was told already. */
  async reveal(secretRef: string): Promise<string> {
    const { value } = await this.#session.client.secrets.reveal({ secretRef });
    return value;
  }

  /** One is on show that nobody took yet; the end is called when it was taken or went. */
  watch({ isOnPage }: { isOnPage: boolean }): () => void {
    const mark = Symbol('unheeded');
    this.#unheeded = [...this.#unheeded, mark];
    const unload = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', unload);
    const free = isOnPage ? this.#route.keep((go) => this.#ask(go)) : undefined;
    return () => {
      this.#unheeded = this.#unheeded.filter((other) => other !== mark);
      window.removeEventListener('beforeunload', unload);
      free?.();
    };
  }

  /** Go, or ask first where a secret of the plan would be left behind, on show or not. */
  async leaveBy(go: () => void, planId: string): Promise<void> {
    // Where the core does not answer, what is on show decides.
    await this.load().catch(() => undefined);
    const isWaiting = this.waiting.some((secret) => secret.planId === planId);
    if (isWaiting) this.leaving = go;
    else if (!this.#ask(go)) go();
  }

  /** Answer the question. */
  answer(isLeaving: boolean): void {
    const go = this.leaving;
    this.leaving = null;
    if (isLeaving) go?.();
  }

  #ask(go: () => void): boolean {
    if (this.#unheeded.length === 0) return false;
    this.leaving = go;
    return true;
  }
}
