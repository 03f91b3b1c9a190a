import { randomUUID } from 'node:crypto';
import type { Ports } from '#main/ports.ts';
import { collectDiagnostics, zipOf, type DiagnosticsFile } from '#main/services/diagnostics/collect.ts';
import type { Timings } from '#main/services/diagnostics/timings.ts';
import { createFileExports, exportName, writeAtomically } from '#main/services/exports/file-exports.ts';
import { isFolderInUse } from '#main/state/files/lock.ts';
import { findKey } from '#main/state/keys/keys-file.ts';
import type { Vault } from '#main/state/keys/vault.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { Failure } from '#shared/errors.ts';
import type { reopenableApp } from './app.ts';

type HostServices = Services<ReeveContract>['host'];
interface Collected {
  at: number;
  files: readonly DiagnosticsFile[];
}

interface Needs {
  ports: Ports;
  vault: Vault;
  app: ReturnType<typeof reopenableApp>;
  timings: Timings;
}

/** How many collected diagnostics are kept, so that what is saved is what was shown. */
const mostKept = 4;

/** The verbs for diagnostics of a running core. They also work while the databases are closed. */
export function diagnosticsOf({ ports, vault, app, timings }: Needs) {
  const kept = new Map<string, Collected>();
  const exported = createFileExports(ports.exports);

  function keptAs(id: string): Collected {
    const collected = kept.get(id);
    if (collected === undefined) throw new Failure('missing', 'these diagnostics are no longer kept');
    return collected;
  }
  const source = () => {
    const { state } = vault.status();
    const isOpen = state === 'ready' || state === 'session';
    const why = state === 'missing' ? 'keychain-missing' : 'keychain-locked';
    const unwritable = app.unwritable();
    return {
      ports,
      folder: unwritable?.folder ?? vault.folder(),
      key: isOpen ? vault.databaseKey() : ({ why } as const),
      tables: app.now()?.state ?? null,
      isOpen: app.now() !== null && unwritable === null,
      checkUnused: () => undefined,
      state: { vault: state, failure: app.failure() ?? unwritable?.why ?? null },
      timings: timings.facts(),
    };
  };

  return {
    wasSaved: exported.has,
    verbs: {
      collectDiagnostics: async () => {
        const collected = { at: ports.clock.now(), files: await collectDiagnostics(source()) };
        const id = randomUUID();
        kept.set(id, collected);
        for (const old of [...kept.keys()].slice(0, -mostKept)) kept.delete(old);
        return { id, files: sized(collected.files) };
      },
      diagnosticsFile: ({ id, name }) => {
        const file = keptAs(id).files.find((one) => one.name === name);
        if (file === undefined) throw new Failure('missing', 'no such file in the diagnostics');
        return { text: file.text };
      },
      saveDiagnostics: async ({ id }) => {
        const { at, files } = keptAs(id);
        const write = async (path: string) => {
          await writeAtomically(path, [zipOf(files, at)]);
          return { files: [path], rows: files.length };
        };
        return exported.save(exportName('diagnostics', at, 'zip'), write);
      },
    } satisfies Pick<HostServices, 'collectDiagnostics' | 'diagnosticsFile' | 'saveDiagnostics'>,
  };
}

/**
 * Collect diagnostics without a core: of a folder whose databases do not open, or that a running Reeve uses, whose
 * databases are not read then. `passphrase`: of the key; undefined: the key of the keychain is used, if there is one.
 * Fails: `denied`/`passphrase-wrong`.
 */
export async function readDiagnostics(
  ports: Pick<Ports, 'about' | 'clock' | 'workers' | 'paths' | 'secrets'>,
  passphrase: string | undefined,
): Promise<{ files: Sized[]; zip: Uint8Array }> {
  const { data } = ports.paths;
  const checkUnused = (): void => {
    if (isFolderInUse(data)) throw new Failure('conflict', 'the folder is in use', { reason: 'folder-busy' });
  };
  async function keyOrReason() {
    try {
      checkUnused();
      return await findKey(data, passphrase, (name) => ports.secrets.get(name));
    } catch (thrown) {
      const { reason = 'keychain-missing' } = Failure.from(thrown);
      if (reason === 'passphrase-wrong') throw thrown;
      return { why: reason };
    }
  }
  const files = await collectDiagnostics({
    ...{ ports, folder: data, key: await keyOrReason(), tables: null, isOpen: false, checkUnused, state: {} },
    timings: { unknown: 'not running' },
  });
  return { files: sized(files), zip: zipOf(files, ports.clock.now()) };
}

interface Sized {
  name: string;
  bytes: number;
}

function sized(files: readonly DiagnosticsFile[]): Sized[] {
  return files.map(({ name, text }) => ({ name, bytes: Buffer.byteLength(text) }));
}
