import { Failure } from '#shared/errors.ts';
import type { Vault as VaultStatus } from '#shared/contract/host.ts';
import type { Clock, Secrets } from '#main/ports.ts';
import { dataExists, restrictFiles } from '../files/files.ts';
import { fits, makeKey, readKeysFile, unwrap, wrap, writeKeysFile } from './keys-file.ts';
import type { KeysFile } from './keys-file.ts';
import { asKeychainFailure, probeKeychain } from './probe.ts';
import { keychainOver, sealedSecrets } from './sealed-secrets.ts';
import { startSession } from './session.ts';
import type { Session } from './session.ts';

/** Where the database key comes from, and the only place in main that hands it out. */
export interface Vault {
  status(): VaultStatus;
  /** Where the databases belong: the data folder, or that of a session. */
  folder(): string;
  /** The raw 256-bit key in hex. Fails: `denied` while the vault is shut. */
  databaseKey(): string;
  /** Where tokens go while this vault is open: keychain, `secrets.json`, or memory. Fails: `denied` while it is shut. */
  secrets(): Secrets;
  /** Look again; an open vault stays as it is. */
  retry(): Promise<VaultStatus>;
  /**
   * Unwrap the key by its passphrase or, with neither data nor keychain, make a key that this passphrase wraps.
   * Fails: `denied`/`passphrase-wrong`, `denied`/`key-mismatch`, or `denied`/`keychain-locked` when no passphrase was set.
   */
  unlock(passphrase: string): Promise<VaultStatus>;
  /** Wrap the key of an open vault also by a passphrase, or by a new one. Fails: `conflict` in a session. */
  setPassphrase(passphrase: string): Promise<VaultStatus>;
  /** Work in a temporary folder until `close`. Fails: `conflict` when the vault is open. */
  useSession(): Promise<VaultStatus>;
  /** Forget the key and delete the session's folder; databases must be closed before. */
  close(): void;
}

interface Needs {
  folder: string;
  /** Parent of session folders. */
  temporary: string;
  secrets: Secrets;
  clock: Clock;
}

interface Opened {
  key: Buffer;
  folder: string;
  secrets: Secrets;
  session: Session | null;
}

interface Shut {
  state: 'missing' | 'locked' | 'passphrase';
  said: string | null;
}

/** What the keychain knows of the key that `keys.json` names. */
type Found =
  { kind: 'key'; key: Buffer } | { kind: 'other' } | { kind: 'nothing' } | { kind: 'failed'; failure: Failure };

/**
 * Find the key of a data folder. Answers a vault in whatever state that left it; only a disk that cannot be read or
 * written makes it fail. The rules that keep a key from being lost (and with it every database):
 * a key is made only when no database exists and the keychain has proved that it keeps things; a keychain that answers
 * null may be locked, so with data nothing is made; whatever goes wrong, no file is written, moved or removed.
 */
export async function openVault({ folder, temporary, secrets, clock }: Needs): Promise<Vault> {
  let opened: Opened | null = null;
  let shut: Shut = { state: 'locked', said: null };
  let hasPassphrase = false;

  const entryName = (keys: KeysFile) => `database-key:${keys.id}`;
  const sealed = (key: Buffer) => sealedSecrets(folder, key);

  function status(): VaultStatus {
    const state = opened === null ? shut.state : opened.session === null ? 'ready' : 'session';
    return { state, said: opened === null ? shut.said : null, hasPassphrase, hasData: dataExists(folder) };
  }
  function stayShut(state: Shut['state'], said: string | null): void {
    shut = { state, said };
  }
  function openWith(key: Buffer, store: Secrets): void {
    opened = { key, folder, secrets: store, session: null };
  }
  function need(): Opened {
    if (opened === null) throw new Failure('denied', 'the vault is shut', { reason: 'keychain-locked' });
    return opened;
  }

  async function find(keys: KeysFile): Promise<Found> {
    try {
      const hex = await secrets.get(entryName(keys));
      if (hex === null) return { kind: 'nothing' };
      const key = Buffer.from(hex, 'hex');
      return fits(key, keys) ? { kind: 'key', key } : { kind: 'other' };
    } catch (error) {
      return { kind: 'failed', failure: asKeychainFailure(error) };
    }
  }

  async function look(): Promise<void> {
    const read = readKeysFile(folder);
    hasPassphrase = read.kind === 'read' && read.keys.wrapped !== null;
    if (read.kind === 'unreadable') return stayShut('locked', read.why);
    if (read.kind === 'absent') {
      if (!dataExists(folder)) return makeInKeychain();
      return stayShut('locked', 'keys.json is gone, although databases are there');
    }
    const found = await find(read.keys);
    if (found.kind === 'key') return openWith(found.key, keychainOver(secrets, sealed(found.key)));
    if (hasPassphrase) {
      const why = await whyNoKey(found);
      return stayShut(found.kind === 'other' ? 'locked' : 'passphrase', why.message);
    }
    if (found.kind !== 'failed' && !dataExists(folder)) return makeInKeychain();
    const why = await whyNoKey(found);
    const isMissing = found.kind === 'failed' && why.reason === 'keychain-missing';
    stayShut(isMissing ? 'missing' : 'locked', why.message);
  }

  async function whyNoKey(found: Exclude<Found, { kind: 'key' }>): Promise<Failure> {
    if (found.kind === 'failed') return found.failure;
    if (found.kind === 'other') return new Failure('denied', 'The key in the keychain is not that of these databases');
    const refusal = await probeKeychain(secrets);
    return refusal ?? new Failure('denied', 'The keychain is open, but holds no key for these databases');
  }

  async function makeInKeychain(): Promise<void> {
    const refusal = await probeKeychain(secrets);
    if (refusal !== null) {
      return stayShut(refusal.reason === 'keychain-locked' ? 'locked' : 'missing', refusal.message);
    }
    const { key, keys } = makeKey(clock.now());
    await secrets.set(entryName(keys), key.toString('hex'));
    const found = await find(keys);
    if (found.kind !== 'key') return stayShut('missing', 'The keychain did not keep the new key');
    writeKeysFile(folder, keys);
    hasPassphrase = false;
    openWith(key, keychainOver(secrets, sealed(key)));
  }

  async function makeByPassphrase(passphrase: string): Promise<void> {
    const { key, keys } = makeKey(clock.now());
    writeKeysFile(folder, await wrap(key, keys, passphrase));
    hasPassphrase = true;
    openWith(key, sealed(key));
  }

  /** A keychain that works but lost the key gets it back; one with another key under this name is left alone. */
  async function openUnwrapped(key: Buffer, keys: KeysFile): Promise<void> {
    if ((await probeKeychain(secrets)) !== null) return openWith(key, sealed(key));
    if ((await find(keys)).kind === 'nothing') await secrets.set(entryName(keys), key.toString('hex'));
    openWith(key, keychainOver(secrets, sealed(key)));
  }

  async function wrapOpened(passphrase: string): Promise<void> {
    const read = readKeysFile(folder);
    const { key, session } = need();
    if (session !== null) throw new Failure('conflict', 'a session ends with its key; no passphrase can keep it');
    if (read.kind !== 'read' || !fits(key, read.keys)) {
      throw new Failure('conflict', 'keys.json changed since the vault was opened', { reason: 'key-mismatch' });
    }
    writeKeysFile(folder, await wrap(key, read.keys, passphrase));
    hasPassphrase = true;
  }

  async function unlock(passphrase: string): Promise<void> {
    if (opened !== null) return;
    const read = readKeysFile(folder);
    if (read.kind === 'unreadable') throw new Failure('denied', read.why, { reason: 'corrupt' });
    if (read.kind === 'read' && read.keys.wrapped !== null) {
      return openUnwrapped(await unwrap(read.keys, passphrase), read.keys);
    }
    if (dataExists(folder)) {
      const failure = 'no passphrase was ever set for the key of these databases';
      throw new Failure('denied', failure, { reason: read.kind === 'absent' ? 'key-mismatch' : 'keychain-locked' });
    }
    await look();
    if (opened === null) await makeByPassphrase(passphrase);
    else await wrapOpened(passphrase);
  }

  let last: Promise<unknown> = Promise.resolve();
  /** One operation at a time: two at once could each make a key. */
  function inTurn(work: () => Promise<void>): Promise<VaultStatus> {
    const mine = last.then(work, work).then(status);
    last = mine.catch(() => undefined);
    return mine;
  }

  // In a copied folder, or one of an earlier release, others may be allowed to read these files
  restrictFiles(folder, ['keys.json', 'secrets.json']);
  await look();
  return {
    status,
    folder: () => opened?.folder ?? folder,
    databaseKey: () => need().key.toString('hex'),
    secrets: () => need().secrets,
    retry: () => inTurn(async () => (opened === null ? look() : undefined)),
    unlock: (passphrase) => inTurn(() => unlock(passphrase)),
    setPassphrase: (passphrase) => inTurn(() => wrapOpened(passphrase)),
    useSession: () =>
      inTurn(async () => {
        if (opened !== null) throw new Failure('conflict', 'the vault is open already');
        const session = startSession(temporary, clock.now());
        const { key, keys } = makeKey(clock.now());
        writeKeysFile(session.folder, keys);
        opened = { key, folder: session.folder, secrets: session.secrets, session };
      }),
    close: () => {
      opened?.session?.end();
      opened = null;
      stayShut('locked', null);
    },
  };
}
