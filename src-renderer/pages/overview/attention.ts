import type { Overview, Transfers } from '#shared/contract/overview.ts';
import { changes as changeWords } from '#shared/text/en/changes.ts';
import { overview } from '#shared/text/en/overview.ts';
import { problemName } from '../../console/job-name.ts';
import { whereOf } from '../../console/scope.ts';
import type { Stores } from '../../stores/context.ts';
import type { ListToSync } from '../../stores/sync-lists.ts';
import { bySeverity, type AttentionItem } from './attention-item.ts';
import { countOf } from './horizon.ts';
import { figurePath, plansPath } from '../../stores/window/address.ts';
import * as paths from './links.ts';
import { watchedItems } from './watched-items.ts';

/** Everything that needs attention, most severe first. Read reactively. */
export function attentionItems(
  stores: Stores,
  { notVisible, users, runners, mirrors, webhooks, tokens, writes }: Overview,
  transfers: Transfers | null,
): AttentionItem[] {
  const words = overview.attention;
  const { changes, connection, jobs, profiles } = stores;
  const week = countOf(tokens.horizon, 'week');
  const { offline, stale } = runners.states;
  const items: AttentionItem[] = [];
  const addAt = (item: AttentionItem): void => void items.push(item);
  const add = (id: string, tone: AttentionItem['tone'], text: string, path: string | null, count = 1): void =>
    addAt({ id, tone, text, path, count });
  const addUnread = (id: string, text: string, read: ListToSync): void =>
    addAt({ id, tone: 'info', text, path: null, read });

  if (connection.isOffline) add('offline', 'warn', words.offlineNow, paths.requestsPath);
  if (writes.unknown.count > 0) {
    const { count } = writes.unknown;
    add('unknown', 'bad', words.unknown(count), paths.entriesPath(writes.unknown), count);
  }
  for (const job of jobs.problems) {
    const { id, state } = job;
    const name = problemName(stores, job);
    if (state === 'failed') add(`job ${id}`, 'bad', words.failed(name), '/activity');
    else add(`job ${id}`, 'warn', words.decision(name), '/activity');
  }
  for (const plan of changes.active) {
    if (plan.profileId !== profiles.openId || plan.pausedWhy === null) continue;
    const text = words.plan(changeWords.titleOf(plan), changeWords.paused[plan.pausedWhy]);
    add(`plan ${plan.id}`, 'warn', text, plansPath);
  }
  if (writes.refused.count > 0) {
    const { count } = writes.refused;
    add('refused', 'bad', words.refused(count), paths.entriesPath(writes.refused), count);
  }
  items.push(...watchedItems({ mirrors, webhooks }, transfers));
  if (offline.count > 0) add('runners', 'bad', words.offline(offline.count), figurePath(offline), offline.count);
  if (stale.count > 0) add('stale', 'warn', words.stale(stale.count), figurePath(stale), stale.count);
  if (week.count > 0) add('tokens', 'bad', words.ending(week.count), paths.tokensPath(week), week.count);
  const unprotected = users.unprotectedAdmins;
  if (unprotected !== null && unprotected.count + (unprotected.unknown ?? 0) > 0) {
    const text = words.unprotected(unprotected.count) + overview.unknown(unprotected.unknown);
    const { count } = unprotected;
    addAt({ id: 'two-factor', tone: 'bad', isRisk: true, text, path: figurePath(unprotected), count });
  }
  if (users.completedAt === null) {
    addUnread('users unread', words.usersUnread, { collection: 'users', scope: '' });
  }
  if (runners.completedAt === null) {
    const text = words.runnersUnread(whereOf(stores, runners.scope));
    addUnread('runners unread', text, { collection: 'runners', scope: runners.scope });
  }
  if (tokens.unsyncedGroups > 0) {
    const text = words.unread(tokens.unsyncedGroups, tokens.groups);
    addUnread('tokens unread', text, { collection: 'accessTokens', scope: null });
  }
  if (notVisible.length > 0) {
    add('not visible', 'info', words.notVisible(notVisible.map((name) => words.hidden[name])), '/profiles');
  }
  return items.toSorted(bySeverity);
}
