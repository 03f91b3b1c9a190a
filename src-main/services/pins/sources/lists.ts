import { CoverageQuery, type CoverageRow } from '#shared/contract/coverage.ts';
import { collections, isCollection, type CollectionName } from '#shared/contract/collections.ts';
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

/** Whether a list belongs to the depth `text`, because its rows contain whole texts. */
const isText = (collection: CollectionName): boolean => 'content' in collections[collection].row.shape;

/** The lists of the places: one item for each list that a request returns. */
export const listSources: readonly PinSource[] = [
  listSource('lists', 'facts', (collection) => !isText(collection)),
  listSource('lists-text', 'text', isText),
];

function listSource(name: string, depth: PinDepthName, isOwn: (collection: CollectionName) => boolean): PinSource {
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
        if (view === null ? !isOwn(collection) : view.collection !== collection || depth !== 'facts') continue;
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
      const result = await syncList(collection, scope, unknownRowBytes, needs, signal);
      const { hasDetails, hasLongTexts } = collections[collection];
      if (hasDetails && !hasLongTexts) {
        const { instance, limits, clock, freshSince } = needs;
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
  const { rows } = await instance.reader.coverageRows({ ...common, places: places() }, signal);
  const above = await instance.reader.coverageRows({ ...common, places: around() }, signal);
  return [
    ...rows,
    ...above.rows.filter(({ collection: name }) => isCollection(name) && collections[name].appliesToProjects),
  ];
}

function itemOf(
  row: CoverageRow,
  { key, syncIn, label, freshSince }: { key: string; syncIn: Scope; label: string; freshSince: number },
): PinItem {
  const { completedAt, rows, bytes, refusal, unreadable, undetailed, collection } = row;
  const isNew = completedAt === null;
  const declared = isCollection(collection) ? collections[collection] : undefined;
  const isIncremental = declared?.incremental !== undefined && !isNew;
  const details = declared?.hasLongTexts === true ? 0 : undetailed;
  return {
    ...{ key, label, scope: syncIn, isNew, isGuess: isNew },
    requests: (isIncremental ? 1 : Math.max(1, Math.ceil(rows / pageRows))) + details,
    bytes: isNew ? unknownListBytes : bytes,
    isStored: !isNew && completedAt >= freshSince && refusal === null && details === 0,
    ...{ refusal, unreadable },
  };
}

const keyOf = (collection: string, scope: Scope): string => `${collection} ${scope}`;
function fromKey(key: string): { collection: CollectionName; scope: Scope } {
  const at = key.indexOf(' ');
  return { collection: sourceOf(key.slice(0, at)).name, scope: key.slice(at + 1) };
}
