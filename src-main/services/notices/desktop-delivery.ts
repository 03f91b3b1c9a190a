import { failed } from '#main/log-events.ts';
import type { Clock, Log, Notifier } from '#main/ports.ts';
import type { AlertTable, StoredAlert } from '#main/state/alerts.ts';
import type { NoticeSettings } from '#shared/contract/notices.ts';
import { minutes, seconds } from '#shared/time.ts';
import { notices as words } from '#shared/text/en/notices.ts';
import { quietUntil } from './quiet-hours.ts';

export interface DesktopNeeds {
  table: Pick<AlertTable, 'toShow' | 'setDesktop' | 'shownAt'>;
  settings: () => NoticeSettings;
  notifier: Notifier;
  clock: Clock;
  log: Log;
  /** The name of the instance, if there is more than one. */
  instanceOf: (profileId: string) => string | null;
}

/** Notices that come within this time are shown together. */
const collectMs = seconds(2);
/** Within this time, the desktop shows at most one notification of a kind and a profile. */
const oncePerMs = minutes(10);
const maxCharacters = 400;

/**
 * Shows stored notices on the desktop: those of one kind and profile as one notification, at most every 10 minutes, and
 * those of quiet hours as one summary afterwards. What is still to be shown is stored, so it survives a restart.
 */
export function desktopDelivery({ table, settings, notifier, clock, log, instanceOf }: DesktopNeeds) {
  const ended = new AbortController();
  let timer = idle();
  /** When each group was last shown. Kept here too, because a person can delete the stored notices. */
  const shown = new Map<string, number>();

  function deliver(): void {
    const now = clock.now();
    const { isDesktop, quiet, muted } = settings();
    const unwanted = table.toShow().filter(({ kind }) => !isDesktop || muted.includes(kind));
    table.setDesktop(idsOf(unwanted), 'none');
    const waiting = table.toShow();
    if (waiting.length === 0) return;
    const silentUntil = quietUntil(quiet, now);
    if (silentUntil !== null) {
      table.setDesktop(idsOf(waiting), 'quiet');
      return schedule(silentUntil - now);
    }
    const held = waiting.filter(({ desktop }) => desktop === 'quiet');
    if (held.length > 0) show(held, held.length === 1 ? single(held) : words.quietSummary(held));
    for (const group of Map.groupBy(
      waiting.filter(({ desktop }) => desktop === 'waiting'),
      groupOf,
    ).values()) {
      const dueAt = nextOf(group, now);
      if (dueAt <= now) show(group, group.length === 1 ? single(group) : words.grouped(group));
      else schedule(dueAt - now);
    }
  }

  /** When the desktop may show this group. A time in the future is ignored: the clock was set back. */
  function nextOf([first]: readonly StoredAlert[], now: number): number {
    if (first === undefined) return now;
    const last = shown.get(groupOf(first)) ?? table.shownAt(first.profileId, first.kind);
    return last === null || last > now ? now : last + oncePerMs;
  }

  function single([alert]: readonly StoredAlert[]): { title: string; body: string } {
    return { title: alert?.title ?? '', body: alert?.body ?? '' };
  }

  function show(group: readonly StoredAlert[], { title, body }: { title: string; body: string }): void {
    const now = clock.now();
    const instances = new Set(group.map(({ profileId }) => instanceOf(profileId)));
    const [instance = null] = instances.size === 1 ? instances : [];
    // First, so that a crash or a failing desktop does not repeat the notification
    table.setDesktop(idsOf(group), 'shown', now);
    for (const alert of group) shown.set(groupOf(alert), now);
    notifier.notify({ title: plain(instance === null ? title : words.on(title, instance)), body: plain(body) });
  }

  /** Deliver after this time, or earlier if that is scheduled. */
  function schedule(ms: number): void {
    const at = clock.monotonic() + ms;
    if (at < timer.at && !ended.signal.aborted) void deliverAt(at, ms);
  }

  async function deliverAt(at: number, ms: number): Promise<void> {
    timer.cancel.abort();
    const own = { at, cancel: new AbortController() };
    timer = own;
    try {
      await clock.sleep(ms, AbortSignal.any([ended.signal, own.cancel.signal]));
    } catch {
      return;
    }
    timer = idle();
    try {
      deliver();
    } catch (thrown) {
      log.warn('notices not shown on the desktop', failed(thrown));
    }
  }

  return {
    /** New notices are stored, or the settings changed. */
    poke: (): void => schedule(collectMs),
    stop: (): void => ended.abort(),
  };
}

/** Removes invisible characters and markup, because names come from the platform and some desktops interpret markup. */
function plain(text: string): string {
  const visible = text
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .replaceAll('<', '‹')
    .replaceAll('>', '›');
  return visible.length > maxCharacters ? `${visible.slice(0, maxCharacters)}…` : visible;
}

const idle = () => ({ at: Infinity, cancel: new AbortController() });
const groupOf = ({ profileId, kind }: StoredAlert): string => `${profileId} ${kind}`;
const idsOf = (alerts: readonly StoredAlert[]): number[] => alerts.map(({ id }) => id);
