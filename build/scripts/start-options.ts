import { parseArgs } from 'node:util';

export interface StartOptions {
  /** Undefined: Electron if it is available, otherwise the node host. */
  host: 'electron' | 'node' | undefined;
  open: boolean;
  demo: boolean;
  /** How the simulated platform of the demo behaves. */
  demoDialect: 'documented' | 'gitlab';
  /** Whether instances are set up and kept fresh without a person's request. */
  autoSync: boolean;
  port: string | undefined;
  data: string | undefined;
  passphraseFd: number | undefined;
  passphraseFile: string | undefined;
  /** A link (`reeve://…`) that the window opens first. */
  link: string | undefined;
  /** Save diagnostics to this new file, and end without starting. */
  diagnostics: string | undefined;
  /** Print the options, and end without starting. */
  help: boolean;
}

export const startUsage = `Usage: npm start -- [OPTION]…
  --no-demo                          start no simulated platform
  --demo-dialect documented|gitlab   how the simulated platform behaves
  --no-auto-sync                     sync only on request
  --host electron|node               desktop windows, or windows in a browser
  --no-open                          open no window; print the address as JSON
  --port N                           port of --host node
  --data DIR                         another data folder
  --passphrase-file FILE             read the passphrase from a file
  --passphrase-fd N                  read the passphrase from a descriptor
  --link reeve://…                   open a link
  --diagnostics FILE                 save diagnostics to a new zip file, and end
  --help                             print this list`;

/** The command line of `npm start`. Fails: with a message that names the option. */
export function parseStart(argv: readonly string[]): StartOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      host: { type: 'string' },
      'no-open': { type: 'boolean' },
      'no-demo': { type: 'boolean' },
      'demo-dialect': { type: 'string', default: 'documented' },
      'no-auto-sync': { type: 'boolean' },
      port: { type: 'string' },
      data: { type: 'string' },
      'passphrase-fd': { type: 'string' },
      'passphrase-file': { type: 'string' },
      link: { type: 'string' },
      diagnostics: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const { host, port, data, 'demo-dialect': demoDialect } = values;
  if (host !== undefined && host !== 'electron' && host !== 'node') {
    throw new Error(`--host must be electron or node, not "${host}"`);
  }
  if (demoDialect !== 'documented' && demoDialect !== 'gitlab') {
    throw new Error(`--demo-dialect must be documented or gitlab, not "${demoDialect}"`);
  }
  if (port !== undefined && (!/^\d+$/.test(port) || Number(port) > 65_535)) {
    throw new Error(`--port must be a whole number from 0 to 65535, not "${port}"`);
  }
  const fd = values['passphrase-fd'];
  if (fd !== undefined && (!/^\d{1,3}$/.test(fd) || fd === '1' || fd === '2')) {
    throw new Error(`--passphrase-fd must be a descriptor to read from, not "${fd}"`);
  }
  return {
    host,
    open: values['no-open'] !== true,
    demo: values['no-demo'] !== true,
    demoDialect,
    autoSync: values['no-auto-sync'] !== true,
    port,
    data,
    passphraseFd: fd === undefined ? undefined : Number(fd),
    passphraseFile: values['passphrase-file'],
    link: values.link,
    diagnostics: values.diagnostics,
    help: values.help,
  };
}
