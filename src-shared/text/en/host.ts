import { RepairedDetail, RestoredDetail } from '#shared/contract/host.ts';
import { rowsOf } from './collections.ts';
import { count, fullMoment } from './moments.ts';

/** Words about this machine: the vault, the keychain, the data folder, and the notices of the core. */
export const host = {
  vault: {
    states: {
      missing: {
        title: 'No keychain answers',
        what: 'Reeve encrypts everything it stores, with a key that belongs into the keychain of this machine. None is running.',
      },
      locked: {
        title: 'The keychain does not give the key',
        what: 'It is locked, or its key does not fit this data folder. Nothing was opened, moved or changed.',
      },
      passphrase: {
        title: 'Enter the passphrase',
        what: 'The key of this data folder is protected by a passphrase.',
      },
    },
    said: 'The keychain says:',
    waysOut: 'Ways out',
    retry: 'Try the keychain again',
    retryWhat: {
      missing: 'After you started a keychain service, for example GNOME Keyring or KWallet.',
      locked: 'After you unlocked it, or logged in to the desktop session that holds it.',
      passphrase: 'If the key has meanwhile been put into the keychain.',
    },
    retrying: 'Trying…',
    stillClosed: 'Still no luck.',
    passphrase: 'Passphrase',
    passphraseNew: 'New passphrase',
    passphraseRepeat: 'The same once more',
    unlock: 'Unlock',
    unlockWhat: 'Opens the data with the passphrase that you set.',
    usePassphrase: 'Use a passphrase instead',
    usePassphraseWhat:
      'The key is wrapped by the passphrase and asked for at every start. If you forget it, the cache has to be read again.',
    noPassphrase: 'No passphrase was ever set for this data folder, so only its keychain can open it.',
    startWithPassphrase: 'Start with this passphrase',
    sessionOnly: 'Work for this session only',
    sessionOnlyWhat:
      'Everything is kept in a temporary folder and deleted when Reeve ends: instances, tokens, cache and journal. The existing data stays closed and untouched.',
    sessionOnlyStart: 'Start a session',
    tooShort: 'Use at least 8 characters.',
    tooLong: 'Use at most 1,000 characters.',
    unlike: 'The two are not the same.',
  },
  hosts: { electron: 'Desktop application', node: 'Browser window over a local server' },
  notices: {
    'cache-not-repaired': 'The cache of an instance is damaged, and Reeve can’t repair it now. It tries again later.',
    'cache-set-aside': 'A damaged cache was set aside. Sync again to fill a new one.',
    'profile-not-opened': 'The instance that was open last could not be opened.',
  } as Record<string, string>,
  /** The text of a notice, and its details, one per line. `detail` is the text that the core stored with it. */
  noticeOf: (code: string, detail = ''): { what: string; lines: string[] } => {
    if (code === 'state-restored' || code === 'archive-restored') return restoredNotice(code, detail);
    if (code === 'cache-repaired') return repairedNotice(detail);
    return { what: host.notices[code] ?? code, lines: [] };
  },
};

const lostKinds: Record<string, [one: string, many: string]> = {
  profiles: ['instance', 'instances'],
  views: ['saved view', 'saved views'],
  preferences: ['setting', 'settings'],
  journal: ['journal entry', 'journal entries'],
  plans: ['plan', 'plans'],
  jobs: ['job', 'jobs'],
  imports: ['import', 'imports'],
  archived: ['archived record', 'archived records'],
};

const numbered = (n: number, kind: string): string => {
  const [one, many] = lostKinds[kind] ?? [kind, kind];
  return `${count(n)} ${n === 1 ? one : many}`;
};

function restoredNotice(code: string, detail: string): { what: string; lines: string[] } {
  const restored = RestoredDetail.safeParse(fromJson(detail)).data ?? RestoredDetail.parse({});
  const name = code === 'archive-restored' ? 'archive' : 'state file';
  return { what: whatWasRestored(name, restored), lines: restoredLines(restored) };
}

function whatWasRestored(name: string, { file, from, takenAt }: RestoredDetail): string {
  if (from !== null && from === file) return `The last change to the ${name} was damaged and is lost.`;
  if (takenAt !== null) return `The ${name} was damaged. Reeve restored the backup of ${fullMoment(takenAt)}.`;
  return from === null
    ? `The ${name} was damaged, and there was no usable backup. Reeve started with an empty one.`
    : `The ${name} was damaged. Reeve restored the newest usable backup.`;
}

function restoredLines({ file, from, asideAt, lost, isLogWhole, held }: RestoredDetail): string[] {
  const waiting = Object.entries(held).flatMap(([kind, n]) => (n > 0 ? [numbered(n, kind)] : []));
  return [
    ...(lost === null && from !== file ? ['The damaged file can’t be read, so Reeve can’t list what was lost.'] : []),
    ...(lost?.length === 0 && isLogWhole ? ['Nothing was lost.'] : []),
    ...(isLogWhole || lost === null
      ? []
      : [
          lost.length === 0
            ? 'The newest changes can’t be read, so Reeve can’t list what was lost.'
            : 'The newest changes can’t be read, so more may be lost.',
        ]),
    ...(lost ?? []).map(({ kind, count: n, names, isComplete }) => {
      const some = names.slice(0, 5).join(', ') + (n > 5 ? ', …' : '');
      if (n === 0) return `Part of the ${lostKinds[kind]?.[1] ?? kind} can’t be read, so some may be lost.`;
      return `Lost: ${isComplete ? '' : 'at least '}${numbered(n, kind)} (${some}).`;
    }),
    ...(lost?.some(({ kind, count: n }) => kind === 'profiles' && n > 0) === true
      ? ['The caches and tokens of lost instances are kept. To delete them, go to Instances.']
      : []),
    ...(waiting.length === 0 ? [] : [`Waiting for you: ${waiting.join(', ')}.`]),
    ...(asideAt === null ? [] : [`The damaged file is kept as ${asideAt}.`]),
  ];
}

/** What to do for collections that a sync can't restore. */
const lookedUp: Record<string, string> = {
  keys: 'Look up the lost keys again: the instance has no list of keys to sync.',
};

function repairedNotice(detail: string): { what: string; lines: string[] } {
  const { name, rows, lost, asideAt } = RepairedDetail.safeParse(fromJson(detail)).data ?? RepairedDetail.parse({});
  const counts = Object.entries(lost ?? {}).map(([kind, n]) => `${rowsOf(kind)} (${count(n)})`);
  return {
    what: `The cache of ${name} was damaged. Reeve repaired it and syncs it again.`,
    lines: [
      lost === null
        ? `${count(rows)} records were kept. Reeve can’t tell how many are lost.`
        : counts.length === 0
          ? `All ${count(rows)} records were kept.`
          : `${count(rows)} records were kept. Lost until the sync returns them: ${counts.join(', ')}.`,
      ...Object.keys(lost ?? {}).flatMap((kind) => lookedUp[kind] ?? []),
      ...(asideAt === null ? [] : [`The damaged file is kept as ${asideAt}.`]),
    ],
  };
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
