import { count, plural } from './moments.ts';

const processEnds: Readonly<Record<string, string>> = {
  oom: 'It ran out of memory.',
  'memory-eviction': 'The system ended its process because memory was low.',
  killed: 'The system or another program ended its process.',
  'launch-failed': 'Its process couldn’t be started.',
  'integrity-failure': 'The system refused to load one of its files, because the file was changed or isn’t signed.',
};
const processEnd = (reason: string): string => processEnds[reason] ?? 'Its process ended unexpectedly.';

/** Texts of the hosts outside of the window: pages of the local server, terminal lines, menus. */
export const hosts = {
  door: {
    title: 'Reeve',
    used: {
      heading: 'This start address was already used',
      body: 'Each start address works once. In the browser that used it, continue below. In another browser, restart Reeve.',
      link: 'Open Reeve',
    },
    noCookie: {
      heading: 'This browser has no access to Reeve',
      body: 'Open the start address that Reeve printed. It works once. For a new address, restart Reeve.',
    },
    foreign: {
      heading: 'Reeve is available only on this machine',
      body: 'Use the address 127.0.0.1 or localhost. From another machine, use an SSH tunnel.',
    },
    notBuilt: {
      heading: 'The window isn’t built yet',
      body: 'Run npm run build, then load this page again.',
    },
    missing: { heading: 'Not found', body: 'Reeve has no file with this name.' },
    method: { heading: 'Method not allowed', body: 'This address supports only GET and HEAD.' },
  },
  unload: {
    title: 'Discard unsaved input?',
    text: 'This window has input that isn’t saved, or a secret that wasn’t copied yet.',
    leave: 'Discard input',
    stay: 'Keep input',
  },
  menu: { newWindow: 'New Window' },
  tray: {
    open: 'Open Reeve',
    quit: 'Quit Reeve',
    states: {
      idle: () => 'Reeve',
      working: () => 'Reeve: working',
      attention: (n: number) => `Reeve: ${plural(n, 'notice')}`,
      offline: () => 'Reeve: offline',
    },
  },
  quit: {
    title: (n: number) => (n === 1 ? 'Quit while a job is running?' : `Quit while ${count(n)} jobs are running?`),
    text: (jobs: readonly string[], isSessionOnly: boolean) => {
      const more = jobs.length > 5 ? ` and ${count(jobs.length - 5)} more` : '';
      const then = isSessionOnly
        ? 'All data of this session is deleted.'
        : 'They continue or start over when you start Reeve again.';
      return `Quitting interrupts: ${jobs.slice(0, 5).join(', ')}${more}. ${then}`;
    },
    quit: 'Quit',
    stay: 'Keep running',
  },
  /** What windows show when Reeve ends. The core sends these texts, because windows can't load them afterwards. */
  ending: {
    quit: () => ({
      what: 'Reeve was closed.',
      nextStep:
        'The data shown is no longer updated. To continue, start Reeve again; in a browser, open the new address.',
    }),
    /** `logs`: the folder of the log. */
    failure: (logs: string) => ({
      what: 'Reeve ended because of an internal error.',
      nextStep: `The data shown is no longer updated. Start Reeve again; in a browser, open the new address. Interrupted changes are paused: Reeve checks what was applied before it continues them. The error is in the log in ${logs}.`,
    }),
  },
  /** Questions and messages when a part of Reeve fails. `reason`: of an event of Electron. */
  failures: {
    buttons: { reload: 'Reload', wait: 'Wait', continue: 'Continue', logs: 'Show logs', close: 'Close window' },
    gone: (reason: string, isAgain: boolean) => ({
      title: 'This window stopped working',
      text: `${processEnd(reason)} ${isAgain ? 'Reloading the window didn’t help. ' : ''}Jobs and changes continue. Unsaved input in this window may be lost.`,
    }),
    unresponsive: {
      title: 'This window isn’t responding',
      text: 'Wait until it responds, or reload it. Reloading may discard unsaved input. Jobs and changes continue.',
    },
    child: (type: string, reason: string) => ({
      title: type === 'GPU' ? 'The graphics process of Reeve stopped' : 'A helper process of Reeve stopped',
      text: `${processEnd(reason)} It’s restarted automatically. If a window stays empty or looks wrong, reload all windows. Until you restart Reeve, it shows this message only once; the log has each case.`,
    }),
  },
  terminal: {
    folderBusy: (message: string) => `Reeve is already running: ${message}.`,
    portTaken: (port: number | undefined) =>
      `Reeve couldn’t start: another program uses port ${port}. Choose another one with --port, or leave the option out.`,
    notEnded: (message: string) => `Reeve didn’t quit cleanly: ${message}`,
    notStarted: (message: string, logs: string) => `Reeve couldn’t start: ${message}. The log has details: ${logs}`,
    refused: (switches: readonly string[]) =>
      `Reeve didn’t start: --${switches.join(', --')} isn’t allowed, because it lets other programs control the windows and read what they show. Start Reeve without it.`,
    failed: (logs: string) =>
      `Reeve ended because of an internal error. Interrupted changes are paused: Reeve checks what was applied before it continues them. The log has details: ${logs}`,
    wrongPassphrase: 'Reeve stays locked: the passphrase is incorrect.',
    stillLocked: 'The data folder is locked. Unlock it in the window.',
    usage: (message: string) =>
      `${message}. Options: --port N, --data DIR, --passphrase-file FILE, --passphrase-fd N, --diagnostics FILE, --no-open, --no-demo, --no-auto-sync, --host electron|node.`,
    noPassphraseFile: (message: string) => `Can’t read the passphrase file: ${message}`,
    noPassphraseFd: (fd: number, message: string) =>
      `Can’t read the passphrase from descriptor ${fd}: ${message}. npm passes on only descriptor 0: use --passphrase-fd 0 < FILE, or --passphrase-file FILE.`,
  },
} as const;
