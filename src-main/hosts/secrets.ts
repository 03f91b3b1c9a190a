import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type * as Keytar from 'keytar';
import { Failure } from '#shared/errors.ts';
import type { Reason } from '#shared/errors.ts';
import { seconds } from '#shared/time.ts';
import type { Secrets } from '#main/ports.ts';

const require = createRequire(import.meta.url);

/**
 * The keychain of the user: Keychain, Credential Manager, or the Secret Service over D-Bus. Names are accounts under one
 * service. Use it on the main thread only, because loading it again in a worker hangs. `get` returns null if it is
 * locked.
 * Fails: `denied`/`keychain-missing` (no bus, no service, no library, or no reply within `giveUpAfterMs`);
 * `denied`/`keychain-locked`. `reportedMessage` is the message of the keychain.
 */
export function keychain(service = 'Reeve', { giveUpAfterMs = seconds(10) } = {}): Secrets {
  async function ask<T>(call: (keytar: typeof Keytar) => Promise<T>): Promise<T> {
    const keytar = load();
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(refusal('keychain-missing', `The keychain gave no answer in ${giveUpAfterMs / seconds(1)} s`));
      }, giveUpAfterMs);
    });
    try {
      return await Promise.race([call(keytar), silence]);
    } catch (error) {
      throw error instanceof Failure ? error : translate(error);
    } finally {
      clearTimeout(timer);
    }
  }
  return {
    get: (name) => ask((keytar) => keytar.getPassword(service, name)),
    set: (name, value) => ask((keytar) => keytar.setPassword(service, name, value)),
    delete: async (name) => void (await ask((keytar) => keytar.deletePassword(service, name))),
  };
}

let loaded: typeof Keytar | undefined;

function load(): typeof Keytar {
  try {
    loaded ??= require('keytar') as typeof Keytar;
    return loaded;
  } catch (cause) {
    throw refusal('keychain-missing', whyNotLoaded() ?? messageOf(cause), cause);
  }
}

/** Keytar hides the error of the system, for example a missing library. Loading its native module directly returns it. */
function whyNotLoaded(): string | null {
  try {
    const folder = dirname(require.resolve('keytar/package.json'));
    require(join(folder, 'prebuilds', `${process.platform}-${process.arch}`, 'keytar.node'));
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

/** Messages of gnome-keyring, KWallet and macOS for a locked keychain. */
const lockedWords =
  /locked|Object does not exist at path|dismissed|User interaction is not allowed|passphrase you entered is not correct/i;

function translate(error: unknown): Failure {
  const message = messageOf(error);
  return refusal(lockedWords.test(message) ? 'keychain-locked' : 'keychain-missing', message, error);
}

function refusal(reason: Reason, message: string, cause?: unknown): Failure {
  return new Failure('denied', message, { reason, reportedMessage: message, cause });
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 2_000);
}
