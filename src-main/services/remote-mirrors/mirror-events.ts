import type { MirrorEvent } from '#shared/contract/remote-mirrors.ts';
import type { MirrorMarkOf } from '#main/state/mirror-marks.ts';
import { keysChange } from './mirror-alarms.ts';
import { durationOf, type MirrorUpdate } from './mirror-updates.ts';

type Seen<M> = M & { at: number };

/** Marks of one mirror, newest first. */
export interface MirrorMarks {
  updates: readonly MirrorUpdate[];
  switches: readonly Seen<MirrorMarkOf<'enabled'>>[];
  keys: readonly Seen<MirrorMarkOf<'host-keys'>>[];
  accepted: readonly Seen<MirrorMarkOf<'accepted-keys'>>[];
  mutes: readonly Seen<MirrorMarkOf<'muted'>>[];
}

const blank = { since: null, count: 0, ms: null, medianMs: null, added: 0, removed: 0 } as const;

/**
 * What happened to a mirror, newest first: failed updates in a row are one event, and of the successful ones only slow
 * ones, the first after a failure and the newest are events.
 */
export function eventsOf(marks: MirrorMarks, most: number): MirrorEvent[] {
  return [
    ...updateEvents(marks.updates.toReversed()),
    ...marks.switches
      .filter(({ isFirst }) => !isFirst)
      .map(({ at, isEnabled }) => ({ ...blank, kind: isEnabled ? ('enabled' as const) : ('disabled' as const), at })),
    ...marks.keys.flatMap(({ at, keys, isFirst }, index): MirrorEvent[] => {
      const before = marks.keys[index + 1];
      return isFirst || before === undefined
        ? []
        : [{ ...blank, kind: 'hostKeys', at, ...keysChange(before.keys, keys) }];
    }),
    ...marks.accepted.map(({ at }) => ({ ...blank, kind: 'keysAccepted' as const, at })),
    ...marks.mutes.map(({ at, until }): MirrorEvent =>
      until === null ? { ...blank, kind: 'unmuted', at } : { ...blank, kind: 'muted', at, since: until },
    ),
  ]
    .sort((one, other) => other.at - one.at)
    .slice(0, most);
}

/** `updates`: oldest first. */
function updateEvents(updates: readonly MirrorUpdate[]): MirrorEvent[] {
  const events: MirrorEvent[] = [];
  let failures: MirrorUpdate[] = [];
  const newestOk = updates.findLast(({ isOk }) => isOk);
  for (const update of updates) {
    const { endedAt: at, isOk, isSlow, medianMs } = update;
    if (!isOk) {
      failures.push(update);
      continue;
    }
    const [first] = failures;
    const ms = durationOf(update);
    if (first !== undefined)
      events.push({ ...blank, kind: 'recovered', at, since: first.endedAt, count: failures.length, ms });
    failures = [];
    if (isSlow) events.push({ ...blank, kind: 'slow', at, ms, medianMs });
    else if (update === newestOk && first === undefined) events.push({ ...blank, kind: 'finished', at, ms, medianMs });
  }
  const [first, last] = [failures[0], failures.at(-1)];
  if (first !== undefined && last !== undefined)
    events.push({ ...blank, kind: 'failed', at: last.endedAt, since: first.endedAt, count: failures.length });
  return events;
}
