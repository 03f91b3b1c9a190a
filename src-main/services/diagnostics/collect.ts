import { copyFileSync } from 'node:fs';
import { release } from 'node:os';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { strToU8, zipSync } from 'fflate';
import { failed } from '#main/log-events.ts';
import type { Ports } from '#main/ports.ts';
import { reading, sqliteVersion } from '#main/state/files/database.ts';
import { ifExists, namesIn } from '#main/state/files/files.ts';
import { startSession } from '#main/state/keys/session.ts';
import { Failure } from '#shared/errors.ts';
import { diagnostics as words } from '#shared/text/en/diagnostics.ts';
import { toIso } from '#shared/time.ts';
import { databaseFacts, type Databases } from './database-facts.ts';
import { onlyKnown } from './known-words.ts';
import { logOf, numbering } from './log-lines.ts';
import { storedFacts, storedTables, type StoredTables } from './stored-facts.ts';

export interface DiagnosticsSource extends Databases {
  ports: Pick<Ports, 'about' | 'clock' | 'workers' | 'paths'>;
  /** The open tables; null: they are read from `state.db`. */
  tables: StoredTables | null;
  /** Fails if another process uses the folder, so that a copy may be incomplete. */
  checkUnused?: () => Promise<void>;
  /** What only a running core knows. */
  core: object;
}

/** A file of the zip. */
export interface DiagnosticsFile {
  name: string;
  text: string;
}

/**
 * Collect the files of the diagnostics. What can't be read is `unknown` in them, with the reason. Nothing in the data
 * folder is changed.
 * Decision: build/decisions/0044-the-log-marks-free-text.md
 */
export async function collectDiagnostics(source: DiagnosticsSource): Promise<DiagnosticsFile[]> {
  const { ports, folder, key } = source;
  const { about, clock, paths, workers } = ports;
  const now = clock.now();
  const numberOf = numbering();
  const logs = await logOf(paths.data, numberOf, ownScripts(workers.decode));
  const stored = await known(factsOfTables);
  const facts = {
    versions: { ...versions(about), collectedAt: toIso(now) },
    settings: stored.settings ?? stored,
    jobs: stored.jobs ?? stored,
    watches: stored.watches ?? stored,
    databases: await known(() => databaseFacts(source, inPlaceOrCopied, workers.store, numberOf)),
    core: source.core,
    'log/left-out': logs.map(({ name, leftOut }) => ({ file: name, lines: leftOut })),
  };
  return [
    { name: 'README.txt', text: words.readme },
    ...Object.entries(facts).map(([name, one]) => ({ name: `${name}.json`, text: json(one) })),
    ...logs.map(({ name, text }) => ({ name: `log/${name}`, text })),
  ];

  /** Use a database where it is, or a copy of it, which is deleted afterwards. */
  async function inPlaceOrCopied<T>(path: string, use: (path: string) => T | Promise<T>): Promise<T> {
    if (source.isOpen) return use(path);
    const temporary = startSession(paths.temporary, now);
    try {
      const copy = join(temporary.folder, basename(path));
      copyFileSync(path, copy);
      ifExists(() => copyFileSync(`${path}-wal`, `${copy}-wal`));
      await source.checkUnused?.();
      return await use(copy);
    } finally {
      temporary.end();
    }
  }
  function factsOfTables(): Facts | Promise<Facts> {
    if (source.tables !== null) return storedFacts(source.tables, numberOf, now);
    if (typeof key !== 'string') throw new Failure('denied', 'the databases cannot be read', { reason: key.why });
    return inPlaceOrCopied(join(folder, 'state.db'), (file) =>
      reading(file, key, (db) => storedFacts(storedTables(db), numberOf, now)),
    );
  }
}
type Facts = ReturnType<typeof storedFacts>;

/** The zip of these files, whose times would be local times, so that they would show the time zone. */
export function zipOf(files: readonly DiagnosticsFile[]): Uint8Array {
  const entries = files.map(({ name, text }) => [name, strToU8(text)] as const);
  return zipSync(Object.fromEntries(entries), { mtime: new Date(2000, 0, 1) });
}

const json = (value: unknown): string => `${JSON.stringify(onlyKnown(value), null, 2)}\n`;

/** The result of `read`, or why there is none. */
async function known<T>(read: () => T | Promise<T>): Promise<T | { [name in keyof T]?: undefined }> {
  try {
    return await read();
  } catch (thrown) {
    return { unknown: failed(thrown) } as object;
  }
}

function versions({ host, version, platform }: Ports['about']) {
  const { node, electron, chrome = '' } = process.versions;
  const [system, chromium] = [release(), chrome].map((one) => /^\d+\.\d+\.\d+/.exec(one)?.[0]);
  return { reeve: version, host, platform, system, node, electron, chromium, sqlite: sqliteVersion() };
}

/** The names of Reeve's own scripts: those in the folder of the threads, which a build shares with the hosts. */
function ownScripts(thread: URL): ReadonlySet<string> {
  const folder = dirname(fileURLToPath(thread));
  return new Set([folder, join(folder, 'chunks')].flatMap(namesIn));
}
