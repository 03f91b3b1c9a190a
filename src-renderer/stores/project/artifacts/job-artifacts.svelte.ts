import { entriesAtOnce } from '#shared/contract/artifact-files.ts';
import type { ArtifactEntry } from '#shared/contract/artifacts.ts';
import type { ListSummary } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../../link/session.svelte.ts';
import { LastReply } from '../../loading/last-reply.svelte.ts';
import { syncList } from '../../lists/sync-jobs.ts';

/** The list with the files of a job. */
export const artifactsList = 'artifacts';
/** The most entries of a tree. */
const mostEntries = 200_000;

/** The tree of the archive of a job. */
interface Tree {
  entries: readonly ArtifactEntry[];
  total: number;
  /** Null: never synced. */
  syncedAt: number | null;
  /** The last refusal of a sync. */
  refusal: ListSummary['refusal'];
  /** The paths of the files whose content is stored. */
  stored: readonly string[];
}

/** The tree of the archive of one job, from the cache. */
export class JobArtifacts extends LastReply<Tree> {
  readonly scope: Scope;

  constructor(session: Session, scope: Scope) {
    const { artifacts, artifactFiles } = session.client;
    super(session, () => this.#read(), [artifacts, artifactFiles]);
    this.scope = scope;
  }

  /** Sync the tree: in the background, or with a job token at once. Fails: as `jobs.sync`; as `artifactFiles.loadTree`. */
  async sync(jobToken: string | undefined): Promise<void> {
    if (jobToken === undefined) await syncList(this.session, artifactsList, this.scope);
    else await this.session.client.artifactFiles.loadTree({ scope: this.scope, jobToken });
  }

  async #read(): Promise<Tree> {
    const { artifacts, artifactFiles } = this.session.client;
    const { scope } = this;
    const { completedAt: syncedAt, live, refusal } = await artifacts.summary({ scope });
    // While a large tree is synced, it is not read again for each of its pages
    const known = this.value?.syncedAt === syncedAt && live > entriesAtOnce ? this.value : undefined;
    const entries = known?.entries ?? (await this.#entries(live));
    const total = known?.total ?? Math.max(live, entries.length);
    const { files } = await artifactFiles.stored({ scope });
    return { entries, total, syncedAt, refusal, stored: files.map(({ path }) => path) };
  }

  async #entries(live: number): Promise<ArtifactEntry[]> {
    const entries: ArtifactEntry[] = [];
    while (entries.length < Math.min(live, mostEntries)) {
      const slice = { scope: this.scope, from: entries.length };
      const { entries: more } = await this.session.client.artifactFiles.entries(slice);
      if (more.length === 0) break;
      entries.push(...more);
    }
    return entries;
  }
}

/** Maximum number of journal entries that are searched for each kind of write. */
const mostWrites = 50;

export type ArtifactWrites = ReturnType<typeof artifactWrites>;

/**
 * When Reeve last changed the artifacts of a job, or of the whole project, according to the journal; epoch milliseconds.
 * Null: never. The API does not return it. `projects`: the ID and the path of the project, as far as known.
 */
export function artifactWrites(
  session: Session,
  {
    profileId,
    projects,
    jobId,
  }: { profileId: string | null; projects: readonly (string | number)[]; jobId: number | null },
) {
  const { journal } = session.client;
  /** The end of the newest applied write of an operation with such a path. */
  async function last(op: string, search: string, isOwn: (path: string) => boolean): Promise<number | null> {
    const query = { op, search, state: 'applied', profileId } as const;
    const { rows } = await journal.list({ query, slice: { from: 0, count: mostWrites } });
    return rows.find(({ path }) => isOwn(path))?.endedAt ?? null;
  }
  const ofJob = (op: string): Promise<number | null> | null =>
    jobId === null ? null : last(op, `jobs/${jobId}/`, (path) => path.includes(`/jobs/${jobId}/`));
  const isOfProject = (path: string): boolean =>
    projects.some((one) => path.includes(`/projects/${encodeURIComponent(one)}/`));
  const load = async () => {
    const [keptAt, removedAt, allRemovedAt] = await Promise.all([
      ofJob('artifacts.keep'),
      ofJob('artifacts.remove'),
      last('artifacts.removeAll', '', isOfProject),
    ]);
    return { keptAt, removedAt, allRemovedAt };
  };
  return new LastReply(session, load, [journal]);
}
