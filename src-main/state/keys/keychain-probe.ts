import { randomBytes } from 'node:crypto';
import { Failure } from '#shared/errors.ts';
import type { Secrets } from '#main/ports.ts';

/**
 * Check whether the keychain stores entries, with a random one. Null: it does; otherwise the reason why not.
 * Needed because `get` of a locked keychain returns null, as if there were no entry.
 */
export async function probeKeychain(secrets: Secrets): Promise<Failure | null> {
  const name = `probe:${randomBytes(8).toString('hex')}`;
  const value = randomBytes(16).toString('hex');
  try {
    await secrets.set(name, value);
    const kept = await secrets.get(name);
    await secrets.delete(name);
    if (kept === value) return null;
    return keychainFailure('The keychain did not store a trial entry');
  } catch (error) {
    return asKeychainFailure(error);
  }
}

/** An error of the keychain as a `denied` failure with the keychain's message. */
export function asKeychainFailure(thrown: unknown): Failure {
  const failure = Failure.from(thrown);
  const isOfKeychain = failure.reason === 'keychain-locked' || failure.reason === 'keychain-missing';
  return isOfKeychain ? failure : keychainFailure(failure.message, thrown);
}

function keychainFailure(message: string, cause?: unknown): Failure {
  return new Failure('denied', message, { reason: 'keychain-missing', reportedMessage: message, cause });
}
