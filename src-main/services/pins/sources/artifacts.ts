import { allOf, wholeList } from '#shared/contract/collection.ts';
import type { ArtifactSource } from '#shared/contract/artifact-files.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { rowsOf } from '#shared/text/en/collections.ts';
import { pins as words } from '#shared/text/en/pins.ts';
import type { ArtifactStore, Chosen } from '../../artifacts/artifact-store.ts';
import { knownJobs } from '../../deployments/known-jobs.ts';
import type { Instance } from '../../instances/instance.ts';
import type { PinItem, PinSource } from '../pin-source.ts';
import { neverSynced, syncedPlaces } from './synced-places.ts';
import { syncList } from './sync-list.ts';

const name = 'artifacts';
/** The assumed size of an artifact that was never stored and is in no tree, and of a tree. */
const unknownBytes = 1_000_000;
const treeBytes = 10_000;
const treePrefix = 'tree ';

/**
 * The trees of the known jobs of the pinned projects, and the chosen artifacts. The API finds the artifacts of a ref without
 * the ID of their job, so they have no tree.
 */
export function artifactsSource(artifacts: Pick<ArtifactStore, 'chosen' | 'store' | 'pin'>): PinSource {
  return {
    name,
    depth: 'files',
    rowOf: (key) => (key.startsWith(treePrefix) ? undefined : name),
    async items({ instance, places, view, noted, freshSince, signal }) {
      if (view !== null) return [];
      const labels = new Map(places().map(({ scope, label }) => [scope, label]));
      const known = new Map(noted(name).map((item) => [item.key, item]));
      const synced = await syncedPlaces(name, { instance, signal });
      const items = new Map<string, PinItem>();
      const addTree = (job: Scope, project: string, fresh: number): void => {
        const { completedAt: at, unreadable, refusal } = synced.get(job) ?? neverSynced;
        const label = words.listOf(rowsOf(name), words.ofJob(jobOf(job), project));
        items.set(treePrefix + job, {
          ...{ key: treePrefix + job, label, scope: job, requests: 1, bytes: treeBytes, refusal, unreadable },
          ...{ isGuess: at === null, isNew: at === null, isStored: at !== null && at >= fresh && refusal === null },
        });
      };
      for (const [project, label] of labels) {
        if (readScope(project)?.kind !== 'project') continue;
        const { jobs } = await knownJobs(instance, project, new Map(), signal);
        // The artifacts of a job never change
        for (const { jobId } of jobs) addTree(`${project}/job:${jobId}`, label, 0);
      }
      for (const one of artifacts.chosen(instance)) {
        const project = labels.get(one.project);
        if (project === undefined) continue;
        const { key, source, blob } = one;
        const scope = instance.scopeOf(source.scope);
        if (source.by === 'job') addTree(scope, project, freshSince);
        const sizeBytes = blob?.sizeBytes ?? (await sizeInTree(instance, source, signal));
        const before = known.get(key);
        const isKept = blob?.isPinned === true && before?.state === 'stored';
        items.set(key, {
          ...{ key, scope, label: labelOf(one, project), bytes: sizeBytes ?? unknownBytes, refusal: null },
          // The tree has uncompressed sizes, so the size of an archive is a guess
          isGuess: blob === null && (sizeBytes === null || source.path === null),
          requests: source.by === 'job' && blob !== null ? 0 : 1,
          isNew: blob === null,
          isStored: isKept && (source.by === 'job' || before.at >= freshSince),
        });
      }
      return [...items.values()];
    },
    async store({ key, scope }, needs, signal) {
      const { instance, mostFileBytes } = needs;
      if (key.startsWith(treePrefix)) {
        return { ...(await syncList(name, scope, 0, needs, signal)), bytes: null };
      }
      const source = artifacts.chosen(instance).find((one) => one.key === key)?.source;
      const known = source === undefined || source.path === null ? null : await sizeInTree(instance, source, signal);
      if (known !== null && known > mostFileBytes) {
        return { bytes: 0, problem: { kind: 'too-large', status: null, reason: 'too-large' } };
      }
      const { sizeBytes } = await artifacts.store(instance, key, mostFileBytes, signal);
      artifacts.pin(instance.profile.id, key, true);
      return { bytes: sizeBytes };
    },
    release({ profileId }, { key }) {
      if (!key.startsWith(treePrefix)) artifacts.pin(profileId, key, false);
    },
  };
}

const jobOf = (scope: Scope): number => readScope(scope)?.place?.id ?? 0;

function labelOf({ source }: Chosen, project: string): string {
  const of = source.by === 'job' ? words.ofJob(jobOf(source.scope), project) : words.ofRef(source, project);
  return words.artifact(source.path, of);
}

/** The size of a file in the synced tree, or of all files for an archive; null: not known. */
async function sizeInTree(
  { reader }: Pick<Instance, 'reader'>,
  { by, scope, path }: ArtifactSource,
  signal: AbortSignal,
): Promise<number | null> {
  if (by !== 'job') return null;
  const list = reader.lists(name);
  if (path !== null) return (await list.detail({ scope, id: path }, signal))?.row.size ?? null;
  let bytes: number | null = null;
  for await (const piece of list.rows(allOf(wholeList(scope)), signal)) {
    for (const { row } of piece) bytes = (bytes ?? 0) + (row.size ?? 0);
  }
  return bytes;
}
