import type { ReeveContract } from '#shared/contract/index.ts';
import type { Client } from '#shared/contract/kit.ts';
import { members } from '#shared/contract/window.constant.ts';
import { Failure } from '#shared/errors.ts';
import { createClient } from '#shared/link/client.ts';
import type { Wire } from '#shared/link/wire.ts';
import { seconds } from '#shared/time.ts';
import { batchedWire } from './batched-wire.ts';
import { SteadyClient } from './steady-client.ts';

const firstWaitMs = 250;
const longestWaitMs = seconds(5);

/**
 * The connection of this window to the core. `client` always stays the same object. After the wire is lost, a new one
 * is opened, and callbacks of `onConnected` run again.
 */
export class Session {
  /** The core is connected. False before the first connection and after a lost one. */
  isReachable = $state(false);
  /** There was a connection before: tells "starting" from "lost". */
  wasReachable = $state(false);
  /** This tab has no key. Another tab of this origin can still store one. */
  lacksKey = $state(false);
  /**
   * The moment that calls ask for, in epoch ms; null: the present. It is read at each call. Not reactive: the store `Moment`
   * is, and a page is created again for another moment.
   */
  asOf: number | null = null;
  readonly client: Client<ReeveContract>;
  #steady = new SteadyClient(members);
  #connect: () => Promise<Wire>;
  #listeners: readonly (() => void)[] = [];
  #isEnded = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(connect: () => Promise<Wire>) {
    this.#connect = connect;
    this.client = this.#steady.client;
  }

  /** Connect and stay connected. Returns a function that ends this. */
  start(): () => void {
    void this.#open(firstWaitMs);
    return () => {
      this.#isEnded = true;
      clearTimeout(this.#timer);
    };
  }

  /** Run a callback now if the core is connected, and after each new connection. */
  onConnected(listener: () => void): () => void {
    this.#listeners = [...this.#listeners, listener];
    if (this.isReachable) listener();
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener);
    };
  }

  /** Run the callbacks of `onConnected` again, because calls failed that would succeed now. */
  announce(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Resolves as soon as no call waits for its reply. */
  whenIdle(): Promise<void> {
    return this.#steady.whenIdle();
  }

  async #open(waitMs: number): Promise<void> {
    try {
      this.#use(await this.#connect());
    } catch (thrown) {
      this.lacksKey = Failure.from(thrown).reason === 'needs-secret';
      this.#openLater(waitMs);
    }
  }

  #openLater(waitMs: number): void {
    if (this.#isEnded) return;
    this.#timer = setTimeout(() => void this.#open(Math.min(waitMs * 2, longestWaitMs)), waitMs);
  }

  #use(direct: Wire): void {
    if (this.#isEnded) return;
    const wire = batchedWire(direct);
    let onLost = (): void => undefined;
    // A wire has only one close listener, and the client needs it too
    const own = { ...wire, onClose: (listener: () => void) => (onLost = listener) };
    this.#steady.attach(createClient(members, own, () => this.asOf));
    wire.onClose(() => {
      onLost();
      this.#steady.attach(null);
      this.isReachable = false;
      this.#openLater(firstWaitMs);
    });
    this.lacksKey = false;
    this.isReachable = true;
    this.wasReachable = true;
    this.announce();
  }
}
