import { randomUUID } from 'node:crypto';
import { failed } from '#main/log-events.ts';
import type { Ports } from '#main/ports.ts';
import { collectDiagnostics, zipOf, type DiagnosticsFile } from '#main/services/diagnostics/collect.ts';
import type { Timings } from '#main/services/diagnostics/timings.ts';
import { createFileExports, exportName, saveFile } from '#main/services/exports/file-exports.ts';
import type { DiagnosticsVerbs } from '#main/services/host.ts';
import { isFolderInUse } from '#main/state/files/lock.ts';
import { findKey, type Vault } from '#main/state/keys/vault.ts';
import { Failure } from '#shared/errors.ts';
import type { reopenableApp } from './app.ts';

interface Needs {
  ports: Ports;
  vault: Vault;
  app: ReturnType<typeof reopenableApp>;
  timings: Timings;
}

/** The verbs for diagnostics of a running core. They also work while the databases are closed. */
export function diagnosticsOf({ ports, vault, app, timings }: Needs) {
  const exported = createFileExports(ports.exports);
  /** The last collected ones of each window are kept, so that what is saved is what was shown. */
  const kept = new Map<string, DiagnosticsFile[]>();
  const mostKept = 4;
  function collect(): Promise<DiagnosticsFile[]> {
    const { state } = vault.status();
    const opened = app.now();
    const unwritable = app.unwritable();
    const why = state === 'missing' ? 'keychain-missing' : 'keychain-locked';
    const failure = app.failure() ?? unwritable?.why;
    return collectDiagnostics({
      ports,
      folder: unwritable?.folder ?? vault.folder(),
      key: state === 'ready' || state === 'session' ? vault.databaseKey() : { why },
      // The jobs as windows show them, because their progress is not stored
      tables: opened && { ...opened.state, jobs: opened.jobs },
      isOpen: opened !== null && unwritable === null,
      core: { vault: state, failure: failure && failed(failure), ...timings.facts() },
    });
  }
  const verbs: DiagnosticsVerbs = {
    collectDiagnostics: async () => {
      const [id, files] = [randomUUID(), await collect()];
      kept.set(id, files);
      for (const old of [...kept.keys()].slice(0, -mostKept)) kept.delete(old);
      return { id, files: sized(files) };
    },
    diagnosticsFile: ({ id, name }) => {
      const { text } = stillKept(kept.get(id)?.find((file) => file.name === name));
      return { text };
    },
    saveDiagnostics: ({ id }) => {
      const files = stillKept(kept.get(id));
      const name = exportName('diagnostics', ports.clock.now(), 'zip');
      return saveFile(exported, name, [zipOf(files)], { rows: files.length });
    },
  };
  return { verbs, wasSaved: exported.has };
}

function stillKept<T>(found: T | undefined): T {
  if (found === undefined) throw new Failure('missing', 'these diagnostics are no longer kept');
  return found;
}

/**
 * Collect diagnostics without a core: of a folder whose databases do not open, or that a running Reeve uses, whose
 * databases are not read then. `passphrase`: of the key; undefined: the key of the keychain is used, if there is one.
 * Fails: `denied`/`passphrase-wrong`.
 */
export async function readDiagnostics(
  ports: Pick<Ports, 'about' | 'clock' | 'workers' | 'paths' | 'secrets'>,
  passphrase: string | undefined,
) {
  const folder = ports.paths.data;
  const checkUnused = async (): Promise<void> => {
    if (isFolderInUse(folder)) throw new Failure('conflict', 'the folder is in use', { reason: 'folder-busy' });
  };
  const key = await checkUnused()
    .then(() => findKey(folder, passphrase, ports.secrets))
    .catch((thrown: unknown) => {
      const { reason: why = 'keychain-missing' } = Failure.from(thrown);
      if (why === 'passphrase-wrong') throw thrown;
      return { why };
    });
  const core = { unknown: 'not running' };
  const files = await collectDiagnostics({ ports, folder, key, tables: null, isOpen: false, checkUnused, core });
  return { files: sized(files), zip: zipOf(files) };
}

const sized = (files: readonly DiagnosticsFile[]) =>
  files.map(({ name, text }) => ({ name, bytes: Buffer.byteLength(text) }));
