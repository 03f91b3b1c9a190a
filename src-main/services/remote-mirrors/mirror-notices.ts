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
  /** The alarm that the row had before. */
  before: string | null;
  now: number;
}

/** The present alarm of a mirror, and the end of the one before. */
export function mirrorObservations(
  { profileId, scope, id }: MirrorAt,
  row: WatchedMirror,
  { alarm, isMuted, before, now }: State,
): Observation[] {
  const subject = words.subject(row.project_path ?? scope, row.target_host ?? row.url ?? String(id));
  const kinds = mirrorAlarms.filter((kind) => kind === alarm?.kind || kind === before);
  return kinds.map((kind) => ({
    profileId,
    kind: noticeKinds[kind],
    key: `${scope} ${id}`,
    isAlarm: kind === alarm?.kind,
    at: now,
    subject,
    title: words.title[kind](subject),
    body: kind === 'failed' ? (row.last_error ?? '') : '',
    // The end of a muted alarm is not a recovery
    ...(!isMuted && { recovered: words.recovered[kind](subject) }),
    link: { page: 'remote-mirrors', query: { id: String(id), at: scope } },
  }));
}
