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
    'state-restored': 'The state file was damaged. The newest good copy is in use; later entries are missing.',
    'state-damaged':
      'The last end of Reeve was not clean and left damage in the state file. It is restored at the next start.',
    'cache-set-aside': 'A damaged cache was set aside. Read all users again to fill a new one.',
    'profile-not-opened': 'The instance that was open last could not be opened.',
  } as Record<string, string>,
  noticeOf: (code: string): string => host.notices[code] ?? code,
};
