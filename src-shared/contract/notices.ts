import { z } from 'zod';
import { edgeKinds } from './change-edges.ts';
import { command, epochMs, event, query } from './kit.ts';

/**
 * What notices are about. Notices of the same kind are grouped, and can be muted together. Each has its words in
 * `text/en/notices.ts`. The names are stored.
 */
export const noticeKinds = [
  'found',
  'access-refused',
  'access-back',
  'job-failed',
  'job-waits',
  'job-finished',
  'runner-offline',
  'runner-online',
  'dependency-export-failed',
  'dependency-export-kept',
  'token-expiring',
  'token-expired',
  'webhook-disabled',
  'webhook-enabled',
  'webhook-failing',
  'webhook-delivering',
  'mirror-stuck',
  'mirror-failed',
  'mirror-host-keys',
  'mirror-no-success',
  'mirror-recovered',
  'import-failed',
  'import-no-news',
  'import-finished',
  ...edgeKinds,
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** A page of the window with its query. */
export const NoticeLink = z.object({
  /** The first segments of the page's path, for example `remote-mirrors`. */
  page: z.string(),
  /**
   * Parameters of the address. `id`: the open row; it becomes a segment of the path. `scope`: the scope that the window
   * shows; missing: the whole instance. `at` and `view`: as in the address of a list.
   */
  query: z.record(z.string(), z.string()),
});
export type NoticeLink = z.infer<typeof NoticeLink>;

/** `alarm`: the state needs attention. `recovered`: the alarm ended. `info`: something happened that needs no attention. */
export const noticeTones = ['alarm', 'recovered', 'info'] as const;

export const Notice = z.object({
  id: z.number().int(),
  profileId: z.string(),
  /** A `NoticeKind`, or one of another release. */
  kind: z.string(),
  at: epochMs,
  tone: z.enum(noticeTones),
  subject: z.string(),
  title: z.string(),
  body: z.string(),
  link: NoticeLink,
  /** Of the kind `found`: the number of subjects that needed attention when Reeve first saw them, and their list. */
  found: z.array(z.object({ label: z.string(), count: z.number().int(), link: NoticeLink })),
  isRead: z.boolean(),
});
export type Notice = z.infer<typeof Notice>;

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** Settings of notices. They apply to all instances. */
export const NoticeSettings = z.object({
  /** Show notices on the desktop. */
  isDesktop: z.boolean().default(true),
  /** Local times `HH:MM` between which the desktop stays silent. Equal times: none. */
  quiet: z.object({ from: clock, to: clock }).nullable().default(null),
  /** Kinds that are not shown on the desktop and do not count as unread. */
  muted: z.array(z.string()).default([]),
});
export type NoticeSettings = z.infer<typeof NoticeSettings>;

/** The ids of notices; null: all. */
const which = z.object({ ids: z.array(z.number().int()).max(1_000).nullable() });

/** Changes of observed states. Facts about this installation, for example a repaired cache, are in `host.status`. */
export const notices = {
  /** The newest 500 notices, newest first. `profileId`: only those of one profile. */
  list: query(
    z.object({ profileId: z.string().optional() }).optional(),
    z.object({ notices: z.array(Notice), unread: z.number().int(), total: z.number().int() }),
  ),
  markRead: command(which, z.object({ unread: z.number().int() })),
  /** Delete notices. A state that is an alarm now produces no new notice. */
  clear: command(which, z.object({ unread: z.number().int() })),
  changed: event(z.object({ unread: z.number().int() })),
};
