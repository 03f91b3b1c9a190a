import { collections } from '#shared/contract/collections.ts';
import { readScope, splitScope, type Scope } from '#shared/contract/scope.ts';
import { isNotThere } from '#shared/errors.ts';
import type { Refusal } from '../cache-types.ts';
import { definitions } from '../definitions.ts';
import type { Cell, Definition } from '../derive.ts';
import type { Connection } from '../open-cache.ts';
import { meta, revisionsOf } from '../schema.ts';
import type { BelowFacts, CollectionFacts, Parts, ScopeFacts } from './coverage-facts.ts';
import { coverageRows, type CoverageRows, type CoverageRowsQuery } from './coverage-rows.ts';
import { coveringScopes } from './covering-scopes.ts';
import { parentsOf, placesBelow } from './places-below.ts';

export interface CoverageQuery {
  /** One place with what is below it; null: all. */
  scope: Scope | null;
}

interface Pass {
  scope: Scope;
  finishedAt: number | null;
  startedAt: number;
  unreadable: number;
}
type Refused = Refusal & { scope: Scope };

/** Records whose size is measured. */
const sampledRows = 50;

/** How much of every list is cached. The facts about all places are kept until a collection changes. */
export function coverageReader(db: Connection) {
  const facts = meta(db);
  const kept = new Map<string, { revision: string; value: CollectionFacts }>();
  const inScope = `(:scope IS NULL OR scope = :scope OR (scope > :scope || '/' AND scope < :scope || '0'))`;
  const passes = db.prepare<[object], Pass>(
    `SELECT scope, finished_at AS finishedAt, started_at AS startedAt, unreadable FROM passes
     WHERE collection = :list AND ${inScope}`,
  );
  const refused = db.prepare<[object], Refused>(
    `SELECT scope, at, status, reason, message FROM refused_syncs WHERE collection = :list AND ${inScope}`,
  );
  const sample = db
    .prepare<[string, number], number | null>(
      `SELECT avg(length(CAST(doc AS BLOB))) FROM (SELECT doc FROM documents WHERE collection = ? LIMIT ?)`,
    )
    .pluck();

  const passesAt = db.prepare<[string, Scope], Pass>(
    `SELECT scope, finished_at AS finishedAt, started_at AS startedAt, unreadable FROM passes
     WHERE collection = ? AND scope = ?`,
  );
  const refusedAt = db.prepare<[string, Scope], Refusal>(
    `SELECT at, status, reason, message FROM refused_syncs WHERE collection = ? AND scope = ?`,
  );

  return {
    coverage: ({ scope }: CoverageQuery): CollectionFacts[] => db.transaction(() => allFacts(scope))(),
    /** The lists of these places; see `coverageRows`. */
    coverageRows: (query: CoverageRowsQuery): CoverageRows =>
      db.transaction(() => {
        const [only] = query.places;
        const scope = query.places.length === 1 ? (only?.scope ?? null) : null;
        // The facts about all places contain every sync
        return coverageRows(allFacts(scope), query, scope === null ? (_, place) => emptyFacts(place) : syncsOf);
      })(),
  };

  function allFacts(scope: Scope | null): CollectionFacts[] {
    return definitions.map((one) => factsOf(one, scope));
  }

  /** The syncs of one list, without its rows. */
  function syncsOf(collection: string, scope: Scope): ScopeFacts {
    const found = emptyFacts(scope);
    for (const pass of passesAt.all(collection, scope)) addPass(found, pass);
    return { ...found, refusal: refusedAt.get(collection, scope) ?? null };
  }

  function factsOf(definition: Definition, scope: Scope | null): CollectionFacts {
    const { collection } = definition;
    if (scope !== null) return read(definition, scope);
    const parents = parentsOf(collection).map(({ parent }) => parent);
    const revision = revisionsOf(facts, [...(definition.joined?.by ?? [collection]), ...parents]);
    const known = kept.get(collection);
    if (known !== undefined && known.revision === revision) return known.value;
    const value = read(definition, null);
    // While a sync runs, its start and end are not always a new revision
    if (!value.scopes.some(({ runningSince }) => runningSince !== null)) kept.set(collection, { revision, value });
    else kept.delete(collection);
    return value;
  }

  function read(definition: Definition, scope: Scope | null): CollectionFacts {
    const { collection, list } = definition;
    const of = new Map<Scope, ScopeFacts>();
    const at = (place: Scope): ScopeFacts => {
      let one = of.get(place);
      if (one === undefined) of.set(place, (one = emptyFacts(place)));
      return one;
    };
    for (const { place, rows } of countsOf(definition, scope)) at(place).rows = rows;
    for (const { place, rows } of undetailedOf(definition, scope)) at(place).undetailed = rows;
    for (const pass of passes.all({ list, scope })) addPass(at(pass.scope), pass);
    for (const { scope: place, ...refusal } of refused.all({ list, scope })) at(place).refusal = refusal;
    if (definition.joined !== undefined) {
      const parts = db.prepare<[object], Parts & { scope: Scope; others: string | null }>(definition.joined.parts);
      for (const { scope: place, known, synced, others } of parts.all({ scope }))
        at(place).parts = { known, synced, others: JSON.parse(others ?? '{}') as Parts['others'] };
    }
    const bytes = sample.get(list, sampledRows) ?? null;
    return {
      collection,
      ...split(of, placesBelow(db, { collection, inScope, scope })),
      covering: coveringOf(definition, scope),
      rowBytes: bytes === null ? null : Math.round(bytes),
    };
  }

  /** The number of live rows by scope. */
  function countsOf(
    { collection, list, isScoped, isStoredOnce }: Definition,
    scope: Scope | null,
  ): { place: Scope; rows: number }[] {
    const all = (sql: string) => db.prepare<[object], { place: Scope; rows: number }>(sql).all({ list, scope });
    const whole = `SELECT '' AS place, count(*) AS rows FROM ${collection} WHERE is_gone = 0 AND ifnull(:scope, '') = ''`;
    if (!isScoped) return scope === null || scope === '' ? all(`${whole} AND :list <> ''`) : [];
    const shown = `SELECT scope AS place, count(*) AS rows FROM ${collection}
      WHERE is_gone = 0 AND :list <> '' AND ${inScope} GROUP BY scope`;
    if (!isStoredOnce) return all(shown);
    const ofGroups = `SELECT l.scope AS place, count(*) AS rows FROM listed_in l JOIN ${collection} row ON row.id = l.id
      WHERE l.collection = :list AND l.not_returned_at IS NULL AND row.is_gone = 0 AND l.scope <> ''
        AND (:scope IS NULL OR l.scope = :scope) GROUP BY l.scope`;
    const isOfGroup = scope === null || readScope(scope)?.kind === 'group';
    const isOfInstance = scope === null || scope === '';
    return [
      ...all(`${shown} HAVING scope <> ''`),
      ...(isOfGroup ? all(ofGroups) : []),
      ...(isOfInstance ? all(`${whole} AND :list <> ''`) : []),
    ];
  }

  /** The number of live rows without details, by scope. */
  function undetailedOf(
    { collection, list, detail, isScoped, isStoredOnce }: Definition,
    scope: Scope | null,
  ): { place: Scope; rows: number }[] {
    if (!collections[collection].hasDetails || !isScoped) return [];
    const own = isStoredOnce ? `''` : 'row.scope';
    return db
      .prepare<[object], { place: Scope; rows: number }>(
        `SELECT scope AS place, count(*) AS rows FROM ${collection} row WHERE is_gone = 0 AND :list <> '' AND ${inScope}
           AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.collection = :detail AND d.scope = ${own} AND d.id = row.id)
         GROUP BY scope`,
      )
      .all({ list, scope, detail } satisfies Record<string, Cell>);
  }

  function coveringOf(definition: Definition, scope: Scope | null): CollectionFacts['covering'] {
    const { collection, list, isStoredOnce } = definition;
    if (!isStoredOnce) return [];
    if (scope !== null) {
      const found = coveringScopes(db, definition)(scope);
      return typeof found === 'string' ? [{ project: scope, scope: found }] : [];
    }
    return db
      .prepare<[string, string], { project: Scope; scope: Scope }>(
        `SELECT DISTINCT row.scope AS project, l.scope AS scope
         FROM (SELECT DISTINCT scope FROM passes WHERE collection = ? AND finished_at IS NOT NULL AND scope <> '') s
         JOIN listed_in l ON l.collection = ? AND l.scope = s.scope AND l.not_returned_at IS NULL
         JOIN ${collection} row ON row.id = l.id WHERE row.scope <> ''`,
      )
      .all(list, list);
  }
}

function addPass(facts: ScopeFacts, { finishedAt, startedAt, unreadable }: Pass): void {
  if (finishedAt === null) facts.runningSince = startedAt;
  else Object.assign(facts, { completedAt: finishedAt, unreadable });
}

function emptyFacts(scope: Scope): ScopeFacts {
  return { scope, rows: 0, undetailed: 0, completedAt: null, unreadable: 0, runningSince: null, refusal: null };
}

/** Whether what the list belongs to does not exist on the platform, such as the artifacts of a job. */
const isAbsent = ({ refusal }: ScopeFacts): boolean => refusal !== null && isNotThere(refusal);

/** Jobs and refs have no row that must be cached, so the refusal of their lists always counts. */
const isWithoutRow = /^\/(?:job|ref):/;

/**
 * Sum up the lists of the places below projects. `places`: those that cached rows name, with their number of pages. A
 * refusal does not count if the row of its place is no longer returned.
 */
function split(
  all: ReadonlyMap<Scope, ScopeFacts>,
  places: ReadonlyMap<Scope, number | null>,
): Pick<CollectionFacts, 'scopes' | 'below'> {
  const scopes: ScopeFacts[] = [];
  const below = new Map<Scope, BelowFacts>();
  const at = (base: Scope): BelowFacts => {
    let sum = below.get(base);
    if (sum === undefined) {
      const none = { known: 0, synced: 0, missing: 0, requests: 0, absent: 0, refusedCount: 0 };
      below.set(base, (sum = { ...emptyFacts(base), ...none, isGuess: false, refused: [] }));
    }
    return sum;
  };
  for (const [place, requests] of places) {
    const one = all.get(place);
    const sum = at(splitScope(place)[0]);
    if (one !== undefined && isAbsent(one)) continue;
    if ((one?.completedAt ?? null) === null) sum.known += 1;
    if ((one?.completedAt ?? one?.refusal ?? null) !== null) continue;
    sum.missing += 1;
    sum.requests += requests ?? 1;
    sum.isGuess ||= requests === null;
  }
  for (const one of all.values()) {
    const [base, tail] = splitScope(one.scope);
    if (tail === '') {
      scopes.push(one);
      continue;
    }
    const sum = at(base);
    sum.rows += one.rows;
    sum.undetailed += one.undetailed;
    sum.unreadable += one.unreadable;
    if (one.completedAt !== null) {
      sum.known += 1;
      sum.synced += 1;
      sum.completedAt = Math.min(sum.completedAt ?? Infinity, one.completedAt);
    }
    if (one.runningSince !== null) sum.runningSince = Math.max(sum.runningSince ?? 0, one.runningSince);
    if (one.refusal === null || !(places.has(one.scope) || isWithoutRow.test(tail))) continue;
    sum.refused.push({ scope: one.scope, refusal: one.refusal });
    if (isAbsent(one)) {
      sum.absent += 1;
      continue;
    }
    if (!places.has(one.scope) && one.completedAt === null) sum.known += 1;
    if (one.refusal.at > (sum.refusal?.at ?? 0)) sum.refusal = one.refusal;
    sum.refusedCount += 1;
  }
  return { scopes, below: [...below.values()] };
}
