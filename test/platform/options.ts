import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseFaults } from './faults/fault.ts';
import { backgrounds, dialects, probes, type Probe, type Settings } from './settings.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

export const USAGE =
  'npm run platform -- [--port N] [--users N] [--projects N] [--mirrors N] [--foreign-projects N] [--latency MS] [--seed N] [--offset-limit N] [--rate-limit N] ' +
  '[--no-limits] [--bare-headers] [--faults FILE] [--background finishes|fails|stalls] [--moving] [--probes all|NAME,…] [--dialect documented|gitlab] [--hostile] [--enforce-job-token-allowlist]';

/** Settings from the command line. Fails: with a message that names the option. */
export function parseOptions(argv: readonly string[]): Partial<Settings> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      port: text,
      users: text,
      projects: text,
      mirrors: text,
      'foreign-projects': text,
      latency: text,
      seed: text,
      'offset-limit': text,
      'rate-limit': text,
      'no-limits': flag,
      'bare-headers': flag,
      faults: text,
      background: text,
      dialect: text,
      probes: text,
      moving: flag,
      hostile: flag,
      'enforce-job-token-allowlist': flag,
    },
  });
  const integer = (name: keyof typeof values, highest: number) => {
    const value = values[name];
    if (value === undefined) return undefined;
    if (typeof value !== 'string' || !/^\d+$/.test(value) || Number(value) > highest) {
      throw new Error(`--${name} must be a whole number from 0 to ${highest}, not "${value}"`);
    }
    return Number(value);
  };
  const given = {
    port: integer('port', 65_535),
    users: integer('users', 2_000_000),
    projects: integer('projects', 20_000),
    mirrors: integer('mirrors', 100_000),
    foreignProjects: integer('foreign-projects', 20_000),
    latencyMs: integer('latency', 600_000),
    seed: integer('seed', 4_294_967_295),
    offsetLimit: integer('offset-limit', 1_000_000_000),
    ratePerMinute: integer('rate-limit', 1_000_000),
    limits: values['no-limits'] === true ? false : undefined,
    bareHeaders: values['bare-headers'],
    enforceJobTokenAllowlist: values['enforce-job-token-allowlist'],
    background: oneOf('background', backgrounds, values.background),
    dialect: oneOf('dialect', dialects, values.dialect),
    probes: probesOf(values.probes),
    moving: values.moving,
    hostile: values.hostile ?? false,
    faults: values.faults === undefined ? undefined : readFaults(values.faults),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function oneOf<T extends string>(option: string, values: readonly T[], text: string | undefined): T | undefined {
  const known = values.find((one) => one === text);
  if (text !== undefined && known === undefined) {
    throw new Error(`--${option} must be one of ${values.join(', ')}, not "${text}"`);
  }
  return known;
}

function probesOf(text: string | undefined): readonly Probe[] | undefined {
  if (text === undefined || text === 'all') return text && probes;
  return text.split(',').map((name) => {
    const known = probes.find((one) => one === name);
    if (known === undefined) throw new Error(`--probes must be all or some of ${probes.join(',')}, not "${name}"`);
    return known;
  });
}

function readFaults(path: string) {
  let json: string;
  try {
    json = readFileSync(path, 'utf8');
  } catch {
    throw new Error(`--faults: ${path} cannot be read`);
  }
  try {
    return parseFaults(json);
  } catch (error) {
    throw new Error(`--faults: ${path}: ${(error as Error).message}`, { cause: error });
  }
}
