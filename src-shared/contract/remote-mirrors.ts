import { z } from 'zod';
import { collection } from './collection.ts';
import { keyFaults } from './keys.ts';
import { command, epochMs, instant, nullish, query, Scope } from './kit.ts';

/** A push mirror (document 1:73). Username and password in its URL are never returned. */
export const RemoteMirror = z.looseObject({
  id: z.number().int(),
  url: z.string().nullish(),
  enabled: z.boolean().nullish(),
  auth_method: z.string().nullish(),
  host_keys: z.array(z.looseObject({ fingerprint_sha256: z.string().nullish() })).nullish(),
  ...nullish(z.boolean(), 'keep_divergent_refs', 'only_protected_branches'),
  ...nullish(z.string(), 'mirror_branch_regex', 'last_error'),
  ...nullish(instant, 'last_successful_update_at', 'last_update_at', 'last_update_started_at'),
  update_status: z.string().nullish(),
});
export type RemoteMirror = z.infer<typeof RemoteMirror>;

/** The public key of a mirror (document 1:185). */
export const MirrorPublicKey = z.looseObject({ public_key: z.string() });

/** The editable fields of a mirror (document 1:187). `mirror_branch_regex` requires a paid tier. */
export const RemoteMirrorEdit = z.strictObject({
  auth_method: z.enum(['ssh_public_key', 'password']).optional(),
  enabled: z.boolean().optional(),
  /** Either `type key` or a line of known_hosts. */
  host_keys: z.array(z.string().min(1)).optional(),
  keep_divergent_refs: z.boolean().optional(),
  mirror_branch_regex: z.string().optional(),
  only_protected_branches: z.boolean().optional(),
});

/** A new mirror, disabled by default (document 1:186). */
export const RemoteMirrorCreate = RemoteMirrorEdit.extend({ url: z.string().min(1) });

/** The states after an update that failed. Real installations also have `to_retry`: the update will be tried again. */
export const failedMirrorStatuses = ['failed', 'to_retry'] as const;
/** The states of a mirror (document 1:98). */
export const mirrorStatuses = ['none', 'scheduled', 'started', 'finished', ...failedMirrorStatuses] as const;

/** The number of enabled push mirrors that a project can have (document 1:247). */
export const mostEnabledMirrors = 10;

/**
 * `stuck`: an update has been running for too long. `failed`: the last update failed. `host_keys`: the host keys are not
 * the accepted ones. `no_success`: updates were tried, and none succeeded for some hours.
 */
export const mirrorAlarms = ['stuck', 'failed', 'host_keys', 'no_success'] as const;
export type MirrorAlarmKind = (typeof mirrorAlarms)[number];

/** A mirror with fields of Reeve. They are missing until Reeve has processed the row for the first time. */
export const WatchedMirror = RemoteMirror.extend({
  project_path: z.string().nullish(),
  /** The host of the URL. */
  target_host: z.string().nullish(),
  /** One of `mirrorAlarms`; null: none, or muted. */
  alarm: z.string().nullish(),
  /** 1: alarm; 2: an update is under way; 3: neither; 4: disabled. */
  alarm_rank: z.number().int().nullish(),
  /** Enabled, and without success for longer than the setting, whether or not an update was tried. */
  is_overdue: z.boolean().nullish(),
});
export type WatchedMirror = z.infer<typeof WatchedMirror>;

/** The fields that the platform does not return. */
export const ownMirrorFields = ['project_path', 'target_host', 'alarm', 'alarm_rank', 'is_overdue'] as const;

export const RemoteMirrorListFilter = z.object({
  update_status: z.array(z.enum(mirrorStatuses)).optional(),
  alarm: z.enum(mirrorAlarms).optional(),
  has_alarm: z.boolean().optional(),
  is_overdue: z.boolean().optional(),
  enabled: z.boolean().optional(),
  auth_method: z.enum(['ssh_public_key', 'password']).optional(),
  success_before: instant.optional(),
});

/**
 * Why a mirror needs attention. `since` null: not known. `count`: failed updates in a row that Reeve saw. `added` and
 * `removed`: host keys, compared with the accepted ones.
 */
export const MirrorAlarm = z.object({
  kind: z.enum(mirrorAlarms),
  since: epochMs.nullable(),
  count: z.number().int(),
  medianMs: z.number().nullable(),
  added: z.number().int(),
  removed: z.number().int(),
});
export type MirrorAlarm = z.infer<typeof MirrorAlarm>;

/** One update. `startedAt` null: its start was not seen, or it is only scheduled. `endedAt` null: under way. */
export const MirrorBar = z.object({
  state: z.enum(['ok', 'slow', 'failed', 'underWay']),
  startedAt: epochMs.nullable(),
  endedAt: epochMs.nullable(),
});
export type MirrorBar = z.infer<typeof MirrorBar>;

/** What Reeve knows of a mirror besides its row. `bars`: the newest updates, at most 20, oldest first. */
export const MirrorFacts = z.object({
  scope: Scope,
  id: z.number().int(),
  bars: z.array(MirrorBar),
  medianMs: z.number().nullable(),
  /** Also while it is muted. */
  alarm: MirrorAlarm.nullable(),
  mutedUntil: epochMs.nullable(),
  /** Enabled mirrors of the project, of at most `mostEnabledMirrors`. */
  enabledInProject: z.number().int(),
});
export type MirrorFacts = z.infer<typeof MirrorFacts>;

/**
 * What happened to a mirror. `failed`: `count` updates in a row, the first one at `since`. `recovered`: the first
 * success after them. `slow`, `finished`: `ms` is the duration, `medianMs` the median before it.
 */
export const MirrorEvent = z.object({
  kind: z.enum([
    'failed',
    'recovered',
    'slow',
    'finished',
    'hostKeys',
    'keysAccepted',
    'enabled',
    'disabled',
    'muted',
    'unmuted',
  ]),
  at: epochMs,
  since: epochMs.nullable(),
  count: z.number().int(),
  ms: z.number().nullable(),
  medianMs: z.number().nullable(),
  added: z.number().int(),
  removed: z.number().int(),
});
export type MirrorEvent = z.infer<typeof MirrorEvent>;

/** `events`: newest first. `keysSince`: when the present host keys were first seen. */
export const MirrorRecord = z.object({
  events: z.array(MirrorEvent),
  keysSince: epochMs.nullable(),
  areKeysFirst: z.boolean(),
});
export type MirrorRecord = z.infer<typeof MirrorRecord>;

export const hostKeyProblems = [
  'no-key',
  'several',
  'certificate',
  'fingerprint',
  'unreadable',
  'marker',
  'hashed',
] as const;

/**
 * A line of host keys. `send`: the text to send; null if there is a problem. `host`: the host that the line names; null:
 * none, so the platform takes the host of the URL.
 */
export const HostKeyLine = z.object({
  line: z.number().int(),
  send: z.string().nullable(),
  type: z.string().nullable(),
  bits: z.number().int().nullable(),
  sha256: z.string().nullable(),
  host: z.string().nullable(),
  isOtherHost: z.boolean(),
  problem: z.enum(hostKeyProblems).nullable(),
  fault: z.enum(keyFaults).nullable(),
  detail: z.string().nullable(),
});
export type HostKeyLine = z.infer<typeof HostKeyLine>;

const MirrorAddress = z.object({ scope: Scope, id: z.number().int() });

/** Push mirrors of projects: `project:ID`. */
export const remoteMirrors = collection({
  row: WatchedMirror,
  lists: { project: 'GET /projects/:id/remote_mirrors' },
  one: 'GET /projects/:id/remote_mirrors/:mirror_id',
  setup: { position: 100, role: 'maintainer' },
  title: ['target_host', 'url'],
  about: 'project_path',
  columns: {
    alarm_rank: 'number',
    project_path: 'normal',
    target_host: 'normal',
    url: 'normal',
    update_status: 'text',
    alarm: 'text',
    is_overdue: 'flag',
    enabled: 'flag',
    auth_method: 'text',
    last_successful_update_at: 'last',
    last_update_at: 'last',
  },
  searched: ['project_path', 'url', 'last_error'],
  recorded: {
    also: ['keep_divergent_refs', 'only_protected_branches', 'mirror_branch_regex', 'host_keys'],
    not: ['alarm_rank', 'alarm', 'is_overdue', 'update_status', 'last_error', 'project_path'],
  },
  indexes: [['alarm_rank'], ['project_path'], ['target_host'], ['last_successful_update_at'], ['update_status']],
  counted: ['update_status', 'enabled'],
  filter: RemoteMirrorListFilter,
  where: {
    update_status: 'oneOf',
    alarm: 'equal',
    has_alarm: { by: 'hasValue', column: 'alarm' },
    is_overdue: 'flag',
    enabled: 'flag',
    auth_method: 'equal',
    success_before: { by: 'before', column: 'last_successful_update_at' },
  },
  verbs: {
    /** What Reeve recorded about the shown rows, in the order of the input. */
    facts: query(z.object({ rows: z.array(MirrorAddress).max(200) }), z.object({ facts: z.array(MirrorFacts) })),
    record: query(MirrorAddress, MirrorRecord),
    /** Enabled mirrors of a project, as far as they are cached. */
    enabledIn: query(z.object({ scope: Scope }), z.object({ enabled: z.number().int() })),
    /** Check host keys without a request. `host`: the one of the URL, with its port if it has one. */
    checkHostKeys: query(
      z.object({ host: z.string().nullable(), text: z.string().max(100_000) }),
      z.object({ holdsPrivateKey: z.boolean(), lines: z.array(HostKeyLine) }),
    ),
    /** Only mirrors with SSH authentication have one. */
    publicKey: query(MirrorAddress, z.object({ publicKey: z.string() }), { remote: true }),
    /** `until` null: no longer. */
    mute: command(MirrorAddress.extend({ until: epochMs.nullable() }), z.object({})),
    /** The present host keys are the expected ones; or `keys`, the fingerprints of keys that were just sent. */
    acceptHostKeys: command(MirrorAddress.extend({ keys: z.array(z.string()).optional() }), z.object({})),
    /** Check these projects now. */
    check: command(z.object({ scopes: z.array(Scope).max(200) }), z.object({})),
  },
});
