import { groupReleases } from '#main/api/endpoints/group-releases.ts';
import { issues } from '#main/api/endpoints/issues.ts';
import { jobTokenScope } from '#main/api/endpoints/job-token-scope.ts';
import { mergeRequests } from '#main/api/endpoints/merge-requests.ts';
import { pageInput } from '#main/api/client/walk.ts';
import type { CallInput, Endpoint } from '#main/api/types.ts';
import type { Clock } from '#main/ports.ts';
import type { catalogue as catalogueTable, CatalogueRef, CatalogueRow } from '#main/state/catalogue.ts';
import type { PlaceDiscoveryTable, PlaceOutcome, PlaceRequest } from '#main/state/place-discovery.ts';
import { Failure, isRefusedHere, isStoreFailure } from '#shared/errors.ts';
import { days } from '#shared/time.ts';
import { each, singleFailures } from '../each.ts';
import type { Instance } from '../instances/instance.ts';
import { activityOf, candidateGroups } from './candidate-groups.ts';
import { verify } from './catalogue-verify.ts';
import { extractReferences } from './extract-references.ts';
import { isOwnGroup } from './own-group.ts';
import { activityOfRow, pathOfPage, projectOfRow } from './projects-of-rows.ts';

interface Needs {
  table: Pick<ReturnType<typeof catalogueTable>, 'all' | 'removedGroups'>;
  progress: PlaceDiscoveryTable;
  /** Add groups and projects that a reply contains. Returns how many were not known. Removed ones stay removed. */
  note: (profileId: string, named: readonly CatalogueRef[], from: FoundIn) => number;
  /** Add a group that a request confirmed. */
  noteGroup: (profileId: string, path: string) => void;
  clock: Clock;
}
/** The resource whose reply contained a group or project, as in the names of endpoints. */
export type FoundIn = 'issues' | 'merge-requests' | 'job-token-scope' | 'group-releases';

export interface SearchOptions {
  /** An administrator's token: its lists contain all projects, and it may read every group. */
  isAdministrator: boolean;
  /** When this search began. Requests since then are not repeated. */
  since: number;
  /** Continue behind the pages, places and groups that earlier searches requested. */
  isFurther: boolean;
  /** No request is sent about these places, because a person switched them off. */
  isLeftOut?: (place: Pick<CatalogueRow, 'kind' | 'id' | 'path'>) => boolean;
  signal: AbortSignal;
  onRequest: () => void;
}

/** Maximum pages of one list, and consecutive pages without a new place after which it ends. */
const mostPages = 20;
const mostStalePages = 5;
/** The same for the lists of one place. */
const mostPagesOfPlace = 3;
/** Maximum projects whose allowlists one search requests, and groups whose releases it requests. */
const mostAsked = 100;
/** Maximum paths that one search tries as groups. Without administrator rights, most of them belong to others. */
const mostCandidates = { administrator: 500, other: 50 };
/** A refused path, allowlist or list is not requested again for this time. */
const refusedForMs = days(7);
const wide = 3;

interface SearchedList {
  name: string;
  from: FoundIn;
  endpoint: Endpoint;
  query: Record<string, unknown>;
}

const ofIssues = (scope: string): SearchedList => ({
  name: `issues ${scope}`,
  from: 'issues',
  endpoint: issues.list,
  query: { scope, order_by: 'updated_at', sort: 'desc', non_archived: false },
});
const ofMergeRequests = (scope: string): SearchedList => ({
  name: `merge-requests ${scope}`,
  from: 'merge-requests',
  endpoint: mergeRequests.list,
  query: { scope, order_by: 'updated_at', sort: 'desc' },
});
const listsOfAll = [ofIssues('all'), ofMergeRequests('all')];
const listsOfPerson = [
  ofIssues('assigned_to_me'),
  ofIssues('created_by_me'),
  ...['assigned_to_me', 'created_by_me', 'reviews_for_me'].map(ofMergeRequests),
];

/**
 * The search for groups and projects with documented requests only: projects from issues, merge requests, allowlists
 * of job tokens and releases, and groups from the paths above projects. Its progress is stored after each request, so
 * that an interrupted search continues.
 */
export function placeSearch({ table, progress, note, noteGroup, clock }: Needs) {
  /**
   * Returns whether no list failed; the next search continues a list that did. Fails: as the sender does, except for
   * refusals and single failures, which end one list or one place.
   */
  async function search(instance: Pick<Instance, 'profile' | 'send'>, options: SearchOptions): Promise<boolean> {
    const { profile, send } = instance;
    const { isAdministrator, since, isFurther, isLeftOut = () => false, signal, onRequest } = options;
    const failures = singleFailures();
    let hasFailed = false;

    if (isAdministrator) await searchLists(listsOfAll);
    else {
      await searchLists(listsOfPerson);
      // Issues of everyone contain all public projects, so they come last
      if (isFurther || table.all(profile.id, 'project').length === 0) await searchLists(listsOfAll);
    }
    await searchAllowlists();
    await searchGroups();
    await searchReleases();
    await searchGroups();
    return !hasFailed;

    async function searchLists(lists: readonly SearchedList[]): Promise<void> {
      await each(lists, wide, signal, (list, own) => searchList(list, own));
    }

    async function searchList({ name, from, endpoint, query }: SearchedList, own: AbortSignal): Promise<void> {
      const first = { nextPage: 1, untilPage: mostPages, stalePages: 0, isOver: false, at: clock.now() };
      const stored = progress.position(profile.id, name);
      let at = stored !== null && (isFurther || stored.at >= since) ? stored : first;
      // A further search adds as many pages again, but only once if it is interrupted
      if (isFurther && at.at < since)
        at = { ...at, untilPage: at.nextPage - 1 + mostPages, stalePages: 0, at: clock.now() };
      while (!at.isOver && at.nextPage <= at.untilPage && at.stalePages < mostStalePages) {
        const page = await requestPage(endpoint, pageInput({ query }, at.nextPage), own);
        if (page === 'failed') return void (hasFailed = true);
        const added = page === null ? 0 : noteRows(page.rows, from);
        const rows = page === null ? 0 : page.rows.length + page.unreadable;
        const isOver = page === null || rows === 0 || page.hasNext === false;
        at = { ...at, nextPage: at.nextPage + 1, stalePages: added > 0 ? 0 : at.stalePages + 1, isOver };
        progress.putPosition(profile.id, name, at);
      }
    }

    /** Null if the platform refuses the list. */
    async function requestPage(endpoint: Endpoint, input: CallInput, own: AbortSignal) {
      try {
        onRequest();
        const page = await send.rows(endpoint, input, own);
        failures.succeeded();
        return page;
      } catch (thrown) {
        if (isRefusal(thrown)) return null;
        failures.add(Failure.from(thrown));
        return 'failed';
      }
    }

    function noteRows(rows: readonly unknown[], from: FoundIn): number {
      const projects = rows.flatMap((row) => projectOfRow(row, profile.url) ?? []);
      const times = new Map<string, number>();
      for (const row of rows) {
        const project = projectOfRow(row, profile.url);
        const activeAt = activityOfRow(row);
        if (project === null || activeAt === null) continue;
        const key = (project.path ?? String(project.id)).toLowerCase();
        times.set(key, Math.max(times.get(key) ?? 0, activeAt));
      }
      progress.putActivity(profile.id, times);
      return note(profile.id, [...projects, ...extractReferences(rows, profile.url)], from);
    }

    /** The places that this search may ask, at most `most`; refused ones and those of this search are left out. */
    function unasked<T>(request: PlaceRequest, all: readonly T[], placeOf: (one: T) => string, most: number): T[] {
      const answers = progress.answers(profile.id, request);
      const now = clock.now();
      const recent = [...answers.values()].filter(({ at }) => at >= since).length;
      const isOpen = (place: string): boolean => {
        const answer = answers.get(place.toLowerCase());
        if (answer === undefined) return true;
        return answer.outcome === 'refused' ? now - answer.at > refusedForMs : answer.at < since && !isFurther;
      };
      return all.filter((one) => isOpen(placeOf(one))).slice(0, Math.max(0, most - recent));
    }

    async function ask(request: PlaceRequest, place: string, work: () => Promise<PlaceOutcome>): Promise<void> {
      let answer: { outcome: PlaceOutcome; status: number | null };
      try {
        answer = { outcome: await work(), status: 200 };
        failures.succeeded();
      } catch (thrown) {
        // The next search tries this place again
        if (!isRefusal(thrown)) return failures.add(Failure.from(thrown));
        answer = { outcome: 'refused', status: Failure.from(thrown).status ?? null };
      }
      progress.putAnswer(profile.id, request, place, { ...answer, at: clock.now() });
    }

    async function searchAllowlists(): Promise<void> {
      const activity = progress.activity(profile.id);
      const projects = table
        .all(profile.id, 'project')
        .filter((project) => !isLeftOut(project))
        .sort((a, b) => activityOf(activity, b) - activityOf(activity, a));
      await each(unasked('allowlists', projects, keyOf, mostAsked), wide, signal, async (project, own) => {
        await ask('allowlists', keyOf(project), async () => {
          const path = { id: project.id ?? project.path ?? '' };
          for (const endpoint of [jobTokenScope.listProjects, jobTokenScope.listGroups]) {
            onRequest();
            const { rows } = await send.rows(endpoint, pageInput({ path }, 1), own);
            note(profile.id, extractReferences(rows, profile.url), 'job-token-scope');
          }
          return 'ok';
        });
      });
    }

    async function searchReleases(): Promise<void> {
      const groups = table.all(profile.id, 'group').filter((group) => !isLeftOut(group));
      await each(unasked('releases', groups, keyOf, mostAsked), wide, signal, async (group, own) => {
        await ask('releases', keyOf(group), async () => {
          const input = { path: { id: group.id ?? group.path ?? '' } };
          for (let page = 1; page <= mostPagesOfPlace; page += 1) {
            onRequest();
            const { rows, hasNext } = await send.rows(groupReleases.list, pageInput(input, page), own);
            const named = rows.flatMap((row) => projectOfRelease(row, profile.url) ?? []);
            if (note(profile.id, named, 'group-releases') === 0 || hasNext === false) break;
          }
          return 'ok';
        });
      });
    }

    async function searchGroups(): Promise<void> {
      const existing = table.all(profile.id, 'group');
      const removed = table.removedGroups(profile.id).map((path) => path.toLowerCase());
      // An administrator needs no answer for a group that a reply contained
      const settled = new Set([
        ...removed,
        ...(isAdministrator ? existing.flatMap(({ path }) => path?.toLowerCase() ?? []) : []),
      ]);
      const candidates = candidateGroups(table.all(profile.id, 'project'), progress.activity(profile.id));
      const paths = new Map([
        ...candidates.map(({ path }) => [path.toLowerCase(), path] as const),
        ...existing.flatMap(({ path }) => (path === null ? [] : [[path.toLowerCase(), path] as const])),
      ]);
      const open = [...paths].flatMap(([key, path]) => {
        const group = { kind: 'group' as const, id: null, path };
        return settled.has(key) || isLeftOut(group) ? [] : [path];
      });
      const most = isAdministrator ? mostCandidates.administrator : mostCandidates.other;
      await each(
        unasked('group', open, (path) => path, most),
        wide,
        signal,
        async (path, own) => {
          await ask('group', path, async () => {
            onRequest();
            const outcome = isAdministrator ? await isVisible(path, own) : await isOwnGroup(send, path, own);
            noteGroup(profile.id, path);
            return outcome;
          });
        },
      );
    }

    async function isVisible(path: string, own: AbortSignal): Promise<PlaceOutcome> {
      const verdict = await verify(send, 'group', path, own);
      if (verdict === 'ok') return 'ok';
      throw new Failure(verdict, `${path} is not a group that this token can see`, {
        status: verdict === 'denied' ? 403 : 404,
      });
    }
  }

  return { search };
}

const keyOf = ({ id, path }: Pick<CatalogueRow, 'id' | 'path'>): string => path ?? String(id);

function projectOfRelease(row: unknown, base: string): CatalogueRef | null {
  const { commit_path: commit, tag_path: tag } = (row ?? {}) as Record<string, unknown>;
  const path = pathOfPage(tag, base) ?? pathOfPage(commit, base);
  return path === null ? null : { kind: 'project', id: null, path, name: null };
}

/** Whether the platform refused one place or one list: all other requests can continue. */
export function isRefusal(thrown: unknown): boolean {
  const failure = Failure.from(thrown);
  return isRefusedHere(failure) || (failure.code === 'invalid' && !isStoreFailure(failure));
}
