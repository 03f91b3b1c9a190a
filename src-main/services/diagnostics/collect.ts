import { readdirSync } from 'node:fs';
import { release } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import { failed } from '#main/log-events.ts';
import type { Ports } from '#main/ports.ts';
import { openReadOnly, sqliteVersion } from '#main/state/files/database.ts';
import { startSession } from '#main/state/keys/session.ts';
import { Failure, type Reason } from '#shared/errors.ts';
import { diagnostics as words } from '#shared/text/en/diagnostics.ts';
import { toIso } from '#shared/time.ts';
import { copyDatabase, databaseFacts } from './database-facts.ts';
import { onlyKnown } from './known-words.ts';
import { logOf, numbering } from './log-lines.ts';
import { jobFacts, settingsFacts, storedTables, watchFacts, type StoredTables } from './stored-facts.ts';

export interface DiagnosticsSource {
  ports: Pick<Ports, 'about' | 'clock' | 'workers' | 'paths'>;
  /** The folder of the databases. */
  folder: string;
  /** The key of the databases, or why they can't be read. */
  key: string | { why: Reason };
  /** The open tables; null: they are read from a copy. */
  tables: StoredTables | null;
  /** The databases are open in this process, so they are measured in place. Others are copied, so that nothing is changed. */
  isOpen: boolean;
  /** Fails if another process uses the folder. */
  checkUnused: () => void;
  /** The state of the vault, and why the databases could not be opened; null: they could. Both are unknown without a core. */
  state: { vault?: string; failure?: Failure | null };
  timings: object;
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
  const { ports, folder, key, state, timings, checkUnused } = source;
  const now = ports.clock.now();
  const numberOf = numbering();
  const logs = logOf(ports.paths.data, numberOf, ownScripts(ports.workers.decode));
  const copies = source.isOpen || typeof key !== 'string' ? null : startSession(ports.paths.temporary, now);
  const stored = storedOnce();
  try {
    const facts = {
      versions: { ...versions(ports.about), collectedAt: toIso(now) },
      settings: known(() => settingsFacts(stored.tables(), numberOf)),
      jobs: known(() => jobFacts(stored.tables(), numberOf, now)),
      watches: known(() => watchFacts(stored.tables(), numberOf, now)),
      databases: {
        vault: state.vault ?? 'unknown',
        notOpened: state.failure === undefined ? 'unknown' : state.failure && plain(state.failure),
        files: await databaseFacts(
          { ...{ folder, key, checkUnused }, copies: copies?.folder ?? null, store: ports.workers.store },
          numberOf,
        ),
      },
      timings,
      'log/left-out': logs.map(({ name, leftOut }) => ({ file: name, lines: leftOut })),
    };
    return [
      { name: 'README.txt', text: words.readme },
      ...Object.entries(facts).map(([name, one]) => ({ name: `${name}.json`, text: json(one) })),
      ...logs.map(({ name, text }) => ({ name: `log/${name}`, text })),
    ];
  } finally {
    stored.close();
    copies?.end();
  }

  function storedOnce() {
    let opened: ReturnType<typeof openReadOnly> | undefined;
    return {
      tables: (): StoredTables => {
        if (source.tables !== null) return source.tables;
        if (typeof key !== 'string') throw new Failure('denied', 'the databases cannot be read', { reason: key.why });
        if (copies === null) throw new Failure('denied', 'the databases are not open');
        const copy = join(copies.folder, 'state.db');
        if (opened === undefined) {
          copyDatabase(join(folder, 'state.db'), copy, checkUnused);
          opened = openReadOnly(copy, key);
        }
        return storedTables(opened.db);
      },
      close: (): void => opened?.close(),
    };
  }
}

/** The zip of these files. */
export function zipOf(files: readonly DiagnosticsFile[], at: number): Uint8Array {
  const encoder = new TextEncoder();
  return zipSync(Object.fromEntries(files.map(({ name, text }) => [name, encoder.encode(text)])), { mtime: at });
}

const json = (value: unknown): string => `${JSON.stringify(onlyKnown(value), null, 2)}\n`;

function plain(thrown: unknown) {
  const { code, reason, system } = failed(thrown);
  return { code, reason, system };
}

/** The result of `read`, or why there is none. */
function known(read: () => unknown): unknown {
  try {
    return read();
  } catch (thrown) {
    return { unknown: plain(thrown) };
  }
}

function versions({ host, version, platform }: Ports['about']) {
  const { node, electron, chrome, v8 } = process.versions;
  return {
    ...{ reeve: version, host, platform, system: /^\d+(\.\d+)*/.exec(release())?.[0] },
    ...{ node, electron, chrome, v8: /^\d+(\.\d+)*/.exec(v8)?.[0], sqlite: sqliteVersion() },
  };
}

/** The names of Reeve's own scripts: those in the folder of the threads, which a build shares with the hosts. */
function ownScripts(thread: URL): ReadonlySet<string> {
  return new Set(
    readdirSync(dirname(fileURLToPath(thread)), { recursive: true }).map(
      (name) => String(name).split(/[/\\]/).at(-1) ?? '',
    ),
  );
}
