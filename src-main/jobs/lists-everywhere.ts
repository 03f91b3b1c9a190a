import { syncWholeList } from '#main/services/lists/sync-whole-list.ts';
import { each, singleFailures } from '#main/services/each.ts';
import { sourceOf } from '#main/services/lists/list-sources.ts';
import type { ListSource } from '#main/services/lists/list-source.ts';
import { listsBelow } from '#main/services/pins/lists-below.ts';
import { collections } from '#shared/contract/collections.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Job, JobInput } from '#shared/contract/job.ts';
import { Failure, isRefusedHere } from '#shared/errors.ts';
import { consoles as words } from '#shared/text/en/console.ts';
import { rowsLost } from '#shared/text/en/job-notices.ts';
import type { JobContext, JobKind } from './job.ts';
import { listCrawl } from './lists.ts';

/** A place with its own list, with a label for its lane. */
export interface Known {
  scope: Scope;
  label: string;
}

/** Number of lists that are synced at the same time. Each requests several pages at the same time. */
const wide = 2;
/** Maximum refused places that are listed. */
const mostRefused = 40;

type Sums = Pick<Job, 'rows' | 'requests' | 'changed' | 'unreadable' | 'notReturnedFound'>;
const nothing: Readonly<Sums> = { rows: 0, requests: 0, changed: 0, unreadable: 0, notReturnedFound: 0 };
const names = ['rows', 'requests', 'changed', 'unreadable', 'notReturnedFound'] as const;

/** Whether the list of the instance has rows that the lists of groups and projects do not have. */
function hasOwnInstanceRows({ name, listedScopes, isSameInAllScopes }: ListSource): boolean {
  return listedScopes.includes('instance') && !isSameInAllScopes && !collections[name].isStoredOnce;
}

/** Sync a list in every group or project of the catalogue. */
export function listsEverywhere(knownOf: (profileId: string, source: ListSource) => readonly Known[]): JobKind {
  const run = syncInPlaces(async (source, { instance }) => {
    const places = knownOf(instance.profile.id, source);
    return hasOwnInstanceRows(source) ? [{ scope: '', label: words.scope.wholeInstance }, ...places] : places;
  });
  return { name: 'lists.everywhere', ...run };
}

/** Sync the lists of a collection below a project, such as the notes of its issues; see `listsBelow`. */
export const listsBelowProject: JobKind = {
  name: 'lists.below',
  ...syncInPlaces(async ({ name }, context) => {
    const { instance, input, startedAt: since, clock, signal } = context;
    const lists = await listsBelow(instance, { collection: name, project: input['scope'] ?? '', since, clock }, signal);
    return lists.filter(({ isFresh }) => !isFresh);
  }),
};

/**
 * Sync a list in several places. A place that the platform refuses is reported, and the others continue. If a place
 * fails, the others continue too, and the job fails at its end. If more than a fifth of the rows of a place are no longer
 * returned, a separate job asks a person about it. After an interruption, places that were synced since the job started
 * are left out.
 */
function syncInPlaces(
  placesOf: (source: ListSource, context: JobContext) => Promise<readonly Known[]>,
): Omit<JobKind, 'name'> {
  return {
    isHeavy: true,
    async run(context) {
      const { instance, input, startedAt, limits, questions, clock, report, signal } = context;
      const source = sourceOf(input['collection'] ?? '');
      const all = await placesOf(source, context);
      const sumsOf = new Map<Scope, Sums>();
      /** The sums of all places. */
      const sums = { ...nothing };
      const refused: Job['lanes'] = [];
      const failures = singleFailures();
      let failed: Failure | null = null;
      let ended = 0;
      let asked = 0;
      const reportSums = (): void => {
        const whole = {
          label: '',
          share: ended / Math.max(1, all.length),
          rows: sums.rows,
          isDone: ended === all.length,
        };
        report({ ...sums, lanes: [whole, ...refused.slice(0, mostRefused)], refusedPlaces: refused.length });
      };
      const setSums = (scope: Scope, progress: Partial<Sums>): void => {
        const before = sumsOf.get(scope) ?? nothing;
        const now = { ...before, ...progress };
        for (const name of names) sums[name] += now[name] - before[name];
        sumsOf.set(scope, now);
      };
      reportSums();
      await each(all, wide, signal, async ({ scope, label }, own) => {
        const { completedAt, live } = await instance.reader.lists(source.name).summary({ scope }, own);
        const syncedAt = questions.askedAt(...placeJob(scope)) ?? completedAt;
        if (syncedAt !== null && syncedAt >= startedAt) setSums(scope, { rows: live });
        else await readOne(scope, label, own);
        ended += 1;
        reportSums();
      });
      if (failed !== null) throw failed as Failure;
      return asked === 0 ? { kind: 'done' } : { kind: 'done', notice: rowsLost(asked) };

      /** Kind and input of the job that syncs this place alone. */
      function placeJob(scope: Scope): [kind: string, input: JobInput] {
        return [listCrawl.name, { collection: source.name, scope }];
      }

      async function readOne(scope: Scope, label: string, own: AbortSignal): Promise<void> {
        const refuse = (refusal: string): void =>
          void refused.push({ label, share: 0, rows: 0, isDone: true, refusal });
        const reportPlace = (progress: Partial<Sums>): void => {
          setSums(scope, progress);
          reportSums();
        };
        try {
          const needs = { instance, limits, clock, signal: own, report: reportPlace };
          questions.withdraw(...placeJob(scope));
          const { notReturned, needsPerson } = await syncWholeList(source, scope, needs);
          failures.succeeded();
          if (!needsPerson) return reportPlace({ notReturnedFound: notReturned });
          asked += 1;
          questions.ask(...placeJob(scope), { rows: sumsOf.get(scope)?.rows ?? 0, notReturnedFound: notReturned });
        } catch (thrown) {
          const failure = Failure.from(thrown);
          if (isRefusedHere(failure) || failure.reason === 'list-without-end')
            return refuse(failure.reason ?? failure.code);
          failures.add(failure);
          failed ??= failure;
        }
      }
    },
  };
}
