import { getSystemErrorMap } from 'node:util';
import { z } from 'zod';
import { codes, Failure, reasons } from '#shared/errors.ts';

const text = (shape: RegExp) => z.string().regex(shape);
/** A name in the code of Reeve. A reader must still compare it with those in the code. */
const ownName = text(/^[a-z][\w.-]{0,60}$/i);

/**
 * What a field of a log line can hold without a mark. Only `marked` holds free text: names, paths, addresses, messages of
 * the system, and IDs of profiles. `system`: an error code of the system or a library. `frames`: positions in scripts,
 * without folders.
 */
const kinds = {
  count: z.number(),
  code: z.enum(codes),
  reason: z.enum(reasons),
  host: z.enum(['electron', 'node']),
  cause: z.enum(['quit', 'failure']),
  processType: text(/^(Utility|Zygote|Sandbox helper|GPU|Pepper Plugin|Pepper Plugin Broker|Unknown)$/),
  processEnd: text(/^(clean-exit|abnormal-exit|killed|crashed|oom|launch-failed|integrity-failure|memory-eviction)$/),
  system: z.string().refine(isSystemCode),
  version: text(/^\d{1,4}\.\d{1,4}\.\d{1,4}(-(alpha|beta|rc|test)(\.\d{1,4})?)?$/),
  platform: text(
    /^(aix|android|darwin|freebsd|linux|openbsd|sunos|win32)( (arm|arm64|ia32|loong64|ppc64|riscv64|s390x|x64))?$/,
  ),
  frames: text(/^([\w.-]+:\d+:\d+( |$))+$/),
  ...{ job: ownName, watch: ownName, collection: ownName, endpoint: ownName, verb: ownName, database: ownName },
  marked: z.custom<string>(() => false),
};
export type FieldKind = keyof typeof kinds;
type Held<K extends FieldKind> = z.infer<(typeof kinds)[K]>;

/** Whether a value can be written without a mark. */
export function isUnmarked(kind: FieldKind, value: unknown): boolean {
  return kinds[kind].safeParse(value).success;
}

/** The fields of `failed`. */
const failure = {
  code: 'code',
  reason: 'reason',
  status: 'count',
  system: 'system',
  message: 'marked',
  frames: 'frames',
} as const;
const internal = { stack: 'marked', ...failure } as const;
const ofJob = { job: 'job', ...failure } as const;
const ofProfile = { profileId: 'marked', ...failure } as const;

/**
 * All events of the log, and what their fields hold. Diagnostics contain only lines that match this table.
 * Decision: build/decisions/0044-the-log-marks-free-text.md
 */
export const logEvents = {
  started: { host: 'host', version: 'version', platform: 'platform' },
  ended: { cause: 'cause' },
  'ended by a failure': internal,
  'failure while ending': internal,
  'not closed': internal,
  'process of a window ended': { reason: 'processEnd', exitCode: 'count' },
  'helper process ended': { type: 'processType', reason: 'processEnd', exitCode: 'count' },
  'window does not respond': {},
  'api.repeat': { endpoint: 'endpoint', attempt: 'count', status: 'count', reason: 'reason' },
  'application not opened': failure,
  'backup failed': { file: 'database' },
  'count not stored in the keychain': failure,
  'damage in database': { file: 'database', ...failure },
  'end of sending not counted': failure,
  'export not added': failure,
  'export not read': failure,
  'fact not stored': failure,
  'index not built': ofProfile,
  'job ended with an error': ofJob,
  'job failed': ofJob,
  'job not stored': ofJob,
  'list not observed': { collection: 'collection', ...failure },
  'lost writes not ended': failure,
  'mirrors not checked': failure,
  'no demo profile': failure,
  'notices not shown on the desktop': failure,
  'notices not stored': failure,
  'notices of changes not stored': failure,
  'outcomes not stored yet': failure,
  'paths of webhooks not stored': failure,
  'plan changes not published': failure,
  'profile not opened': ofProfile,
  'profile not removed': ofProfile,
  'proxy login not moved': ofProfile,
  'reply not processed': { endpoint: 'endpoint', ...failure },
  'setup not started': failure,
  'token not bound': ofProfile,
  'tray not updated': failure,
  'unexpected error': { verb: 'verb', ...internal },
  'watch failed': { watch: 'watch', ...failure },
  'watches not stored': failure,
  'watches not updated': failure,
  'write not cached': failure,
} as const satisfies Record<string, Record<string, FieldKind>>;

export type LogEvent = keyof typeof logEvents;
type Declared<E extends LogEvent> = {
  -readonly [F in keyof (typeof logEvents)[E]]?: Held<(typeof logEvents)[E][F] & FieldKind> | undefined;
};
/** The fields of an event. A field that is not declared does not compile, not even in a spread object. */
export type LogFields<E extends LogEvent, F> = F & Declared<E> & Record<Exclude<keyof F, keyof Declared<E>>, never>;

/** A failure in a log line. Its message and the stack can contain anything, so the message is marked. */
export function failed(thrown: unknown) {
  const { code, reason, status, message } = Failure.from(thrown);
  const frames = code === 'bug' ? framesOf(thrown) : undefined;
  return { code, reason, status, system: systemCode(thrown), message, frames };
}

/** As `failed`, with the stack of an internal error. */
export function failedWithStack(thrown: unknown) {
  return { stack: causeOf(thrown)?.stack, ...failed(thrown) };
}

const ofSystem = new Set(['ENOTFOUND', 'ESERVFAIL', ...Array.from(getSystemErrorMap().values(), ([name]) => name)]);
const ofSqlite =
  'ERROR|BUSY|LOCKED|NOMEM|READONLY|INTERRUPT|IOERR|CORRUPT|FULL|CANTOPEN|SCHEMA|TOOBIG|CONSTRAINT|NOTADB';
const detailOfSqlite = 'READ|SHORT_READ|WRITE|FSYNC|DATA|CORRUPTFS|SHMSIZE|SNAPSHOT|RECOVERY|UNIQUE|NOTNULL|PRIMARYKEY';
const ofUndici = 'CONNECT_TIMEOUT|HEADERS_TIMEOUT|BODY_TIMEOUT|SOCKET|ABORTED|DESTROYED|CLOSED';
const ofNode =
  'INVALID_ARG_TYPE|INVALID_STATE|OUT_OF_RANGE|WORKER_OUT_OF_MEMORY|STREAM_PREMATURE_CLOSE|STRING_TOO_LONG';
const ofLibraries = new RegExp(
  `^(SQLITE_(${ofSqlite})(_(${detailOfSqlite}))?|UND_ERR_(${ofUndici})|ERR_(${ofNode}|TLS_CERT_ALTNAME_INVALID))$`,
);

function isSystemCode(code: string): boolean {
  return ofSystem.has(code) || ofLibraries.test(code);
}

function systemCode(thrown: unknown): string | undefined {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth += 1) {
    if ('code' in error && typeof error.code === 'string' && isSystemCode(error.code)) return error.code;
  }
  return undefined;
}

/** The error that shows where a failure comes from. */
function causeOf(thrown: unknown): Error | undefined {
  if (thrown instanceof Failure && thrown.cause instanceof Error) return thrown.cause;
  return thrown instanceof Error ? thrown : undefined;
}

/** File names and positions without folders. Lines of the message, which could look like frames, are skipped. */
function framesOf(thrown: unknown): string | undefined {
  const { message = '', stack = '' } = causeOf(thrown) ?? {};
  const at = stack.indexOf(message);
  const lines = at < 0 ? [] : stack.slice(at + message.length).split('\n');
  const frames = lines.flatMap((line) => /([\w.-]+\.[jt]s:\d+:\d+)\)?$/.exec(line)?.[1] ?? []);
  return frames.length === 0 ? undefined : frames.slice(0, 12).join(' ');
}
