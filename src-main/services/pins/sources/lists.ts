import { CoverageQuery, type CoverageRow } from '#shared/contract/coverage.ts';
import { collections, isCollection, type CollectionName } from '#shared/contract/collections.ts';
import { depthOf } from '#shared/contract/pin-depths.ts';
import type { PinDepthName } from '#shared/contract/pins.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { rowsOf } from '#shared/text/en/collections.ts';
import { pins as words } from '#shared/text/en/pins.ts';
import { readDetails } from '../../lists/list-details.ts';
import { sourceOf } from '../../lists/list-sources.ts';
import type { PinItem, PinnedPlaces, PinSource } from '../pin-source.ts';
import { syncList } from './sync-list.ts';

/** The assumed size of a list that was never synced, and of one row. */
const unknownListBytes = 20_000;
const unknownRowBytes = 1_000;
const pageRows = 100;

/** The lists of the places: one item for each list that a request returns. */
export const listSources: readonly PinSource[] = [listSource('lists', 'facts'), listSource('lists-text', 'text')];

function listSource(name: string, depth: PinDepthName): PinSource {
  return {
    name,
    depth,
    async items(pinned) {
      const rows = await coverageOf(pinned);
      const { view, freshSince, isOff } = pinned;
      const byKey = new Map<string, PinItem>();
      for (const row of rows) {
        const { collection, syncIn, label } = row;
        if (syncIn === null || !isCollection(collection) || isOff(collection, syncIn)) continue;
        // The list of a view belongs to the depth `facts`
        if (view === null ? depthOf(collection) !== depth : view.collection !== collection || depth !== 'facts')
          continue;
        const key = keyOf(collection, syncIn);
        const item = itemOf(row, { key, syncIn, label: words.listOf(rowsOf(collection), label), freshSince });
        const known = byKey.get(key);
        // Several projects can share the list of the instance or of a group
        byKey.set(key, known === undefined ? item : { ...known, bytes: known.bytes + item.bytes });
      }
      return [...byKey.values()];
    },
    async store({ key }, needs, signal) {
      const { collection, scope } = fromKey(key);
      const { instance, limits, clock, freshSince } = needs;
      const { completedAt } = await instance.reader.lists(collection).summary({ scope }, signal);
      // Only details are missing
      const isFresh = completedAt !== null && completedAt >= freshSince;
      const result = isFresh ? { bytes: null } : await syncList(collection, scope, unknownRowBytes, needs, signal);
      if (collections[collection].hasDetails) {
        const maxAgeMs = Math.max(0, clock.now() - freshSince);
        const common = { instance, limits, clock, signal, report: () => undefined, orChanged: true };
        await readDetails(sourceOf(collection), scope, maxAgeMs, common);
      }
      return result;
    },
  };
}

/** The lists of the pinned places, and those of the groups and the instance around them that apply to projects. */
async function coverageOf({ instance, places, around, clock, signal, view }: PinnedPlaces): Promise<CoverageRow[]> {
  const query = { ...CoverageQuery.parse({}), ...(view !== null && { collection: view.collection }) };
  const slice = { from: 0, count: Number.MAX_SAFE_INTEGER };
  const common = { query, slice, now: clock.now(), openedAt: Infinity, syncing: [] };
  return (await instance.reader.coverageRows({ ...common, places: [...places(), ...around()] }, signal)).rows;
}

function itemOf(
  row: CoverageRow,
  { key, syncIn, label, freshSince }: { key: string; syncIn: Scope; label: string; freshSince: number },
): PinItem {
  const { completedAt, rows, bytes, refusal, unreadable, undetailed, collection } = row;
  const isNew = completedAt === null;
  const declared = isCollection(collection) ? collections[collection] : undefined;
  const isIncremental = declared?.incremental !== undefined && !isNew;
  const isFresh = !isNew && completedAt >= freshSince && refusal === null;
  return {
    ...{ key, label, scope: syncIn, isNew, isGuess: isNew },
    requests: (isFresh ? 0 : isIncremental ? 1 : Math.max(1, Math.ceil(rows / pageRows))) + undetailed,
    bytes: isNew ? unknownListBytes : bytes,
    isStored: isFresh && undetailed === 0,
    ...{ refusal, unreadable },
  };
}

const keyOf = (collection: string, scope: Scope): string => `${collection} ${scope}`;
function fromKey(key: string): { collection: CollectionName; scope: Scope } {
  const at = key.indexOf(' ');
  return { collection: sourceOf(key.slice(0, at)).name, scope: key.slice(at + 1) };
}
