import { parseArgs } from 'node:util';
import { groupNames, type GroupName } from './figures.ts';

export interface BenchOptions {
  users: number;
  rounds: number;
  groups: GroupName[];
  /** Where the results are written as JSON. */
  json: string | undefined;
  /** Write docs/SPEED.md and the figures of the README. */
  writesDocuments: boolean;
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

/** The command line of `npm run bench`. Fails: with a message that names the option. */
export function parseOptions(argv: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: { users: text, rounds: text, only: text, json: text, million: flag, 'write-documents': flag },
  });
  const count = (name: 'users' | 'rounds', usual: number): number => {
    const value = values[name] ?? String(usual);
    if (!/^[1-9]\d*$/.test(value)) throw new Error(`--${name} must be a whole number above 0, not "${value}"`);
    return Number(value);
  };
  if (values['write-documents'] && values.only !== undefined) {
    throw new Error('--write-documents needs a run of all groups, without --only');
  }
  return {
    users: count('users', 100_000),
    rounds: count('rounds', 3),
    groups: groupsOf(values.only, values.million),
    json: values.json,
    writesDocuments: values['write-documents'],
  };
}

/** The named groups, or all; `million` only if it is named or wanted, because it takes minutes. */
function groupsOf(only: string | undefined, isMillion: boolean): GroupName[] {
  const names = only?.split(',') ?? groupNames.filter((name) => name !== 'million');
  const unknown = names.find((name) => !groupNames.some((known) => known === name));
  if (unknown !== undefined) throw new Error(`--only takes ${groupNames.join(', ')}, not "${unknown}"`);
  return groupNames.filter((name) => names.includes(name) || (name === 'million' && isMillion));
}
