import type { Session } from '../../link/session.svelte.ts';
import type { Route } from '../window/route.svelte.ts';
import { askBeforeUnload } from '../window/unsaved-input.ts';
import type { WritesClient } from './writes.ts';

/** A new secret that was not revealed yet, without its value. */
export type WaitingSecret = Awaited<ReturnType<WritesClient['secrets']['waiting']>>['secrets'][number];

/**
 * New secrets: which were not revealed yet, and whether leaving the page would lose one. Values are never stored here.
 */
export class NewSecrets {
  waiting = $state.raw<readonly WaitingSecret[]>([]);
  /** The pending navigation while a secret on screen was neither copied nor shown. */
  leaving = $state.raw<(() => void) | null>(null);
  #untaken = $state.raw<readonly symbol[]>([]);
  readonly #session: Session;
  readonly #route: Route;

  constructor(session: Session, route: Route) {
    this.#session = session;
    this.#route = route;
  }

  async load(): Promise<void> {
    this.waiting = (await this.#session.client.secrets.waiting()).secrets;
  }

  /** The value, once. Fails: `missing` if it was revealed before. */
  async reveal(secretRef: string): Promise<string> {
    const { value } = await this.#session.client.secrets.reveal({ secretRef });
    return value;
  }

  /**
   * A secret is on screen and was not taken yet. Call the returned function when it was taken or is no longer shown.
   */
  watch({ isOnPage }: { isOnPage: boolean }): () => void {
    const mark = Symbol('untaken');
    this.#untaken = [...this.#untaken, mark];
    const endQuestion = askBeforeUnload(() => true);
    const removeGuard = isOnPage ? this.#route.addNavigationGuard((go) => this.#ask(go)) : undefined;
    return () => {
      this.#untaken = this.#untaken.filter((other) => other !== mark);
      endQuestion();
      removeGuard?.();
    };
  }

  /** Navigate, or ask first if a secret of the plan would be lost. */
  async leaveBy(go: () => void, planId: string): Promise<void> {
    // If the core does not answer, only the secret on screen counts.
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
    if (this.#untaken.length === 0) return false;
    this.leaving = go;
    return true;
  }
}
