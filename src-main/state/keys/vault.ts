import { Failure } from '#shared/errors.ts';
import type { Vault as VaultStatus } from '#shared/contract/host.ts';
import type { Clock, Secrets } from '#main/ports.ts';
import { dataExists, restrictFiles } from '../files/files.ts';
import { isMatchingKey, createKey, readKeysFile, unwrapKey, wrapKey, writeKeysFile } from './keys-file.ts';
import type { KeysFile } from './keys-file.ts';
import { asKeychainFailure, probeKeychain } from './keychain-probe.ts';
import { keychainWithFallback, sealedSecrets } from './sealed-secrets.ts';
import { startSession } from './session.ts';
import type { Session } from './session.ts';

/** One entry of the keychain. Its calls fail as the keychain does. */
export interface KeychainEntry {
  /** Null: there is none, or the keychain is locked. */
  get(): Promise<string | null>;
  set(value: string): Promise<void>;
}

/** Provides the database key. Nothing else in main does. */
export interface Vault {
  status(): VaultStatus;
  /** The folder of the databases: the data folder, or that of a session. */
  folder(): string;
  /** The 256-bit key in hex. Fails: `denied` while the vault is closed. */
  databaseKey(): string;
  /** The store of tokens: keychain, `secrets.json`, or memory. Fails: `denied` while the vault is closed. */
  secrets(): Secrets;
  /**
   * The entry with the count of sends of this data folder. It is never in `secrets.json`, which is put back together with
   * the folder. In a session it is in memory. Fails: `denied` while the vault is closed.
   */
  sendCount(): KeychainEntry;
  /** Try again to open a closed vault with the keychain. */
  retry(): Promise<VaultStatus>;
  /**
   * Decrypt the key with its passphrase. If there is neither data nor a keychain, create a key with this passphrase.
   * Fails: `denied`/`passphrase-wrong`, `denied`/`key-mismatch`, or `denied`/`keychain-locked` if no passphrase was
   * set.
   */
  unlock(passphrase: string): Promise<VaultStatus>;
  /** Set or replace the passphrase of an open vault. Fails: `conflict` in a session. */
  setPassphrase(passphrase: string): Promise<VaultStatus>;
  /** Use a temporary folder until `close`. Fails: `conflict` if the vault is open. */
  useSession(): Promise<VaultStatus>;
  /** Forget the key and delete the folder of a session. The databases must be closed before. */
  close(): void;
}

interface VaultOptions {
  folder: string;
  /** Parent of session folders. */
  temporary: string;
  secrets: Secrets;
  clock: Clock;
  /** The cost of a passphrase. Only tests set it. */
  cost?: number | undefined;
}

interface OpenVault {
  key: Buffer;
  folder: string;
  secrets: Secrets;
  session: Session | null;
}

interface ClosedState {
  state: 'missing' | 'locked' | 'passphrase';
  reportedMessage: string | null;
}

/** The result of looking up the key of `keys.json` in the keychain. */
type KeychainLookup =
  | { kind: 'key'; key: Buffer }
  | { kind: 'other' }
  | { kind: 'nothing' }
  | { kind: 'failed'; failure: Failure };

const entryName = (keys: KeysFile): string => `database-key:${keys.id}`;

async function lookUpKey(keys: KeysFile, secrets: Pick<Secrets, 'get'>): Promise<KeychainLookup> {
  try {
    const hex = await secrets.get(entryName(keys));
    if (hex === null) return { kind: 'nothing' };
    const key = Buffer.from(hex, 'hex');
    return isMatchingKey(key, keys) ? { kind: 'key', key } : { kind: 'other' };
  } catch (error) {
    return { kind: 'failed', failure: asKeychainFailure(error) };
  }
}

/**
 * The database key in hex, from the passphrase, or from the keychain if it is undefined. Nothing is written.
 * Fails: `denied` with the reason, if there is no key that passes the check value.
 */
export async function findKey(folder: string, passphrase: string | undefined, secrets: Secrets): Promise<string> {
  const read = readKeysFile(folder);
  if (read.kind !== 'read') throw new Failure('denied', 'keys.json cannot be read', { reason: 'file-unreadable' });
  if (passphrase !== undefined) return (await unwrapKey(read.keys, passphrase)).toString('hex');
  const found = await lookUpKey(read.keys, secrets);
  if (found.kind === 'key') return found.key.toString('hex');
  if (found.kind === 'failed') throw found.failure;
  const reason = found.kind === 'other' ? 'key-mismatch' : 'keychain-locked';
  throw new Failure('denied', 'the keychain has no key of these databases', { reason });
}

/**
 * Find the key of a data folder. Returns a vault that is open or closed; fails only if the disk can't be read or
 * written. These rules prevent the loss of a key, and with it of every database: a key is created only if no database
 * exists and the keychain has stored a trial entry; a keychain that returns null may be locked, so no key is created if
 * there is data; after a failure no file is written, moved or removed.
 */
export async function openVault({ folder, temporary, secrets, clock, cost }: VaultOptions): Promise<Vault> {
  let opened: OpenVault | null = null;
  let shut: ClosedState = { state: 'locked', reportedMessage: null };
  let hasPassphrase = false;

  const sealed = (key: Buffer) => sealedSecrets(folder, key);

  function status(): VaultStatus {
    const state = opened === null ? shut.state : opened.session === null ? 'ready' : 'session';
    return {
      state,
      reportedMessage: opened === null ? shut.reportedMessage : null,
      hasPassphrase,
      hasData: dataExists(folder),
    };
  }
  function setClosed(state: ClosedState['state'], reportedMessage: string | null): void {
    shut = { state, reportedMessage };
  }
  function openWith(key: Buffer, store: Secrets): void {
    opened = { key, folder, secrets: store, session: null };
  }
  function requireOpen(): OpenVault {
    if (opened === null) throw new Failure('denied', 'the vault is closed', { reason: 'keychain-locked' });
    return opened;
  }

  async function openFromKeychain(): Promise<void> {
    const read = readKeysFile(folder, cost);
    hasPassphrase = read.kind === 'read' && read.keys.wrapped !== null;
    if (read.kind === 'unreadable') return setClosed('locked', read.why);
    if (read.kind === 'absent') {
      if (!dataExists(folder)) return createInKeychain();
      return setClosed('locked', 'keys.json is missing, but there are databases');
    }
    const found = await lookUpKey(read.keys, secrets);
    if (found.kind === 'key') return openWith(found.key, keychainWithFallback(secrets, sealed(found.key)));
    if (hasPassphrase) {
      const why = await reasonForNoKey(found);
      return setClosed(found.kind === 'other' ? 'locked' : 'passphrase', why.message);
    }
    if (found.kind !== 'failed' && !dataExists(folder)) return createInKeychain();
    const why = await reasonForNoKey(found);
    const isMissing = found.kind === 'failed' && why.reason === 'keychain-missing';
    setClosed(isMissing ? 'missing' : 'locked', why.message);
  }

  async function reasonForNoKey(found: Exclude<KeychainLookup, { kind: 'key' }>): Promise<Failure> {
    if (found.kind === 'failed') return found.failure;
    if (found.kind === 'other') return new Failure('denied', 'The key in the keychain does not match these databases');
    const refusal = await probeKeychain(secrets);
    return refusal ?? new Failure('denied', 'The keychain is open, but has no key for these databases');
  }

  async function createInKeychain(): Promise<void> {
    const refusal = await probeKeychain(secrets);
    if (refusal !== null) {
      return setClosed(refusal.reason === 'keychain-locked' ? 'locked' : 'missing', refusal.message);
    }
    const { key, keys } = createKey(clock.now());
    await secrets.set(entryName(keys), key.toString('hex'));
    const found = await lookUpKey(keys, secrets);
    if (found.kind !== 'key') return setClosed('missing', 'The keychain did not store the new key');
    writeKeysFile(folder, keys, cost);
    hasPassphrase = false;
    openWith(key, keychainWithFallback(secrets, sealed(key)));
  }

  async function createWithPassphrase(passphrase: string): Promise<void> {
    const { key, keys } = createKey(clock.now());
    writeKeysFile(folder, await wrapKey(key, keys, passphrase, cost), cost);
    hasPassphrase = true;
    openWith(key, sealed(key));
  }

  /**
   * If the keychain works but has no key, store the key in it. If it has another key under this name, don't change it.
   */
  async function openUnwrapped(key: Buffer, keys: KeysFile): Promise<void> {
    if ((await probeKeychain(secrets)) !== null) return openWith(key, sealed(key));
    if ((await lookUpKey(keys, secrets)).kind === 'nothing') await secrets.set(entryName(keys), key.toString('hex'));
    openWith(key, keychainWithFallback(secrets, sealed(key)));
  }

  async function wrapOpened(passphrase: string): Promise<void> {
    const read = readKeysFile(folder, cost);
    const { key, session } = requireOpen();
    if (session !== null) throw new Failure('conflict', 'a session cannot have a passphrase');
    if (read.kind !== 'read' || !isMatchingKey(key, read.keys)) {
      throw new Failure('conflict', 'keys.json changed since the vault was opened', { reason: 'key-mismatch' });
    }
    writeKeysFile(folder, await wrapKey(key, read.keys, passphrase, cost), cost);
    hasPassphrase = true;
  }

  async function unlock(passphrase: string): Promise<void> {
    if (opened !== null) return;
    const read = readKeysFile(folder, cost);
    if (read.kind === 'unreadable') throw new Failure('denied', read.why, { reason: 'corrupt' });
    if (read.kind === 'read' && read.keys.wrapped !== null) {
      return openUnwrapped(await unwrapKey(read.keys, passphrase), read.keys);
    }
    if (dataExists(folder)) {
      const failure = 'no passphrase was set for the key of these databases';
      throw new Failure('denied', failure, { reason: read.kind === 'absent' ? 'key-mismatch' : 'keychain-locked' });
    }
    await openFromKeychain();
    if (opened === null) await createWithPassphrase(passphrase);
    else await wrapOpened(passphrase);
  }

  let last: Promise<unknown> = Promise.resolve();
  /** Run one operation at a time, because two at once could each create a key. */
  function serialize(work: () => Promise<void>): Promise<VaultStatus> {
    const mine = last.then(work, work).then(status);
    last = mine.catch(() => undefined);
    return mine;
  }

  // In a copied folder, or in one of an earlier release, other users may be able to read these files
  restrictFiles(folder, ['keys.json', 'secrets.json']);
  await openFromKeychain();
  return {
    status,
    folder: () => opened?.folder ?? folder,
    databaseKey: () => requireOpen().key.toString('hex'),
    secrets: () => requireOpen().secrets,
    sendCount: () => {
      const { folder: own, session } = requireOpen();
      const read = readKeysFile(own, cost);
      if (read.kind !== 'read')
        throw new Failure('denied', `keys.json of ${own} cannot be read`, { reason: 'key-mismatch' });
      const store = session?.secrets ?? secrets;
      const name = `sends:${read.keys.id}`;
      return { get: () => store.get(name), set: (value) => store.set(name, value) };
    },
    retry: () => serialize(async () => (opened === null ? openFromKeychain() : undefined)),
    unlock: (passphrase) => serialize(() => unlock(passphrase)),
    setPassphrase: (passphrase) => serialize(() => wrapOpened(passphrase)),
    useSession: () =>
      serialize(async () => {
        if (opened !== null) throw new Failure('conflict', 'the vault is already open');
        const session = startSession(temporary, clock.now());
        const { key, keys } = createKey(clock.now());
        writeKeysFile(session.folder, keys);
        opened = { key, folder: session.folder, secrets: session.secrets, session };
      }),
    close: () => {
      opened?.session?.end();
      opened = null;
      setClosed('locked', null);
    },
  };
}
