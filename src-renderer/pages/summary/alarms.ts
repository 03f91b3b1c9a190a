import type { Overview } from '#shared/contract/overview.ts';
import { fromIso } from '#shared/time.ts';
import { overview } from '#shared/text/en/overview.ts';
import { placeSummary } from '#shared/text/en/place-summary.ts';
import { pathInPlace } from '../../console/place-tab.ts';
import { stuckAfterHours, type ProjectNews } from '../../stores/project/project-news.svelte.ts';
import { figurePath, placePath, viewPath } from '../../stores/window/address.ts';
import type { AttentionItem } from '../overview/attention-item.ts';
import { countOf } from '../overview/horizon.ts';
import { tokensPath } from '../overview/links.ts';
import { watchedItems } from '../overview/watched-items.ts';

interface Place {
  kind: 'group' | 'project';
  ref: number | string;
}

/** What needs attention in a project or group, most severe first. `news`: of a project. */
export function alarmsOf(
  place: Place,
  { mirrors, webhooks, runners, tokens }: Overview,
  news: ProjectNews | null,
): AttentionItem[] {
  const words = overview.attention;
  const { offline } = runners.states;
  const week = countOf(tokens.horizon, 'week');
  const items: AttentionItem[] = watchedItems({ mirrors, webhooks }, null);
  if (offline.count > 0) {
    items.push({ id: 'runners', tone: 'bad', text: words.offline(offline.count), path: figurePath(offline) });
  }
  if (place.kind === 'group' && week.count > 0) {
    items.push({ id: 'tokens', tone: 'bad', text: words.ending(week.count), path: tokensPath(week) });
  }
  if (news !== null) items.push(...projectAlarms(place, news));
  const severity = { bad: 0, warn: 1, info: 2 };
  return items
    .map((item) => ({ ...item, path: item.path === null ? null : pathInPlace(place, item.path) }))
    .toSorted((a, b) => severity[a.tone] - severity[b.tone]);
}

function projectAlarms(place: Place, { stuckCount, stuckSince, endingMembers }: ProjectNews): AttentionItem[] {
  const words = placeSummary.alarms;
  const stuck: AttentionItem = {
    ...{ id: 'stuck', tone: 'warn', text: words.stuck(stuckCount, stuckAfterHours) },
    path: placePath(place, 'deployments'),
    at: fromIso(stuckSince),
  };
  const ending: AttentionItem = {
    ...{ id: 'members', tone: 'warn', text: words.ending(endingMembers) },
    path: viewPath(placePath(place, 'access/members'), { sort: { by: 'expires_at', direction: 'asc' } }),
  };
  return [...(stuckCount > 0 ? [stuck] : []), ...(endingMembers > 0 ? [ending] : [])];
}
