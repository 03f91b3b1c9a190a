import type { MirrorAt } from '#main/state/mirror-marks.ts';
import type { NoticeKind } from '#shared/contract/notices.ts';
import {
  mirrorAlarms,
  type MirrorAlarm,
  type MirrorAlarmKind,
  type WatchedMirror,
} from '#shared/contract/remote-mirrors.ts';
import { mirrorNotices as words } from '#shared/text/en/remote-mirrors.ts';
import type { Observation } from '../notices/notice.ts';

const noticeKinds: Record<MirrorAlarmKind, NoticeKind> = {
  stuck: 'mirror-stuck',
  failed: 'mirror-failed',
  host_keys: 'mirror-host-keys',
  no_success: 'mirror-no-success',
};

interface State {
  /** Null: none, or muted. */
  alarm: MirrorAlarm | null;
  isMuted: boolean;
  now: number;
}

/** The state of a mirror for each kind of alarm. It has one alarm at most: the most important one. */
export function mirrorObservations(
  { profileId, scope, id }: MirrorAt,
  row: WatchedMirror,
  { alarm, isMuted, now }: State,
): Observation[] {
  const subject = words.subject(row.project_path ?? scope, row.target_host ?? row.url ?? String(id));
  // An alarm also ends if another alarm replaces it, or if the mirror is muted or disabled. That is no recovery
  const hasRecovered = alarm === null && !isMuted && row.enabled === true;
  return mirrorAlarms.map((kind) => ({
    ...{ profileId, kind: noticeKinds[kind], key: `${scope} ${id}`, at: now, subject },
    isAlarm: kind === alarm?.kind,
    first: { label: words.first[kind], filter: { enabled: true, alarm: kind } },
    title: words.title[kind](subject),
    body: kind === 'failed' ? (row.last_error ?? '') : '',
    ...(hasRecovered && { recovered: ['mirror-recovered', words.recovered[kind](subject)] }),
    link: { page: 'remote-mirrors', query: { id: String(id), at: scope } },
  }));
}
