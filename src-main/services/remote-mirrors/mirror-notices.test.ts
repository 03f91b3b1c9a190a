import { expect, test } from 'vitest';
import type { MirrorAlarm, WatchedMirror } from '#shared/contract/remote-mirrors.ts';
import { mirrorObservations } from './mirror-notices.ts';

const at = { profileId: 'p1', scope: 'project:7', id: 3 };
const alarm = (kind: MirrorAlarm['kind']): MirrorAlarm => ({
  ...{ kind, since: 1, count: 1, medianMs: null, added: 0, removed: 0 },
});

/** The kinds that are alarms, and those whose end would be a recovery. */
function statesOf(row: Partial<WatchedMirror>, state: { alarm: MirrorAlarm | null; isMuted?: boolean }) {
  const mirror = { id: 3, enabled: true, url: 'https://git.example/a.git', ...row };
  const all = mirrorObservations(at, mirror, { isMuted: false, now: 2, ...state });
  return {
    alarms: all.filter(({ isAlarm }) => isAlarm).map(({ kind }) => kind),
    recovered: all.filter(({ recovered }) => recovered !== undefined).length,
  };
}

test('only an enabled mirror without any alarm has recovered', () => {
  expect(statesOf({}, { alarm: null })).toEqual({ alarms: [], recovered: 4 });
  expect(statesOf({}, { alarm: alarm('stuck') })).toEqual({ alarms: ['mirror-stuck'], recovered: 0 });
  expect(statesOf({ enabled: false }, { alarm: null })).toEqual({ alarms: [], recovered: 0 });
  expect(statesOf({}, { alarm: null, isMuted: true })).toEqual({ alarms: [], recovered: 0 });
});
