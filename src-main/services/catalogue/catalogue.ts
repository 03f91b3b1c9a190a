import { setImmediate } from 'node:timers/promises';
import type {
  catalogue as catalogueTable,
  KnownId,
  CatalogueRef,
  AddResult,
  CatalogueRow,
} from '#main/state/catalogue.ts';
import type { CatalogueEntry } from '#shared/contract/catalogue.ts';
import { isScope, readScope, type Scope } from '#shared/contract/scope.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { Failure, type FailureData } from '#shared/errors.ts';
import { fromUntrusted } from '#shared/untrusted-json.ts';
import type { AppContext } from '../app-context.ts';
import { addResult, resolveWords } from './catalogue-add.ts';
import { asCsv } from './catalogue-csv.ts';
import { discover, type ProbeAnswer, type ProbeAnswers } from './catalogue-discovery.ts';
import { verify, type Verdict } from './catalogue-verify.ts';
import { each } from '../each.ts';
import { slug } from '../exports/export.ts';
import { exportName, saveFile } from '../exports/file-exports.ts';
import type { Instance } from '../instances/instance.ts';
import type { StateTables } from '../state-tables.ts';
import { extractReferences } from './extract-references.ts';

interface Needs extends Pick<AppContext, 'clock' | 'fileExports' | 'texts' | 'emitTo'> {
  state: Pick<StateTables, 'catalogue'>;
  /** Called after the catalogue of a profile changed. */
  changed: (profileId: string) => void;
  /** Called when ids and paths of groups and projects became known. */
  onPlacesKnown: (profileId: string, places: readonly KnownId[]) => void;
}

type Tail<T extends unknown[]> = T extends [unknown, ...infer Rest] ? Rest : never;

const width = 4;
/** Rows written in one turn of the event loop. */
const batchRows = 500;

/**
 * The known groups and projects of each profile. Only `verify`, `discover` and `add` send requests; everything else is
 * answered from `state.db`. `onReferences`, `onMoved`, `reply` and `onText` are called by other parts of the core.
 */
export function catalogue({ state, clock, fileExports, texts, emitTo, changed, onPlacesKnown }: Needs) {
  const table = state.catalogue;
  // Starts at the current time, so that it is higher than in any earlier run: a window that reconnects must see the
  // newer revision
  let revision = clock.now();

  /**
   * Results of an interrupted discovery. They are dropped when the instance is closed, because another token may have
   * access to other groups and projects.
   */
  const interrupted = new WeakMap<Instance, ProbeAnswers>();

  function notifyChanged(id: string): void {
    revision = Math.max(revision + 1, clock.now());
    emitTo(id)('catalogue', 'changed', { revision });
    changed(id);
  }

  function noteAll(id: string, ...given: Tail<Parameters<typeof table.addAll>>): AddResult[] {
    const ends = table.addAll(id, ...given);
    const places = ends.flatMap(({ isChanged, knownId }) => (isChanged && knownId !== null ? [knownId] : []));
    if (places.length > 0) onPlacesKnown(id, places);
    return ends;
  }

  /** Like `noteAll`, in batches, so that the main thread is not blocked. */
  async function noteInBatches(
    id: string,
    noted: Parameters<typeof noteAll>[1],
    how: Parameters<typeof noteAll>[3] = { revives: false },
  ): Promise<AddResult[]> {
    const ends: AddResult[] = [];
    for (let at = 0; at < noted.length; at += batchRows) {
      if (at > 0) await setImmediate();
      ends.push(...noteAll(id, noted.slice(at, at + batchRows), clock.now(), how));
    }
    return ends;
  }

  async function verifyAll(keys: readonly number[], { profile, send }: Instance, signal: AbortSignal) {
    const counts = { ok: 0, denied: 0, missing: 0 };
    const left: number[] = [];
    /** Long rate limits: of the endpoint for groups, of the endpoint for projects, and of the whole instance. */
    const limits = new Map<CatalogueRow['kind'] | 'instance', FailureData>();
    try {
      await each(table.byKeys(profile.id, keys), width, signal, async (row, own) => {
        const verdict = limits.has('instance') || limits.has(row.kind) ? null : await ask(row, own);
        if (verdict === null) return void left.push(row.key);
        counts[verdict] += 1;
        table.setVerdict(profile.id, row.key, verdict, clock.now());
      });
    } finally {
      notifyChanged(profile.id);
    }
    const failure = limits.get('instance') ?? [...limits.values()][0];
    return { ...counts, stopped: failure === undefined ? null : { failure, left } };

    /** Null if a long rate limit prevented the request. */
    async function ask({ kind, id, path }: CatalogueRow, own: AbortSignal): Promise<Verdict | null> {
      try {
        return await verify(send, kind, id ?? path ?? '', own);
      } catch (thrown) {
        const why = Failure.from(thrown);
        if (why.code !== 'throttled') throw thrown;
        limits.set(why.reason === 'endpoint-limit' ? kind : 'instance', why.toData());
        return null;
      }
    }
  }

  async function storeDiscovered(id: string, answers: ProbeAnswers): Promise<AddResult[]> {
    const named = [...answers.values()].flatMap((answer) => answer.named);
    const from = { source: 'discovered' as const, sourceDetail: null, isPinned: false };
    const ends = await noteInBatches(
      id,
      named.map((one) => ({ ...one, ...from })),
    );
    const kept = table.probes(id).filter(({ name }) => !answers.has(name));
    table.putProbes(id, [...kept, ...[...answers.values()].map(({ probe }) => probe)]);
    notifyChanged(id);
    return ends;
  }

  async function discoverIn(instance: Instance, signal: AbortSignal) {
    const { profile, send, once } = instance;
    const answers = interrupted.get(instance) ?? new Map<string, ProbeAnswer>();
    interrupted.set(instance, answers);
    let failure: FailureData | null;
    try {
      failure = await once('catalogue.discover', (own) => discover(send, clock, own, answers), signal);
    } catch (thrown) {
      if (!signal.aborted) await storeDiscovered(profile.id, answers);
      throw thrown;
    }
    if (failure === null) interrupted.delete(instance);
    const ends = await storeDiscovered(profile.id, answers);
    const probes = [...answers.values()].map(({ probe }) => probe);
    const namesOf = (outcome: string): string[] =>
      probes.filter((probe) => probe.outcome === outcome).map(({ endpoint }) => endpoint);
    return {
      added: ends.filter(({ outcome }) => outcome === 'added').length,
      offered: namesOf('offered'),
      notOffered: namesOf('not-offered'),
      failure,
    };
  }

  function servicesOf(open: () => Instance) {
    const profileId = (): string => open().profile.id;
    return {
      list: ({ query, slice }) => {
        const startedAt = performance.now();
        const { total, rows } = table.list(profileId(), query, slice);
        const queryMs = performance.now() - startedAt;
        return { total, isCapped: false, from: slice.from, rows: rows.map(toEntry), revision, queryMs };
      },
      ids: ({ query, ...slice }) => ({ ids: table.list(profileId(), query, slice).rows.map(({ key }) => key) }),
      get: ({ scope }) => {
        const place = readScope(scope);
        const row = place === null ? null : table.get(profileId(), place.kind, place.ref);
        return row === null ? null : toEntry(row);
      },
      summary: () => ({ ...table.summary(profileId()), probes: table.probes(profileId()), revision }),
      add: async ({ text, kind, isPinned }, signal) => {
        const { profile, send } = open();
        const { rows } = await texts.read('addresses', { text, base: profile.url }, signal);
        const lines = await resolveWords(rows, kind, send, signal);
        const now = clock.now();
        const source = lines.length > 1 ? ('pasted' as const) : ('pinned' as const);
        const noted = lines.flatMap(({ found }) => {
          if (found === null) return [];
          const verified = found.verdict === null ? {} : { verifiedAt: now };
          return [{ ...found, ...verified, name: null, source, sourceDetail: null, isPinned }];
        });
        const ends = await noteInBatches(profile.id, noted, { revives: true });
        notifyChanged(profile.id);
        return addResult(lines, ends);
      },
      pin: ({ keys, isPinned }) => {
        table.pin(profileId(), keys, isPinned);
        notifyChanged(profileId());
        return {};
      },
      remove: ({ keys }) => {
        const removed = table.remove(profileId(), keys, clock.now());
        notifyChanged(profileId());
        return { removed };
      },
      restore: ({ keys }) => {
        const restored = table.restore(profileId(), keys);
        notifyChanged(profileId());
        return { restored };
      },
      verify: ({ keys }, signal) => verifyAll(keys, open(), signal),
      discover: (_, signal) => discoverIn(open(), signal),
      export: async (_, signal) => {
        const { id, name } = open().profile;
        const rows = table.all(id);
        const fileName = exportName(`catalogue-${slug(name)}`, clock.now(), 'csv');
        return saveFile(fileExports, fileName, asCsv(rows), { rows: rows.length, signal });
      },
      import: async ({ text }, signal) => {
        const { profile } = open();
        const { rows: lines } = await texts.read('catalogue', { text, base: profile.url }, signal);
        const noted = lines.flatMap(({ row }) => (row === null ? [] : [row]));
        const ends = await noteInBatches(profile.id, noted, { revives: true });
        notifyChanged(profile.id);
        return addResult(
          lines.map(({ line, text: own, row, why }) => ({
            line,
            text: own,
            why,
            found: row === null ? null : { ...row, verdict: row.verdict ?? null },
          })),
          ends,
        );
      },
    } satisfies Services<ReeveContract>['catalogue'];
  }

  /**
   * Add groups and projects that replies contain. `collection`: that of the reply. Entries that a person removed
   * stay removed.
   */
  function onReferences(id: string, named: readonly (CatalogueRef & { collection: string })[]): void {
    if (named.length === 0) return;
    const noted = named.filter(hasValidScope).map(({ collection, ...one }) => harvested(one, collection));
    const notify = (ends: readonly AddResult[]): void => {
      if (ends.some(({ isChanged }) => isChanged)) notifyChanged(id);
    };
    if (noted.length <= batchRows) return notify(noteAll(id, noted, clock.now(), { revives: false }));
    // If this is interrupted, a later reply contains the remaining rows again
    void noteInBatches(id, noted)
      .then(notify)
      .catch(() => undefined);
  }

  /** The entry with the former path of a project gets its ID. A newer path that is known is kept. */
  function onMoved(id: string, project: KnownId): void {
    onPlacesKnown(id, [project]);
    const known = table.get(id, 'project', project.id);
    const former = table.get(id, 'project', project.path);
    if (former === null || former.id !== null) return;
    const newer = known === null || known.path === null ? [] : [known];
    noteAll(id, [{ ...former, id: project.id }, ...newer], clock.now(), { revives: false });
    notifyChanged(id);
  }

  /** Add the groups and projects of a reply that is not cached. `name`: the name of the endpoint. */
  function reply({ id, url }: Instance['profile'], name: string, body: unknown): void {
    const collection = name.split('.')[0] ?? name;
    onReferences(
      id,
      extractReferences(body, url).map((one) => ({ ...one, collection })),
    );
  }

  /** Add groups and projects that the search for them found. Returns how many were not known before. */
  function noteFound(id: string, named: readonly CatalogueRef[], from: string): number {
    const noted = named.filter(hasValidScope).map((one) => harvested(one, from));
    const ends = noteAll(id, noted, clock.now(), { revives: false });
    if (ends.some(({ isChanged }) => isChanged)) notifyChanged(id);
    return ends.filter(({ outcome }) => outcome === 'added').length;
  }

  /** Add a group whose path a request confirmed. */
  function noteGroup(id: string, path: string): void {
    const group = { kind: 'group' as const, id: null, path, name: null };
    const checked = { verdict: 'ok' as const, verifiedAt: clock.now() };
    const from = { source: 'discovered' as const, sourceDetail: null, isPinned: false };
    noteAll(id, [{ ...group, ...checked, ...from }], clock.now(), { revives: false });
    notifyChanged(id);
  }

  return {
    noteFound,
    noteGroup,
    /** Request the undocumented endpoints and add what they list. Results of an interrupted call are kept. */
    discoverIn,
    /** The verbs for one instance. */
    servicesOf,
    onReferences,
    onMoved,
    reply,
    /** Like `reply`, for a reply as text; `text` is null if the reply was not text. */
    onText: (profile: Instance['profile'], name: string, text: string | null): void =>
      reply(profile, name, text === null ? null : fromUntrusted(text)),
  };
}

const harvested = (one: CatalogueRef, from: string) =>
  ({ ...one, source: 'harvested', sourceDetail: from, isPinned: false }) as const;

/** Whether its scope is valid. Paths that the platform does not allow are ignored. */
function hasValidScope({ kind, id, path }: CatalogueRef): boolean {
  return isScope(`${kind}:${path ?? id}`);
}

/** The entry of a row, as the contract defines it. */
export function toEntry({ removedAt: _, ...row }: CatalogueRow): CatalogueEntry {
  const ref = row.id ?? row.path ?? '';
  return { ...row, ref, scope: `${row.kind}:${ref}` };
}

/** The cataloged groups that contain a project or a group, the nearest first. */
export function groupsAround(
  table: Pick<ReturnType<typeof catalogueTable>, 'get'>,
  profileId: string,
  scope: Scope,
): Scope[] {
  const { kind = 'project', ref = '' } = readScope(scope) ?? {};
  const path = typeof ref === 'string' ? ref : (table.get(profileId, kind, ref)?.path ?? '');
  const names = path.split('/').slice(0, -1);
  return names.flatMap((_, at) => {
    const group = table.get(profileId, 'group', names.slice(0, names.length - at).join('/'));
    return group === null ? [] : [toEntry(group).scope];
  });
}
