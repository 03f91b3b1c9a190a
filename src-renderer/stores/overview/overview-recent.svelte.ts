import { hours, seconds } from '#shared/time.ts';
import type { Session } from '../../link/session.svelte.ts';
import { every } from '../loading/every.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

/** These numbers also change with time, so they are loaded at this interval. */
const timer = every(seconds(15));

/** The checks of watches in the last 60 minutes. */
export function recentChecks(session: Session) {
  const { watches } = session.client;
  const load = async () => (await watches.recent().catch(() => ({ checks: [] }))).checks;
  return new LastReply(session, load, [timer], { onProfileChange: 'reload' });
}

/** The number of recorded changes in the last hour. */
export function changesInLastHour(session: Session) {
  const { history } = session.client;
  const load = async () => {
    const until = Date.now();
    return (await history.changes({ since: until - hours(1), until, slice: { from: 0, count: 1 } })).total;
  };
  return new LastReply(session, load, [history, timer], { onProfileChange: 'reload' });
}

/** Dependency exports and imports. */
export function transfersOf(session: Session) {
  const { overview, dependencyExports, imports, journal } = session.client;
  const sections = [dependencyExports, imports, journal];
  return new LastReply(session, () => overview.transfers(), sections, { onProfileChange: 'reload' });
}
