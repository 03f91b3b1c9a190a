import { z } from 'zod';
import { megabytes } from '#shared/time.ts';
import { Exported } from './exported.ts';
import { command, epochMs, event, query } from './kit.ts';
import { NoticeSettings } from './notices.ts';
import { pinLimits } from './pins.ts';

/**
 * Where the database key comes from. `ready`: open. `missing`: there is no keychain. `locked`: the keychain is
 * locked, or its key does not match the files. `passphrase`: the key is encrypted and needs its passphrase. `session`:
 * all data is in a temporary folder until exit.
 */
export const Vault = z.object({
  state: z.enum(['ready', 'missing', 'locked', 'passphrase', 'session']),
  /** The message of the keychain, if any. */
  reportedMessage: z.string().nullable(),
  hasPassphrase: z.boolean(),
  /** Databases exist, so no new key may be created. */
  hasData: z.boolean(),
});
export type Vault = z.infer<typeof Vault>;

/** Entries of one kind that are missing from a restored database, or are outdated in it. */
export const Lost = z.object({
  kind: z.string(),
  count: z.number(),
  /** Names of the newest entries, at most 20. */
  names: z.array(z.string()),
  /** False: part of the table could not be read, so more may be lost. */
  isComplete: z.boolean(),
});
export type Lost = z.infer<typeof Lost>;

/**
 * The detail of the notices `state-restored`, `archive-restored` and `blobs-restored`, as JSON. In notices of earlier
 * releases, any field may be missing.
 */
export const RestoredDetail = z.object({
  file: z.string().default(''),
  /** Where the damaged file is now. */
  asideAt: z.string().nullable().default(null),
  /** The backup that replaced it; the file itself: only its last transaction is lost; null: an empty file replaced it. */
  from: z.string().nullable().default(null),
  /** When that backup was taken, epoch milliseconds. */
  takenAt: z.number().nullable().default(null),
  /** How many files were copied from a damaged `blobs.db`. */
  kept: z.number().optional(),
  /** Null: not known, because nothing of the damaged file can be read. */
  lost: z.array(Lost).nullable().default(null),
  /** False: the write-ahead log of the damaged file ends too early, so more than `lost` may be missing. */
  isLogWhole: z.boolean().default(true),
  /** Number of entries that now wait for a person, by kind. */
  held: z.record(z.string(), z.number()).default({}),
});
export type RestoredDetail = z.infer<typeof RestoredDetail>;

/** The detail of the notice `cache-repaired`, as JSON. */
export const RepairedDetail = z.object({
  /** The instance. */
  name: z.string().default(''),
  /** Records that were kept. */
  rows: z.number().default(0),
  /** Records that could not be read, by collection; null: not known. */
  lost: z.record(z.string(), z.number()).nullable().default(null),
  asideAt: z.string().nullable().default(null),
});

export const HostStatus = z.object({
  host: z.enum(['electron', 'node']),
  version: z.string(),
  platform: z.string(),
  dataFolder: z.string(),
  vault: Vault,
  /** Whether the machine has a network. Whether an instance can be reached is in `connection`. */
  isOnline: z.boolean(),
  /** A database with a read error is being examined. Meanwhile, calls that need it fail, and nothing is sent for them. */
  isChecking: z.boolean(),
  /** Why the data folder can't be written (a `Reason`). Its data is shown, but nothing is saved. Null: it can be written. */
  unwritable: z.string().nullable(),
  notices: z.array(z.object({ at: epochMs, code: z.string(), detail: z.string() })),
});
export type HostStatus = z.infer<typeof HostStatus>;

/** Connection state of the open profile. `unknown`: no request since the start. */
export const Connection = z.object({
  state: z.enum(['online', 'offline', 'unknown']),
  /** A `Reason` or code of the failure that made it offline. */
  reason: z.string().nullable(),
  since: epochMs,
  /**
   * Why the platform refuses everything of this profile, or all changes of it, and since when: a `Reason`; null: it does
   * not, as far as the last replies show.
   */
  refusal: z.object({ reason: z.string(), since: epochMs }).nullable(),
  /** Time of the last reply that was no refusal of everything, also from before this start of Reeve. */
  lastSuccessAt: epochMs.nullable(),
  /** Median of the last round trips; null without requests. */
  latencyMs: z.number().nullable(),
  /** The rate limit that the platform reported; null: this instance doesn't report one. */
  budget: z.object({ limit: z.number(), remaining: z.number(), resetAt: epochMs.nullable() }).nullable(),
  /** Until when a rate limit holds back all requests; null: it does not. */
  heldUntil: epochMs.nullable(),
});
export type Connection = z.infer<typeof Connection>;

/** What a window shows when Reeve ends. */
export const Ending = z.object({ what: z.string(), nextStep: z.string() });
export type Ending = z.infer<typeof Ending>;

/** One sent request, without token, secret query values and body. */
export const RequestEntry = z.object({
  at: epochMs,
  method: z.string(),
  path: z.string(),
  status: z.number().nullable(),
  ms: z.number(),
  bytes: z.number(),
  attempt: z.number(),
  requestId: z.string().nullable(),
  failure: z.string().nullable(),
});
export type RequestEntry = z.infer<typeof RequestEntry>;

/** What a package was built from. */
export const Build = z.object({
  /** The beginning of its hash, followed by `with changes` if files differed from it; null: unknown. */
  commit: z.string().nullable(),
  /** Time of the commit; null: unknown. */
  at: epochMs.nullable(),
});
export type Build = z.infer<typeof Build>;

/** Third-party software in a package. */
export const Software = z.object({
  name: z.string(),
  version: z.string(),
  /** SPDX identifier or expression. */
  licence: z.string(),
  repository: z.string().nullable(),
  /** The text of its license files; null: it has none. */
  text: z.string().max(100_000).nullable(),
});
export type Software = z.infer<typeof Software>;

const preferenceFields = {
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['compact', 'default', 'comfortable']),
  isSidebarFolded: z.boolean(),
  /** Whether a section of the sidebar shows its pages, by its title. Absent: the default of the section. */
  openSections: z.record(z.string(), z.boolean()),
  panelWidthPx: z.number(),
  /** A remote mirror without success for this many hours is overdue. */
  mirrorNoSuccessHours: z.number().int().min(1).max(720),
  /** Per table: columns in order, their widths in px, hidden ones, and the sort. Only the window knows the format. */
  tables: z.record(z.string(), z.unknown()),
  /** Per profile: the scopes of the group and project that are selected in the top bar, and recent ones, newest first. */
  scopes: z.record(
    z.string(),
    z.object({ group: z.string().nullable(), project: z.string().nullable(), recent: z.array(z.string()).max(12) }),
  ),
  /** The size up to which Reeve keeps downloaded files, such as dependency exports. */
  storedFilesLimitBytes: z.number().int().min(megabytes(10)).max(megabytes(102_400)),
  /** The estimated size up to which pins store what they contain, and the largest file that a pin downloads. */
  pinQuotaBytes: z.number().int().min(megabytes(pinLimits.quota.least)).max(megabytes(pinLimits.quota.most)),
  pinFileBytes: z.number().int().min(megabytes(pinLimits.file.least)).max(megabytes(pinLimits.file.most)),
  notices: NoticeSettings,
  /** Show Reeve in the tray of the desktop, and keep it running when its last window is closed. */
  hasTray: z.boolean(),
};

/** Settings of this installation. */
export const Preferences = z.object({
  theme: preferenceFields.theme.default('system'),
  density: preferenceFields.density.default('default'),
  isSidebarFolded: preferenceFields.isSidebarFolded.default(false),
  openSections: preferenceFields.openSections.default({}),
  panelWidthPx: preferenceFields.panelWidthPx.default(392),
  mirrorNoSuccessHours: preferenceFields.mirrorNoSuccessHours.default(6),
  tables: preferenceFields.tables.default({}),
  scopes: preferenceFields.scopes.default({}),
  storedFilesLimitBytes: preferenceFields.storedFilesLimitBytes.default(megabytes(500)),
  pinQuotaBytes: preferenceFields.pinQuotaBytes.default(megabytes(5_120)),
  pinFileBytes: preferenceFields.pinFileBytes.default(megabytes(200)),
  notices: preferenceFields.notices.default(NoticeSettings.parse({})),
  hasTray: preferenceFields.hasTray.default(false),
});
export type Preferences = z.infer<typeof Preferences>;

/** Changed settings. Others stay unchanged. */
export const PreferencesChange = z.object(preferenceFields).partial();

/** The format of the queries that this release saves. Version 1 has `gone` instead of `notReturned`. */
export const viewVersion = 2;

/** A named query of a console. The console defines the format of `query`; `version`: of this format. */
export const SavedView = z.object({
  id: z.string(),
  table: z.string(),
  name: z.string().trim().min(1).max(60),
  query: z.unknown(),
  version: z.number().int().min(1),
  createdAt: epochMs,
});
export type SavedView = z.infer<typeof SavedView>;

/** The files of collected diagnostics; `bytes`: the size in UTF-8. */
export const Diagnostics = z.object({
  id: z.string(),
  files: z.array(z.object({ name: z.string(), bytes: z.number().int() })),
});
export type Diagnostics = z.infer<typeof Diagnostics>;

export const host = {
  status: query(z.object({}).optional(), HostStatus),
  /** Try the keychain again. */
  retry: command(z.object({}).optional(), Vault),
  /** Decrypt the key with its passphrase. Without data and keychain, create a key and encrypt it with the passphrase. */
  unlock: command(z.object({ passphrase: z.string().min(8).max(1_000) }), Vault),
  /** Also encrypt the key of an open vault with a passphrase, so that the data is not lost with the keychain. */
  setPassphrase: command(z.object({ passphrase: z.string().min(8).max(1_000) }), Vault),
  /** Work in a temporary folder that is deleted at exit. */
  useSession: command(z.object({}).optional(), Vault),
  connection: query(z.object({}).optional(), Connection),
  requests: query(
    z.object({ limit: z.number().int().min(1).max(500).default(200) }),
    z.object({ entries: z.array(RequestEntry) }),
  ),
  /** Open a page of the open profile's instance in the person's browser; other origins are refused. */
  openWeb: command(z.object({ url: z.string() }), z.object({ opened: z.boolean() }), { remote: true }),
  /** Null: this build is not a package. */
  build: query(z.object({}).optional(), z.object({ build: Build.nullable() })),
  /** At most 1,000 entries, with their licenses; null: this build is not a package, so it has no list. */
  software: query(z.object({}).optional(), z.object({ software: z.array(Software).max(1_000).nullable() })),
  /** Show a file that Reeve has written, or the data folder, in the file manager of the system. */
  showFile: command(z.object({ path: z.string() }), z.object({ shown: z.boolean() })),
  /** Collect diagnostics and keep them under an ID, with the files of the zip. Nothing is saved. */
  collectDiagnostics: command(z.object({}).optional(), Diagnostics),
  /** One file of collected diagnostics. Fails: `missing` if newer ones have replaced them. */
  diagnosticsFile: query(z.object({ id: z.string(), name: z.string() }), z.object({ text: z.string() })),
  /** Save collected diagnostics as a zip; `rows`: its files. Fails: `missing`; `aborted` when the person cancels. */
  saveDiagnostics: command(z.object({ id: z.string() }), Exported),
  preferences: query(z.object({}).optional(), Preferences),
  setPreferences: command(PreferencesChange, Preferences),
  /** The saved views of a console, by name; without `table` those of all consoles. */
  views: query(z.object({ table: z.string().optional() }), z.object({ views: z.array(SavedView) })),
  saveView: command(
    SavedView.omit({ createdAt: true, id: true }).extend({
      id: z.string().optional(),
      version: SavedView.shape.version.default(viewVersion),
    }),
    SavedView,
  ),
  removeView: command(z.object({ id: z.string() }), z.object({ removed: z.boolean() })),
  statusChanged: event(z.object({})),
  ending: event(Ending),
  connectionChanged: event(Connection),
  preferencesChanged: event(Preferences),
  viewsChanged: event(z.object({ table: z.string() })),
};
