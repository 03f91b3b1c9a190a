import { runners as api } from '#main/api/endpoints/runners.ts';
import type { Clock } from '#main/ports.ts';
import { allOf, wholeList, type Selection } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import {
  maxRows,
  cleanupVerdicts,
  type FleetSummary,
  type CleanupQuery,
  type CleanupRow,
} from '#shared/contract/runners.ts';
import { isAccepted } from '#shared/contract/dialect-values.ts';
import { Failure, isDeniedHere } from '#shared/errors.ts';
import { days } from '#shared/time.ts';
import type { Instance } from '../instances/instance.ts';
import { contactOf, coverageOf, isServing, verdictOf, versionsOf, type CachedRunner } from './runner-fleet.ts';

/** Older data never leads to a pause. */
const freshMs = days(1);

interface Fleet {
  scope: Scope;
  revision: number;
  runners: readonly CachedRunner[];
}

/** Services of runners that other lists do not have: evaluations of all cached runners of a scope. */
export function runners(open: () => Instance, clock: Clock) {
  /** The last fleet that was loaded, because a page evaluates it repeatedly. */
  const held = new WeakMap<Instance, Fleet>();

  async function fleetOf(scope: Scope, signal: AbortSignal): Promise<Fleet> {
    const instance = open();
    const list = instance.reader.lists('runners');
    const query = wholeList(scope);
    const { revision } = await list.list({ query, slice: { from: 0, count: 1 } }, signal);
    const known = held.get(instance);
    if (known?.scope === scope && known.revision === revision) return known;
    const all: CachedRunner[] = [];
    for await (const piece of list.rows(allOf(query), signal)) {
      for (const { row } of piece) all.push(slim(row));
    }
    const fleet = { scope, revision, runners: all };
    held.set(instance, fleet);
    return fleet;
  }

  async function summaryOf({ scope, runners: fleet }: Fleet, signal: AbortSignal): Promise<FleetSummary> {
    const { completedAt } = await open().reader.lists('runners').summary({ scope }, signal);
    return {
      runners: fleet.length,
      serving: fleet.filter(isServing).length,
      withoutDetails: fleet.filter(({ tag_list: tags }) => tags === null || tags === undefined).length,
      listSyncedAt: completedAt,
    };
  }

  async function idsOf(selection: Selection, signal: AbortSignal): Promise<number[]> {
    const ids: number[] = [];
    for await (const piece of open().reader.lists('runners').rows(selection, signal)) {
      for (const { id } of piece) ids.push(id);
    }
    return ids;
  }

  async function evaluated({ scope, rule, verdict, sort }: CleanupQuery, signal: AbortSignal) {
    const fleet = await fleetOf(scope, signal);
    const facts = await summaryOf(fleet, signal);
    const now = clock.now();
    const outdated = await open()
      .reader.lists('runners')
      .undetailed({ scope, before: now - freshMs }, signal);
    const grounds = {
      ...rule,
      excludeIds: new Set(rule.excludeIds),
      excludeTags: new Set(rule.excludeTags),
      olderThanMs: days(rule.olderThanDays),
      isListFresh: facts.listSyncedAt !== null && now - facts.listSyncedAt <= freshMs,
      outdated: new Set(outdated),
      now,
    };
    const all = fleet.runners.map((runner): CleanupRow => {
      const { id, status, tag_list: tags, maintenance_note: note } = runner;
      return {
        id,
        name: nameOf(runner),
        verdict: verdictOf(runner, grounds),
        status: status ?? null,
        contactedAt: contactOf(runner),
        tags: tags ?? null,
        note: note ?? null,
      };
    });
    const shown = verdict === undefined ? all : all.filter((row) => row.verdict === verdict);
    return { fleet, facts, all, detailsToSync: outdated.length, shown: shown.toSorted(orderOf(sort)) };
  }

  return {
    coverage: async ({ scope, search, isAtRisk, assumePaused }, signal) => {
      const fleet = await fleetOf(scope, signal);
      const pausedIds = assumePaused === null ? [] : await idsOf(assumePaused, signal);
      const { tags } = coverageOf(fleet.runners, pausedIds);
      // Runners without tags have a row, but do not count as a tag
      const named = tags.filter(({ tag }) => tag !== null);
      const names = new Map(fleet.runners.map((runner) => [runner.id, nameOf(runner)]));
      const text = search.trim().toLowerCase();
      const shown = tags
        .filter(({ tag }) => text === '' || tag?.toLowerCase().includes(text) === true)
        .filter(({ servingAfter }) => !isAtRisk || servingAfter.length < 2);
      return {
        ...(await summaryOf(fleet, signal)),
        rows: shown.slice(0, maxRows).map(({ tag, runners: all, serving, servingAfter: [last, ...others] }) => ({
          tag,
          runners: all.length,
          serving: serving.length,
          left: last === undefined ? 0 : others.length + 1,
          last: last === undefined || others.length > 0 ? null : { id: last, name: names.get(last) ?? null },
        })),
        total: shown.length,
        tags: named.length,
        gaps: named.filter(({ servingAfter }) => servingAfter.length === 0).length,
        single: named.filter(({ servingAfter }) => servingAfter.length === 1).length,
        newGaps: named.filter(({ serving, servingAfter }) => servingAfter.length === 0 && serving.length > 0).length,
        newSingle: named.filter(({ serving, servingAfter }) => servingAfter.length === 1 && serving.length > 1).length,
        assumedPaused: pausedIds.length,
      };
    },
    versions: async ({ scope }, signal) => {
      const fleet = await fleetOf(scope, signal);
      const all = versionsOf(fleet.runners).map(({ version, runners: ids }) => ({ version, runners: ids.length }));
      return { ...(await summaryOf(fleet, signal)), versions: all.slice(0, maxRows), total: all.length };
    },
    versionCounts: async ({ scope, prefixes }, signal) => {
      if (scope !== '')
        throw new Failure('invalid', 'versions are counted only for the whole instance', { field: 'scope' });
      const counts = [];
      for (const prefix of prefixes) counts.push({ prefix, total: await countOf(open(), prefix, signal) });
      return { counts, at: clock.now() };
    },
    cleanup: async ({ query, slice: { from, count } }, signal) => {
      const startedAt = performance.now();
      const { fleet, facts, all, detailsToSync, shown } = await evaluated(query, signal);
      const counted = Map.groupBy(all, ({ verdict }) => verdict);
      const counts = Object.fromEntries(cleanupVerdicts.map((name) => [name, counted.get(name)?.length ?? 0]));
      return {
        ...{ ...facts, total: shown.length, isCapped: false, from, revision: fleet.revision, counts, detailsToSync },
        rows: shown.slice(from, from + count),
        queryMs: performance.now() - startedAt,
      };
    },
    cleanupIds: async ({ query, from, count }, signal) => {
      const { shown } = await evaluated(query, signal);
      return { ids: shown.slice(from, from + count).map(({ id }) => id) };
    },
  } satisfies Partial<Services<ReeveContract>['runners']>;
}

/** The total of a request for one row. A token that may not list all runners gets the count of its own. */
async function countOf({ send, profile }: Instance, prefix: string, signal: AbortSignal): Promise<number | null> {
  if (!isAccepted('versionPrefixes', prefix, profile.dialect)) return null;
  const input = { query: { version_prefix: prefix, per_page: 1 } };
  try {
    return (await send.page(api.listAll, input, signal)).total;
  } catch (thrown) {
    if (!isDeniedHere(thrown)) throw thrown;
    return (await send.page(api.list, input, signal)).total;
  }
}

function slim(row: CachedRunner): CachedRunner {
  const { id, status, paused, description, tag_list, version, contacted_at, maintenance_note } = row;
  return {
    ...{ id, status, paused, description },
    ...(tag_list !== undefined && { tag_list }),
    ...(version !== undefined && { version }),
    ...(contacted_at !== undefined && { contacted_at }),
    ...(maintenance_note !== undefined && { maintenance_note }),
  };
}

function nameOf({ description }: CachedRunner): string | null {
  return description === null || description === undefined || description.trim() === '' ? null : description;
}

const collator = new Intl.Collator('en', { numeric: true });

function orderOf({ by, direction }: CleanupQuery['sort']): (a: CleanupRow, b: CleanupRow) => number {
  const sign = direction === 'asc' ? 1 : -1;
  const compare = {
    verdict: (a: CleanupRow, b: CleanupRow) => cleanupVerdicts.indexOf(a.verdict) - cleanupVerdicts.indexOf(b.verdict),
    contact: (a: CleanupRow, b: CleanupRow) => (a.contactedAt ?? 0) - (b.contactedAt ?? 0),
    name: (a: CleanupRow, b: CleanupRow) => collator.compare(a.name ?? '', b.name ?? ''),
    status: (a: CleanupRow, b: CleanupRow) => collator.compare(a.status ?? '', b.status ?? ''),
  }[by];
  return (a, b) => sign * compare(a, b) || (a.contactedAt ?? 0) - (b.contactedAt ?? 0) || a.id - b.id;
}
