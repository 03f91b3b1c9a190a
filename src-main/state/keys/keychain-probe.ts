import { randomBytes } from 'node:crypto';
import { Failure } from '#shared/errors.ts';
import type { Secrets } from '#main/ports.ts';

/**
 * Whether the keychain really keeps things: set, get and delete of a random entry. Null when it does, else why not.
 * Needed because a locked keychain answers null to `get`, as if there were no such entry.
 */
export async function probeKeychain(secrets: Secrets): Promise<Failure | null> {
  const name = `probe:${randomBytes(8).toString('hex')}`;
  const value = randomBytes(16).toString('hex');
  try {
    await secrets.set(name, value);
    const kept = await secrets.get(name);
    await secrets.delete(name);
    if (kept === value) return null;
    return keychainFailure('The keychain did not keep a trial entry');
  } catch (error) {
    return asKeychainFailure(error);
  }
}

/** What a keychain threw, as a `denied` failure with its own words. */
export function asKeychainFailure(thrown: unknown): Failure {
  const failure = Failure.from(thrown);
  const isTold = failure.reason === 'keychain-locked' || failure.reason === 'keychain-missing';
  return isTold ? failure : keychainFailure(failure.message, thrown);
}

function keychainFailure(said: string, cause?: unknown): Failure {
  return new Failure('denied', said, { reason: 'keychain-missing', said, cause });
}
