import { release } from 'node:os';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import { failed } from '#main/log-events.ts';
import type { Ports } from '#main/ports.ts';
import { openReadOnly, sqliteVersion } from '#main/state/files/database.ts';
import { namesIn } from '#main/state/files/files.ts';
import { startSession, type Session } from '#main/state/keys/session.ts';
import { Failure, type Reason } from '#shared/errors.ts';
import { diagnostics as words } from '#shared/text/en/diagnostics.ts';
import { toIso } from '#shared/time.ts';
import { copyDatabase, databaseFacts } from './database-facts.ts';
import { onlyKnown } from './known-words.ts';
import { logOf, numbering } from './log-lines.ts';
import { storedFacts, storedTables, type StoredTables } from './stored-facts.ts';

export interface DiagnosticsSource {
  ports: Pick<Ports, 'about' | 'clock' | 'workers' | 'paths'>;
  /** The folder of the databases. */
  folder: string;
  /** The key of the databases, or why they can't be read. */
  key: string | { why: Reason };
  /** The open tables; null: they are read from a copy. */
  tables: StoredTables | null;
  /** The databases can be measured in place. Others are copied to a temporary folder, so that nothing is changed. */
  isOpen: boolean;
  /** Fails if another process uses the folder, so that a copy may be incomplete. */
  checkUnused: () => void;
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
  let copies: Session | undefined;
  const copy = source.isOpen ? null : copyOf;
  try {
    const stored = await known(() => factsOfTables());
    const facts = {
      versions: { ...versions(about), collectedAt: toIso(now) },
      settings: stored.settings ?? stored,
      jobs: stored.jobs ?? stored,
      watches: stored.watches ?? stored,
      databases: await known(() => databaseFacts({ folder, key, copy, store: workers.store }, numberOf)),
      core: source.core,
      'log/left-out': logs.map(({ name, leftOut }) => ({ file: name, lines: leftOut })),
    };
    return [
      { name: 'README.txt', text: words.readme },
      ...Object.entries(facts).map(([name, one]) => ({ name: `${name}.json`, text: json(one) })),
      ...logs.map(({ name, text }) => ({ name: `log/${name}`, text })),
    ];
  } finally {
    copies?.end();
  }

  function copyOf(path: string): string {
    copies ??= startSession(paths.temporary, now);
    const to = join(copies.folder, basename(path));
    copyDatabase(path, to);
    source.checkUnused();
    return to;
  }
  function factsOfTables(): Partial<ReturnType<typeof storedFacts>> {
    if (source.tables !== null) return storedFacts(source.tables, numberOf, now);
    if (typeof key !== 'string') throw new Failure('denied', 'the databases cannot be read', { reason: key.why });
    const { db, close } = openReadOnly(copyOf(join(folder, 'state.db')), key);
    try {
      return storedFacts(storedTables(db), numberOf, now);
    } finally {
      close();
    }
  }
}

/** The zip of these files, whose times would be local times, so that they would show the time zone. */
export function zipOf(files: readonly DiagnosticsFile[]): Uint8Array {
  const encoder = new TextEncoder();
  return zipSync(Object.fromEntries(files.map(({ name, text }) => [name, encoder.encode(text)])), {
    mtime: new Date(2000, 0, 1),
  });
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
