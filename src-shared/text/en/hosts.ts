/** What the hosts say outside of the window: refusals of the door, lines on a terminal, menus. */
export const hosts = {
  door: {
    title: 'Reeve',
    used: {
      heading: 'This start address was already used',
      body: 'Each start address opens Reeve once. In the browser that used it, go on below. Anywhere else, start Reeve again.',
      link: 'Open Reeve',
    },
    noCookie: {
      heading: 'Reeve does not know this browser',
      body: 'Open the start address that Reeve printed. It works once; start Reeve again for a new one.',
    },
    foreign: {
      heading: 'Reeve answers this machine only',
      body: 'Open it as 127.0.0.1 or localhost. From another machine, use an SSH tunnel.',
    },
    notBuilt: {
      heading: 'The window is not built yet',
      body: 'Run npm run build, then load this page again.',
    },
    missing: { heading: 'There is nothing here', body: 'Reeve has no file of this name.' },
    method: { heading: 'Not this way', body: 'This address can be read, nothing else.' },
  },
  menu: { newWindow: 'New Window' },
  terminal: {
    folderBusy: (said: string) => `Reeve is already running: ${said}.`,
    notEnded: (said: string) => `Reeve did not end cleanly: ${said}`,
    notStarted: (said: string) => `Reeve could not start: ${said}`,
    wrongPassphrase: 'Reeve stays locked: this passphrase does not open the data folder.',
    stillLocked: 'The data folder is locked; the window asks how to open it.',
    usage: (said: string) =>
      `${said}. Options: --port N, --data DIR, --passphrase-file FILE, --passphrase-fd N, --no-open, --no-demo, --host electron|node.`,
    noPassphraseFile: (said: string) => `The passphrase file cannot be read: ${said}`,
    noPassphraseFd: (fd: number, said: string) =>
      `The passphrase cannot be read from descriptor ${fd}: ${said}. npm passes on only descriptor 0: use --passphrase-fd 0 < FILE, or --passphrase-file FILE.`,
  },
} as const;
