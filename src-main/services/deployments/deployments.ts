import type { Clock } from '#main/ports.ts';
import { allOf, wholeList, type ListQuery } from '#shared/contract/collection.ts';
import {
  canChangeStatus,
  mostDeploymentMarks,
  mostUnfinishedMarks,
  timelineDays,
  type DeployedEnvironment,
  type Deployment,
  type DeploymentListFilter,
  type DeploymentMark,
  type ScopedDeployment,
} from '#shared/contract/deployments.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { days as daysOf, fromIso, toIso } from '#shared/time.ts';
import type { Instance } from '../instances/instance.ts';

/** Statuses in which a deployment has not ended (document 1:80). */
const unended = ['created', 'running', 'blocked'] as const;
const mostStuck = 50;
const mostEnvironments = 200;
/** The shortest time axis if the person has not chosen one, in days. */
const shortestDays = 14;
const pieceRows = 500;

/** Environments and marks, made from the cached deployments. No verb sends a request. */
export function deployments(open: () => Instance, clock: Clock) {
  const cached = () => open().reader.lists('deployments');

  async function rowsOf(keys: readonly number[], signal: AbortSignal) {
    const rows = new Map<number, ScopedDeployment>();
    const all = [...new Set(keys)];
    for (let from = 0; from < all.length; from += pieceRows) {
      for (const row of await cached().shown({ keys: all.slice(from, from + pieceRows) }, signal)) {
        rows.set(row.key, row);
      }
    }
    return rows;
  }

  /** The marks of the first `most` rows of a query. */
  async function marksOf(query: ListQuery, most: number, signal: AbortSignal) {
    const keys = await cached().ids({ query, from: 0, count: most + 1 }, signal);
    const rows = await rowsOf(keys.slice(0, most), signal);
    const marks = [...rows.values()].flatMap(({ key, row }) => markOf(key, row) ?? []);
    return { marks, isCapped: keys.length > most };
  }

  async function perEnvironment({ scope, most }: { scope: Scope; most: number }, signal: AbortSignal) {
    const list = cached();
    const at = { scope, column: 'environment' };
    const [newest, deployed, { completedAt }] = await Promise.all([
      list.newest({ ...at, filter: {} }, signal),
      list.newest({ ...at, filter: { status: 'success' } }, signal),
      list.summary({ scope }, signal),
    ]);
    const shown = newest.sort((a, b) => compareEnvironments(String(a.value), String(b.value))).slice(0, most);
    const successes = new Map(deployed.map(({ value, key }) => [value, key]));
    const rows = await rowsOf(
      shown.flatMap(({ value, key }) => [key, successes.get(value) ?? key]),
      signal,
    );
    const environments = shown.flatMap(({ value, key, count }) => {
      const row = rows.get(key);
      if (row === undefined) return [];
      const success = rows.get(successes.get(value) ?? -1) ?? null;
      const deployedAt = success === null ? null : endOf(success.row);
      return [{ environment: nameOf(row.row), deployments: count, newest: row, deployed: success, deployedAt }];
    });
    return { environments, total: newest.length, completedAt };
  }

  return {
    perEnvironment,
    stuck: async ({ scope, olderThanHours }, signal) => {
      const filter = { unfinished_hours: olderThanHours } satisfies DeploymentListFilter;
      const query = wholeList(scope, { filter, sort: { by: 'unfinished_since', direction: 'asc' } });
      const { rows, total } = await cached().list({ query, slice: { from: 0, count: mostStuck } }, signal);
      const { dialect } = open().profile;
      let changeable = 0;
      const pieces = rows.length === total ? [rows] : cached().rows(allOf(query), signal);
      for await (const piece of pieces) changeable += piece.filter(({ row }) => canChangeStatus(row, dialect)).length;
      return { rows, total, changeable };
    },
    timeline: async ({ scope, search, filter: { environment: _, ...filter }, notReturned, days }, signal) => {
      const { environments, total } = await perEnvironment({ scope, most: mostEnvironments }, signal);
      const shown = days ?? fittingDays(environments, clock.now());
      const from = clock.now() - daysOf(shown);
      const since = Math.max(from, fromIso(filter.created_after) ?? from);
      const asked = { search, notReturned, sort: { by: 'id', direction: 'desc' as const } };
      const inTime = { ...filter, created_after: toIso(since) };
      const before = { ...filter, created_before: toIso(Math.min(from, fromIso(filter.created_before) ?? from)) };
      const statuses = unended.filter((status) => filter.status === undefined || filter.status === status);
      const parts = await Promise.all([
        marksOf(wholeList(scope, { ...asked, filter: inTime }), mostDeploymentMarks, signal),
        ...statuses.map((status) =>
          marksOf(wholeList(scope, { ...asked, filter: { ...before, status } }), mostUnfinishedMarks, signal),
        ),
      ]);
      // Two parts contain a deployment that was created exactly at `from`
      const marks = new Map(parts.flatMap((part) => part.marks).map((mark) => [mark.key, mark]));
      const isCapped = parts.some((part) => part.isCapped);
      return { environments, total, marks: [...marks.values()], isCapped, days: shown };
    },
  } satisfies Partial<Services<ReeveContract>['deployments']>;
}

/** The shortest range of 14 days or more in which at least half of the environments have deployments. */
export function fittingDays(environments: readonly Pick<DeployedEnvironment, 'newest'>[], now: number): number {
  const newest = environments.map((one) => fromIso(one.newest.row.created_at) ?? 0).sort((a, b) => b - a);
  const half = newest[Math.ceil(newest.length / 2) - 1] ?? 0;
  return timelineDays.find((one) => one >= shortestDays && half >= now - daysOf(one)) ?? shortestDays;
}

function nameOf({ environment }: Deployment): string {
  return environment?.name ?? '';
}

function markOf(key: number, row: Deployment): DeploymentMark | null {
  const createdAt = fromIso(row.created_at) ?? fromIso(row.updated_at);
  const environment = nameOf(row);
  if (createdAt === null || environment === '') return null;
  const status = row.status ?? '';
  const endedAt = unended.some((one) => one === status) ? null : endOf(row);
  return { key, id: row.id, environment, status, ref: row.ref ?? null, createdAt, endedAt };
}

/** The end of its job, or else its last change. */
function endOf({ deployable, updated_at, created_at }: Deployment): number | null {
  return fromIso(deployable?.finished_at) ?? fromIso(updated_at) ?? fromIso(created_at);
}

const order = new Intl.Collator('en', { numeric: true });

/** `production` and its variants first, then other environments, then those in folders such as `review/…`; by name. */
export function compareEnvironments(a: string, b: string): number {
  return rankOf(a) - rankOf(b) || order.compare(a, b);
}

function rankOf(environment: string): number {
  if (/^prod(uction)?\b/i.test(environment)) return 0;
  return environment.includes('/') ? 2 : 1;
}
