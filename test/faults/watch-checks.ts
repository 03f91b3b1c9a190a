import { createHash } from 'node:crypto';
import type { Call } from '#shared/contract/changes.ts';
import type { RequestRecord } from '../platform/http/requests.ts';
import type { Platform } from '../platform/platform.ts';
import { fileOf } from '../platform/views/dependency-files.ts';
import type { WatchedEnds } from './watch-process.ts';

/** One export or import that a person requested. */
export interface Asked {
  kind: 'export' | 'import';
  /** The path of the exported project, or that of the imported one. */
  name: string;
  /** The position of its plan. */
  plan: number;
  call: Call;
}

/** A request that the platform has received. */
export interface Sent {
  name: string;
  record: RequestRecord;
  /** Its reply was certainly lost. `mayBeLost`: it was possibly lost. */
  isLost: boolean;
  mayBeLost: boolean;
}

/** The path of the project that a POST exports or imports. */
export function nameOf({ path, body }: RequestRecord, { world }: Platform): string {
  const [, ref] = /\/projects\/([^/]+)\//.exec(path) ?? [];
  const project = ref === undefined ? undefined : world.projects.lookup(decodeURIComponent(ref));
  if (project !== undefined) return world.projects.fullPath(project);
  const { target_namespace, new_name } = JSON.parse(body) as Record<string, string>;
  return `${target_namespace}/${new_name}`;
}

/** Violations before anything is requested again. */
export function wrongIn(
  asked: readonly Asked[],
  sent: readonly Sent[],
  ends: WatchedEnds,
  platform: Platform,
): string[] {
  const wrong: string[] = [];
  for (const { kind, name } of asked) {
    const requests = sent.filter((one) => one.name === name);
    const rows = ends.rows.filter(({ label }) => label === name);
    const [row] = rows;
    const state = row?.state ?? 'no row';
    if (rows.length !== 1) wrong.push(`${name} has ${rows.length} rows in plans`);
    // Reeve may have been killed before the request reached the platform
    const isUnsent = requests.length === 0 && state === 'unknown';
    if (requests.length !== 1 && !isUnsent) wrong.push(`${name} was requested ${requests.length} times`);
    const isLost = requests.some((one) => one.isLost);
    const mayBeLost = isUnsent || requests.some((one) => one.mayBeLost);
    const expected = isLost ? ['unknown'] : mayBeLost ? ['applied', 'unknown'] : ['applied'];
    if (!expected.includes(state)) wrong.push(`${name} is ${state} in its plan, not ${expected.join(' or ')}`);
    const found = kind === 'export' ? exportProblem(name, state, ends, platform) : importProblem(name, ends, platform);
    if (found !== null) wrong.push(`${name} (${state}): ${found}`);
  }
  const sentNames = new Set(asked.map(({ name }) => name));
  for (const { place } of ends.exports)
    if (!sentNames.has(place)) wrong.push(`an export of ${place} is shown, but was never requested`);
  return [...wrong, ...unended(ends), ...duplicatesIn(ends)];
}

/** Notices and files that exist twice after restarts. */
function duplicatesIn({ notices, exports, storage }: WatchedEnds): string[] {
  const ofThese = notices.filter(({ kind }) => /^(dependency-export|import)-/.test(kind));
  const names = ofThese.map(({ kind, subject }) => `${kind} of ${subject}`);
  const wrong = names.filter((name, at) => names.indexOf(name) < at).map((name) => `there are two notices ${name}`);
  const kept = exports.flatMap(({ sizeBytes }) => sizeBytes ?? []);
  const sum = kept.reduce((bytes, size) => bytes + size, 0);
  if (storage.files !== kept.length || storage.usedBytes !== sum) {
    wrong.push(`${storage.files} files of ${storage.usedBytes} bytes are stored, not ${kept.length} of ${sum}`);
  }
  return wrong;
}

/** Violations after requests with an unknown outcome were sent again. `before`: what was shown until then. */
export function wrongAgain(
  asked: readonly Asked[],
  sent: readonly Sent[],
  { before, after, platform }: { before: WatchedEnds; after: WatchedEnds; platform: Platform },
): string[] {
  const wrong: string[] = [];
  for (const { kind, name } of asked) {
    const wasUnknown = before.rows.some(({ label, state }) => label === name && state === 'unknown');
    const times = sent.filter((one) => one.name === name).length;
    if (times !== Number(wasUnknown)) wrong.push(`${name} was requested again ${times} times`);
    if (kind === 'import' && !wasUnknown) continue;
    if (kind === 'export') {
      const found = exportProblem(name, 'applied', after, platform);
      if (found !== null) wrong.push(`${name} again: ${found}`);
    } else {
      const [last] = after.imports.filter(({ label }) => label === name);
      // The platform refuses the second request if the first one reached it, because the project exists
      if (last?.state !== 'refused' && last?.state !== 'applied') wrong.push(`${name} again: ${last?.state}`);
    }
  }
  return [...wrong, ...unended(after)];
}

function unended({ plans, intended, imports, found }: WatchedEnds): string[] {
  const wrong = plans.filter(({ state }) => state !== 'done').map(({ state }) => `a plan is ${state}`);
  if (intended > 0) wrong.push(`${intended} writes in the journal have no outcome`);
  const watched = [...imports, ...found].filter(({ watch }) => watch === 'under-way').length;
  if (watched > 0) wrong.push(`${watched} imports are under way`);
  return wrong;
}

/** What is wrong with the shown export of a project; null: nothing. `state`: of its request. */
function exportProblem(name: string, state: string, ends: WatchedEnds, { world }: Platform): string | null {
  const shown = ends.exports.filter(({ place }) => place === name);
  const [row] = shown;
  if (row === undefined || shown.length !== 1) return `it is shown ${shown.length} times`;
  if (state === 'unknown') return row.state === 'unknown' ? null : `the list shows ${row.state}`;
  const there = world.dependencyExports.get(row.exportId ?? 0);
  const project = world.projects.lookup(name);
  if (there === undefined || there.of.id !== project?.id) return `${row.exportId} is no export of it`;
  const expected = there.background === 'fails' ? 'failed' : 'kept';
  if (row.state !== expected) return `the list shows ${row.state}, not ${expected}`;
  const { bytes } = fileOf(world, there);
  const isSame = ends.files[row.id] === createHash('sha256').update(bytes).digest('hex');
  return row.state !== 'kept' || (isSame && row.sizeBytes === bytes.length) ? null : 'the stored file differs';
}

/** What is wrong with the shown import of a project; null: nothing. */
function importProblem(name: string, { imports, found }: WatchedEnds, { world }: Platform): string | null {
  const shown = imports.filter(({ label }) => label === name);
  const [entry] = shown;
  if (entry === undefined || shown.length !== 1) return `it is shown ${shown.length} times`;
  const project = world.projects.lookup(name);
  const others = found.filter(({ projectId }) => projectId === project?.id);
  if (entry.state === 'unknown') return others.every(({ watch }) => watch === 'ended') ? null : 'it is still watched';
  if (others.length > 0) return 'it is also shown as an import of others';
  const there = project === undefined ? undefined : world.imports.ofProject(project);
  if (there === undefined || entry.project?.id !== project?.id) return `${entry.project?.id} is not the new project`;
  if (entry.watch !== 'ended') return `it is ${entry.watch}`;
  const status = world.imports.status(there);
  return entry.isInferred || entry.import_status === status ? null : `${entry.import_status}, not ${status}`;
}
