import { commits as api } from '#main/api/endpoints/commits.ts';
import type { Clock } from '#main/ports.ts';
import type { FileStateTable } from '#main/state/repository/file-states.ts';
import type { Instance } from '../instances/instance.ts';
import { putDetail } from '../lists/list-details.ts';
import { sourceOf } from '../lists/list-sources.ts';
import { requestOf, type FileAddress } from './file-store.ts';

/** Request the last commit of a file if it is not cached. The file can be shown without it, so a failure is ignored. */
export async function fetchLastCommit(
  { profile, reader, send, store }: Instance,
  { scope, ref, path }: FileAddress,
  { states, clock }: { states: Pick<FileStateTable, 'get'>; clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const id = states.get(profile.id, scope, ref, path)?.facts?.lastCommitId ?? null;
  if (id === null || (await reader.lists('commits').detail({ scope, id }, signal)) !== null) return;
  const request = { path: { id: requestOf({ scope, ref, path }).path.id, sha: id } };
  const commit = await send(api.get, request, signal).catch(() => null);
  signal.throwIfAborted();
  if (commit !== null) await putDetail(store, sourceOf('commits'), { scope, id }, commit, clock.now());
}
