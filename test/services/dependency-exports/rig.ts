import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { normalText } from '#main/cache/normal-text.ts';
import { exportStates, type CheckResult } from '#main/services/dependency-exports/export-states.ts';
import { dependencyExports as services } from '#main/services/dependency-exports/dependency-exports.ts';
import { fileParser } from '#main/services/dependency-exports/file-parser.ts';
import { packageIndex } from '#main/services/dependency-exports/package-index.ts';
import { createFileExports } from '#main/services/exports/file-exports.ts';
import type { Instance } from '#main/services/instances/instance.ts';
import type { Happening, Observation } from '#main/services/notices/notice.ts';
import { blobs as blobStore } from '#main/state/blobs/blobs.ts';
import { packages as packageTable } from '#main/state/blobs/packages.ts';
import { migrations as blobMigrations } from '#main/state/blobs-migrations/all.ts';
import { catalogue } from '#main/state/catalogue.ts';
import { dependencyExports as exportTable } from '#main/state/dependency-exports.ts';
import { openDatabase } from '#main/state/files/database.ts';
import { journal as journalTable, type Outcome } from '#main/state/journal.ts';
import { forgetProfile } from '#main/state/open/forget-profile.ts';
import { migrate, newestVersion } from '#main/state/open/migrate.ts';
import { preferences } from '#main/state/preferences.ts';
import { profiles } from '#main/state/profiles.ts';
import { fakePorts, silentLog, fakeClock } from '../../helpers/fake-ports.ts';
import { json, senderTo, testServer, type Seen } from '../../api/rig.ts';
import { sampleProfile, tempFolder } from '../../state/data-folders.ts';
import { databaseAt } from '../../state/migrations/database-at.ts';

export interface Request {
  kind: 'project' | 'group' | 'pipeline';
  ref: number | string;
  type: string;
  label: string;
}

/** Exports on real databases. `platform` answers the requests; the test moves the clock and calls the checks. */
export async function exportsRig(platform: (seen: Seen, response: ServerResponse) => void) {
  const server = await testServer((seen, _, response) => platform(seen, response));
  const { send } = senderTo(server.url, { allowPlainHttp: true });
  const clock = fakeClock();
  const folder = tempFolder();
  const db = databaseAt(newestVersion);
  const files = openDatabase(join(folder, 'blobs.db'), randomBytes(32).toString('hex'));
  onTestFinished(() => void files.close());
  migrate(files, { before: () => undefined }, blobMigrations);
  const { id: profileId } = profiles(db).add({ ...sampleProfile, url: server.url }, clock.now());
  const profile = profiles(db).get(profileId);
  if (profile === null) throw new Error('no profile');
  const journal = journalTable(db);
  const observed: Observation[] = [];
  const reported: Happening[] = [];
  const watched: string[] = [];

  function start() {
    const state = {
      blobs: blobStore(files, () => preferences(db).get().storedFilesLimitBytes),
      packages: packageTable(files),
      catalogue: catalogue(db, normalText),
      dependencyExports: exportTable(db),
      preferences: preferences(db),
    };
    const parser = fileParser(fakePorts(folder).workers.parse);
    const index = packageIndex({ ...state, parser, clock, log: silentLog() });
    const states = exportStates({
      state,
      index,
      clock,
      observe: (...all) => void observed.push(...all),
      report: (happening) => void reported.push(happening),
      onChanged: () => undefined,
      watches: { follow: (id) => void watched.push(id) },
    });
    const ports = fakePorts(folder);
    const verbs = services({
      ...{ state, states, index, clock, changed: () => undefined, revision: () => 1 },
      watches: { poke: () => undefined },
      open: () => ({ profile, send }) as unknown as Instance,
      fileExports: createFileExports(ports.exports),
    });
    return { state, states, index, verbs };
  }
  let own = start();

  /** Add an entry to the journal, as the write engine does before it sends a request. */
  function intend({ kind, ref, type, label }: Request): number {
    const op = `dependency-exports.createFor${kind[0]?.toUpperCase()}${kind.slice(1)}`;
    const write = { op, path: { id: ref }, body: { export_type: type } };
    return journal.intend({
      ...{ planId: 'plan', position: 0, profileId, instance: server.url, who: 'Test', user: null, op, label },
      ...{ method: 'POST', path: `/${kind}s/${ref}/dependency_list_exports`, intendedAt: clock.now() },
      ...{
        deadlineAt: clock.now() + 1,
        changes: [],
        undo: { kind: 'none', why: '' },
        undoOf: null,
        write,
        before: null,
      },
    });
  }
  const outcome = (of: Partial<Outcome>): Outcome => ({
    ...{ state: 'applied', endedAt: clock.now(), status: 201, reportedMessage: null, requestId: null, reply: null },
    ...of,
  });

  const rig = {
    clock,
    server,
    profileId,
    observed,
    reported,
    watched,
    journal,
    intend,
    end: (id: number, of: Partial<Outcome>) => journal.end(id, outcome(of)),
    /** Request an export that the platform accepts under this ID. */
    request: (given: Request, exportId: number): number => {
      const id = intend(given);
      journal.end(id, outcome({ reply: { id: exportId, status: 'running', has_finished: false } }));
      own.states.adopt();
      return id;
    },
    adopt: () => own.states.adopt(),
    /** As when the profile is removed. */
    forget: () => {
      own.states.forget(profileId);
      forgetProfile({ db, file: join(folder, 'state.db') }, '', profileId);
      profiles(db).remove(profileId);
    },
    places: () => own.states.places(profileId),
    check: (exportId: number): Promise<CheckResult> =>
      own.states.check({
        instance: { profile, send },
        place: String(exportId),
        signal: new AbortController().signal,
      }),
    stateOf: (id: number) => own.state.dependencyExports.get(profileId, id)?.state,
    rows: () => own.verbs.list({ query: { view: 'all', search: '' }, slice: { from: 0, count: 200 } }).rows,
    get verbs() {
      return own.verbs;
    },
    get state() {
      return own.state;
    },
    /** Start again on the same databases, as after a kill. */
    restart: () => void (own = start()),
  };
  return rig;
}
export const signal = () => new AbortController().signal;

/** A platform with some finished exports and their files. Others are still generated. */
export function platformWith(finished: ReadonlyMap<number, { file: string; expires_at?: string; status?: string }>) {
  return (seen: Seen, response: ServerResponse): void => {
    const [, id = '', download] = /dependency_list_exports\/(\d+)(\/download)?/.exec(seen.url) ?? [];
    const one = finished.get(Number(id));
    if (download !== undefined) {
      if (one === undefined) json(response, { message: '404 Not Found' }, 404);
      else response.writeHead(200, { 'content-type': 'application/json' }).end(one.file);
    } else if (one === undefined) json(response, { id: Number(id), status: 'running', has_finished: false }, 202);
    else if (one.status === 'failed') json(response, { id: Number(id), status: 'failed', has_finished: false }, 202);
    else json(response, { id: Number(id), status: 'finished', has_finished: true, expires_at: one.expires_at ?? null });
  };
}

/** A CycloneDX file with these packages: `lodash@4.17.21`. */
export function sbom(...packages: string[]): string {
  const components = packages.map((text) => {
    const at = text.lastIndexOf('@');
    const [name, version] = [text.slice(0, at), text.slice(at + 1)];
    return {
      type: 'library',
      name,
      version,
      purl: `pkg:npm/${name}@${version}`,
      licenses: [{ license: { id: 'MIT' } }],
    };
  });
  return JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components });
}
