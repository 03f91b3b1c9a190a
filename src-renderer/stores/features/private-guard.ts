import { holdsPrivateKey } from '#shared/contract/keys.ts';

/** A paste may come in pieces, and the pieces behind the head of a private key do not look like one. */
const quarantineMs = 400;

/** Keeps private keys out of a field: what it says must be thrown away at once, and goes nowhere. */
export class PrivateGuard {
  #seenAt = -Infinity;

  mustGo(text: string): boolean {
    if (holdsPrivateKey(text)) this.#seenAt = performance.now();
    return performance.now() - this.#seenAt < quarantineMs;
  }
}
