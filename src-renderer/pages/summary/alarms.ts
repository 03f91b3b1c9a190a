import type { CoverageRow } from '#shared/contract/coverage.ts';
import { unfinishedSince } from '#shared/contract/deployments.ts';
import type { PlaceAlarms } from '#shared/contract/overview.ts';
import { alarmLists } from '#shared/contract/places.ts';
import { titleOf } from '#shared/text/en/collections.ts';
import { coverage } from '#shared/text/en/coverage.ts';
import { overview } from '#shared/text/en/overview.ts';
import { placeSummary } from '#shared/text/en/place-summary.ts';
import { pathInPlace } from '../../console/place-tab.ts';
import { stuckAfterHours, type ProjectNews } from '../../stores/project/project-news.svelte.ts';
import { figurePath, placePath, viewPath } from '../../stores/window/address.ts';
import type { AttentionItem } from '../overview/attention-item.ts';
import { mirrorItems, webhookItems } from '../overview/watched-items.ts';

interface Place {
  kind: 'group' | 'project';
  ref: number | string;
}

/** What needs attention in a project, most severe first. */
export function alarmsOf(
  place: Place,
  { mirrors, webhooks, offlineRunners }: PlaceAlarms,
  news: ProjectNews,
): AttentionItem[] {
  const items = [...mirrorItems(mirrors), ...webhookItems(webhooks), ...projectAlarms(place, news)];
  if (offlineRunners.count > 0) {
    const text = overview.attention.offline(offlineRunners.count);
    items.push({ id: 'runners', tone: 'bad', text, path: figurePath(offlineRunners) });
  }
  const severity = { bad: 0, warn: 1, info: 2 };
  return items
    .map((item) => ({ ...item, path: item.path === null ? null : pathInPlace(place, item.path) }))
    .toSorted((a, b) => severity[a.tone] - severity[b.tone]);
}

function projectAlarms(place: Place, news: ProjectNews): AttentionItem[] {
  const words = placeSummary.alarms;
  const items: AttentionItem[] = [];
  const { total = 0, rows: [oldest] = [] } = news.deployments.value?.stuck ?? {};
  if (total > 0) {
    const at = oldest === undefined ? null : (unfinishedSince(oldest.row)?.at ?? null);
    items.push({ id: 'stuck', tone: 'warn', text: words.stuck(total, stuckAfterHours), path: stuckPath(place), at });
  }
  const members = news.members.value;
  if (members !== undefined && members.ending > 0) {
    const query = { filter: { expires_before: members.before }, sort: { by: 'expires_at', direction: 'asc' } };
    const path = viewPath(placePath(place, 'access/members'), query);
    items.push({ id: 'members', tone: 'warn', text: words.ending(members.ending, members.ended), path });
  }
  return items;
}

/** The deployments that count as stuck. */
export const stuckPath = (place: Place): string =>
  viewPath(placePath(place, 'deployments'), { filter: { unfinished_hours: stuckAfterHours } });

/**
 * The lists of a project whose alarms are not known, because they were never synced or were refused. `syncedAt`: of the
 * oldest of the others.
 */
export function unknownAlarms(rows: readonly CoverageRow[]): { items: AttentionItem[]; syncedAt: number | null } {
  const own = rows.filter(({ collection }) => alarmLists.some((list) => list === collection));
  const isUnknown = ({ state, completedAt }: CoverageRow): boolean => state === 'refused' || completedAt === null;
  const times = own.flatMap((row) => (isUnknown(row) || row.completedAt === null ? [] : [row.completedAt]));
  return {
    syncedAt: times.length === 0 ? null : Math.min(...times),
    items: own.filter(isUnknown).map((row) => ({
      ...{ id: `unknown ${row.collection}`, tone: row.state === 'refused' ? 'warn' : 'info', path: null },
      text: placeSummary.alarms.unknown(titleOf(row.collection), coverage.stateOf(row)),
      ...(row.syncIn !== null && { read: { collection: row.collection, scope: row.syncIn } }),
    })),
  };
}
