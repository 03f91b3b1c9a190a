import { RepairedDetail, RestoredDetail } from '#shared/contract/host.ts';
import { rowsOf } from './collections.ts';
import { count, fullMoment, plural } from './moments.ts';

/** Texts about this machine: encryption, the keychain, the data folder, and notices. */
export const host = {
  vault: {
    states: {
      missing: {
        title: 'Keychain unavailable',
        what: 'Reeve encrypts all data that it saves. The key is stored in your keychain, but no keychain service is running.',
      },
      locked: {
        title: 'Can’t read the key from the keychain',
        what: 'The keychain is locked, or its key doesn’t belong to this data folder. Nothing was changed.',
      },
      passphrase: {
        title: 'Enter the passphrase',
        what: 'The key of this data folder is protected by a passphrase.',
      },
    },
    keychainMessage: 'Message from the keychain:',
    waysOut: 'Options',
    retry: 'Retry keychain',
    retryWhat: {
      missing: 'Start a keychain service first, for example GNOME Keyring or KWallet.',
      locked: 'Unlock the keychain first, or sign in to its desktop session.',
      passphrase: 'Use this if the key is now in the keychain.',
    },
    retrying: 'Retrying…',
    stillClosed: 'The keychain is still unavailable.',
    passphrase: 'Passphrase',
    passphraseNew: 'New passphrase',
    passphraseRepeat: 'Confirm passphrase',
    unlock: 'Unlock',
    unlockWhat: 'Unlocks your data with the passphrase that you set.',
    usePassphrase: 'Use a passphrase instead',
    usePassphraseWhat: 'Reeve asks for the passphrase at every start. If you forget it, all data must be synced again.',
    noPassphrase: 'This data folder has no passphrase, so only its keychain can unlock it.',
    startWithPassphrase: 'Start with this passphrase',
    sessionOnly: 'Work for this session only',
    sessionOnlyWhat:
      'Instances, tokens, cache, and journal are kept in a temporary folder and deleted when you quit Reeve. Existing data isn’t opened or changed.',
    sessionOnlyStart: 'Start session',
    tooShort: 'Use at least 8 characters.',
    tooLong: 'Use at most 1,000 characters.',
    unlike: 'The passphrases don’t match.',
  },
  hosts: { electron: 'Desktop application', node: 'Browser window over a local server' },
  notices: {
    'cache-not-repaired': 'The cache of an instance is damaged, and Reeve can’t repair it now. It tries again later.',
    'cache-set-aside': 'A damaged cache was replaced by an empty one. Sync again to fill it.',
    'profile-not-opened': 'Couldn’t open the last used instance.',
  } as Record<string, string>,
  /** The text of a notice, and its details, one per line. `detail` is the text that the core stored with it. */
  noticeOf: (code: string, detail = ''): { what: string; lines: string[] } => {
    if (code in restoredFiles) return restoredNotice(code, detail);
    if (code === 'state-older') return olderNotice(detail);
    if (code === 'cache-repaired') return repairedNotice(detail);
    return { what: host.notices[code] ?? code, lines: [] };
  },
};

/** Databases with a notice when they were damaged. */
const restoredFiles: Record<string, string> = {
  'state-restored': 'state file',
  'archive-restored': 'archive',
  'blobs-restored': 'store of downloaded files',
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
  files: ['file', 'files'],
};

const numbered = (n: number, kind: string): string => {
  const [one, many] = lostKinds[kind] ?? [kind, kind];
  return plural(n, one, many);
};

function restoredNotice(code: string, detail: string): { what: string; lines: string[] } {
  const restored = RestoredDetail.safeParse(fromJson(detail)).data ?? RestoredDetail.parse({});
  const what = whatWasRestored(restoredFiles[code] ?? code, restored);
  if (code === 'blobs-restored' && restored.from === null) {
    const { kept, lost, asideAt } = restored;
    const again = 'To get lost files back, request the dependency exports again.';
    if (kept !== undefined) {
      const begin = `The ${restoredFiles[code]} was damaged. Reeve kept the ${numbered(kept, 'files')} that it could read.`;
      return { what: begin, lines: [...restoredLines(restored), ...(lost?.length === 0 ? [] : [again])] };
    }
    return { what, lines: [again, ...(asideAt === null ? [] : [`The damaged file is kept as ${asideAt}.`])] };
  }
  return { what, lines: restoredLines(restored) };
}

function whatWasRestored(name: string, { file, from, takenAt }: RestoredDetail): string {
  if (from !== null && from === file) return `The last change to the ${name} was damaged and is lost.`;
  if (takenAt !== null) return `The ${name} was damaged. Reeve restored the backup of ${fullMoment(takenAt)}.`;
  return from === null
    ? `The ${name} was damaged, and there was no usable backup. Reeve started with an empty one.`
    : `The ${name} was damaged. Reeve restored the newest usable backup.`;
}

/** The notice after a person put back an older state file. */
function olderNotice(detail: string): { what: string; lines: string[] } {
  return {
    what: 'An older state file was put back. Its journal lacks the last changes that Reeve sent.',
    lines: waitingLines(RestoredDetail.safeParse(fromJson(detail)).data ?? RestoredDetail.parse({})),
  };
}

const waitingLines = ({ held }: Pick<RestoredDetail, 'held'>): string[] => {
  const waiting = Object.entries(held).flatMap(([kind, n]) => (n > 0 ? [numbered(n, kind)] : []));
  return waiting.length === 0 ? [] : [`Waiting for you: ${waiting.join(', ')}.`];
};

function restoredLines({ file, from, asideAt, lost, isLogWhole, held }: RestoredDetail): string[] {
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
    ...waitingLines({ held }),
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
