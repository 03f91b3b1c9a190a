import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import Database from 'better-sqlite3';
import { cpuMs, peakMB, printResult } from './output.ts';

/** What the peer program needs of `@gitbeaker/rest`, which is not installed with the project. */
interface Peer {
  Gitlab: new (options: { host: string; token: string }) => {
    Users: { all: (options: Record<string, unknown>) => Promise<Row[]> };
  };
}
type Row = Record<string, unknown> & { id: number };

/** The columns that Reeve shows, sorts and filters. */
const columns = {
  name: 'TEXT',
  username: 'TEXT',
  state: 'TEXT',
  created_at: 'TEXT',
  email: 'TEXT',
  public_email: 'TEXT',
  last_activity_on: 'TEXT',
  last_sign_in_at: 'TEXT',
  is_admin: 'INTEGER',
  is_auditor: 'INTEGER',
  external: 'INTEGER',
  two_factor_enabled: 'INTEGER',
};
const names = Object.keys(columns);
const indexed = ['name', 'username', 'created_at', 'email', 'last_activity_on', 'last_sign_in_at', 'state'];

/**
 * The peer: fetch all users as the documentation of `@gitbeaker/rest` shows, and store the rows in a plain SQLite file
 * with the columns and indexes of a list.
 */
const [packageFolder = '', url = '', token = '', file = ''] = process.argv.slice(2);
const { Gitlab } = createRequire(join(packageFolder, 'package.json'))('@gitbeaker/rest') as Peer;

const startedAt = performance.now();
const cpuBefore = cpuMs();
const api = new Gitlab({ host: url, token });
const users = await api.Users.all({
  pagination: 'keyset',
  perPage: 100,
  orderBy: 'id',
  sort: 'asc',
  withCustomAttributes: true,
});
const fetchedMs = performance.now() - startedAt;
store(users);
printResult({
  ms: performance.now() - startedAt,
  fetchedMs,
  cpuMs: cpuMs() - cpuBefore,
  peakMB: peakMB(),
  rows: users.length,
});

function store(rows: readonly Row[]): void {
  const db = new Database(file);
  db.exec(
    `CREATE TABLE users (id INTEGER PRIMARY KEY, ${names.map((name) => `${name} ${columns[name as keyof typeof columns]}`).join(', ')}, doc TEXT)`,
  );
  const insert = db.prepare(`INSERT INTO users VALUES (?, ${names.map(() => '?').join(', ')}, ?)`);
  db.transaction(() => {
    for (const row of rows) insert.run(row.id, ...names.map((name) => cell(row[name])), JSON.stringify(row));
  })();
  for (const name of indexed) db.exec(`CREATE INDEX users_${name} ON users (${name})`);
  db.close();
}

function cell(value: unknown): string | number | null {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}
