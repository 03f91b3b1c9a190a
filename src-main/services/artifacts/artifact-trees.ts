import type { Endpoint, Send } from '#main/api/types.ts';
import type { Clock } from '#main/ports.ts';
import { wholeList } from '#shared/contract/collection.ts';
import { entriesAtOnce } from '#shared/contract/artifact-files.ts';
import type { ArtifactEntry } from '#shared/contract/artifacts.ts';
import { readScope, splitScope, type Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import type { Instance } from '../instances/instance.ts';
import { sourceOf } from '../lists/list-sources.ts';
import { syncWholeList } from '../lists/sync-whole-list.ts';

const name = 'artifacts';
const pieceRows = 500;

/** Sync the tree of a job. Fails: as `syncWholeList`; `invalid`, field `scope`, for another place. */
export async function loadTree(
  instance: Instance,
  { scope: asked, jobToken, clock }: { scope: Scope; jobToken?: string | undefined; clock: Clock },
  signal: AbortSignal,
): Promise<{ rows: number }> {
  if (readScope(asked)?.place?.kind !== 'job') throw new Failure('invalid', 'no job', { field: 'scope' });
  const scope = instance.scopeOf(asked);
  const { reader, store } = instance;
  const send = jobToken === undefined ? instance.send : withJobToken(instance.send, jobToken);
  let rows = 0;
  const report = (progress: { rows: number }): void => void (rows = progress.rows);
  await syncWholeList(sourceOf(name), scope, { instance: { send, reader, store }, clock, report, signal });
  return { rows };
}

/** When the trees of a project were synced, by the ID of the job. `project`: as `scopeOf` returns it. */
export async function treeTimes(
  { reader }: Pick<Instance, 'reader'>,
  project: Scope,
  signal: AbortSignal,
): Promise<Map<number, number>> {
  const times = new Map<number, number>();
  for (const { scope, at } of await reader.lists(name).syncTimes({}, signal)) {
    const jobId = readScope(scope)?.place?.id;
    if (jobId !== undefined && splitScope(scope)[0] === project) times.set(jobId, at);
  }
  return times;
}

/** A part of the synced tree of a job, by path. */
export async function entriesOf(
  instance: Instance,
  asked: Scope,
  from: number,
  signal: AbortSignal,
): Promise<{ entries: ArtifactEntry[] }> {
  const list = instance.reader.lists(name);
  const scope = instance.scopeOf(asked);
  const query = wholeList(scope, { sort: { by: 'path', direction: 'asc' } });
  const keys = await list.ids({ query, from, count: entriesAtOnce }, signal);
  const entries: ArtifactEntry[] = [];
  for (let at = 0; at < keys.length; at += pieceRows) {
    for (const { row } of await list.shown({ keys: keys.slice(at, at + pieceRows) }, signal)) entries.push(row);
  }
  return { entries };
}

/** A sender that requests pages with a job token, also if the link to the next page has none. */
function withJobToken(send: Send, token: string): Send {
  const one = (endpoint: Endpoint, input?: object, signal?: AbortSignal) => send(endpoint, input, signal);
  const page: Send['page'] = (endpoint, at, signal) => {
    if (!('next' in at)) return send.page(endpoint, { ...at, query: { ...at.query, job_token: token } }, signal);
    const next = new URL(at.next);
    next.searchParams.set('job_token', token);
    return send.page(endpoint, { ...at, next: next.href }, signal);
  };
  return Object.assign(one, send, { page });
}
