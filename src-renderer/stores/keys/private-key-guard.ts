import { holdsPrivateKey } from '#shared/contract/keys.ts';

/** A paste can arrive in pieces, and only the first piece of a private key looks like one. */
const quarantineMs = 400;

/** Detects private keys in a field: a text that it reports must be deleted at once and not be sent. */
export class PrivateKeyGuard {
  #seenAt = -Infinity;

  isPrivateKey(text: string): boolean {
    if (holdsPrivateKey(text)) this.#seenAt = performance.now();
    return performance.now() - this.#seenAt < quarantineMs;
  }
}
