import { parseArgs } from 'node:util';

export interface Options {
  port: number;
  /** Replaces the default data folder. */
  data: string | undefined;
  /** A file descriptor from which the passphrase is read, so that it is not in the list of processes. */
  passphraseFd: number | undefined;
  /** A file from which the passphrase is read instead. */
  passphraseFile: string | undefined;
  /** A link (`reeve://…`) that the window opens first. */
  link: string | undefined;
  /** Save diagnostics to this new file, and end without starting. */
  diagnostics: string | undefined;
  /** Whether instances are set up and kept fresh without a person's request. */
  isAutomatic: boolean;
}

/**
 * The command line of a host. `--host`, `--no-open` and `--no-demo` are read by the script that starts the host, and
 * have no effect here.
 */
export function parseOptions(argv: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      host: { type: 'string' },
      'no-open': { type: 'boolean' },
      'no-demo': { type: 'boolean' },
      'no-auto-sync': { type: 'boolean' },
      port: { type: 'string' },
      data: { type: 'string' },
      'passphrase-fd': { type: 'string' },
      'passphrase-file': { type: 'string' },
      link: { type: 'string' },
      diagnostics: { type: 'string' },
    },
  });
  const { 'passphrase-fd': fd, 'passphrase-file': file } = values;
  if (fd !== undefined && file !== undefined)
    throw new Error('--passphrase-fd and --passphrase-file exclude each other');
  return {
    port: wholeNumber('--port', values.port, 65_535) ?? 0,
    data: values.data,
    passphraseFd: wholeNumber('--passphrase-fd', fd, 1_023),
    passphraseFile: file,
    link: values.link,
    diagnostics: values.diagnostics,
    isAutomatic: values['no-auto-sync'] !== true,
  };
}

function wholeNumber(name: string, value: string | undefined, highest: number): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d+$/.test(value) || Number(value) > highest) {
    throw new Error(`${name} must be a whole number from 0 to ${highest}, not "${value}"`);
  }
  return Number(value);
}
