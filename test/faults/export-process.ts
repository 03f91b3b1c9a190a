import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createCore } from '#main/core/create-core.ts';
import { systemClock } from '#main/hosts/machine.ts';
import type { Call } from '#shared/contract/changes.ts';
import { fakePorts, fakeSecrets } from '../helpers/fake-ports.ts';
import { attach } from '../helpers/window.ts';

/** The instructions in a file of the parent process: the request of an export, and where this process ends. */
export interface ExportInstructions {
  folder: string;
  url: string;
  token: string;
  call: Call;
  kill: keyof typeof points | null;
}

/** A statement before which the process kills itself. `value`: only with this value. */
const points = {
  'outcome-known': { sql: 'INSERT INTO dependency_exports', value: 'generating' },
  'while-generating': { sql: 'UPDATE dependency_exports SET state', value: 'generating' },
  'before-download': { sql: 'INSERT INTO blobs' },
  'while-downloading': { sql: 'INSERT INTO blob_chunks' },
  'before-the-state': { sql: 'UPDATE dependency_exports SET state', value: 'kept' },
  'while-reading': { sql: 'INSERT INTO export_packages' },
  'before-the-end': { sql: 'UPDATE parsed_exports SET parser' },
} as const satisfies Record<string, { sql: string; value?: string }>;

// The port of the window does not keep the process alive, so this timer does.
setInterval(() => undefined, 60_000);
const { folder, url, token, call, kill } = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8'),
) as ExportInstructions;
if (kill !== null) endAt(points[kill]);

const core = await createCore({
  ...fakePorts(folder, { secrets: fakeSecrets({ file: join(folder, 'keychain.json') }) }),
  clock: systemClock,
});
const client = attach(core);
if ((await client.profiles.list()).profiles.length === 0) {
  await client.profiles.add({ name: 'Exported', colour: 'iris', url, token });
}
if ((await client.changes.list()).plans.length === 0) {
  const plan = await client.changes.plan({ calls: [call] });
  await client.changes.apply({ planId: plan.id });
}
for (;;) {
  const { rows } = await client.dependencyExports.list({ query: {}, slice: { from: 0, count: 10 } });
  const isOver = rows.length > 0 && rows.every(({ state, packages }) => state === 'kept' && packages !== null);
  // Reads what an earlier process did not read
  if (rows.some(({ state }) => state === 'kept')) await client.dependencyExports.packageIn({ name: 'lodash' });
  if (isOver) {
    writeFileSync(join(folder, 'report.json'), JSON.stringify(rows));
    await core.close();
    process.exit(0);
  }
  await systemClock.sleep(20);
}

function endAt({ sql, value }: { sql: string; value?: string }): void {
  type Method = (this: unknown, ...given: unknown[]) => object;
  const database = Database.prototype as unknown as Record<'prepare', Method>;
  const { prepare } = database;
  database.prepare = function (...given) {
    const statement = prepare.apply(this, given) as { run: (...values: unknown[]) => object };
    if (!(given[0] as string).startsWith(sql)) return statement;
    const run = statement.run.bind(statement);
    statement.run = (...values) => {
      const [first] = values as [{ state?: string } | undefined];
      if (value === undefined || first?.state === value) process.kill(process.pid, 'SIGKILL');
      return run(...values);
    };
    return statement;
  };
}
