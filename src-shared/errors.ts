/** The kind of a failure. The list is closed: a new code requires a change of every `switch` over codes. */
export const codes = [
  'offline',
  'denied',
  'missing',
  'conflict',
  'invalid',
  'throttled',
  'aborted',
  'remote',
  'bug',
] as const;
export type Code = (typeof codes)[number];

/**
 * The reason of a failure. Each has its own sentence in `text/en/failures.ts`. A failure without a reason is described
 * by its code.
 */
export const reasons = [
  // Connection to the platform, and unusable replies
  'address-invalid',
  'plain-http',
  'name-not-found',
  'connection-refused',
  'connection-lost',
  'tls',
  'no-tls',
  'proxy',
  'timed-out',
  'platform-down',
  'not-json',
  'not-this-api',
  'foreign-redirect',
  'dead-redirect',
  'foreign-link',
  'page-repeated',
  'too-large',
  'unreadable-reply',
  // Refused by the platform
  'token-missing',
  'token-elsewhere',
  'token-rejected',
  'token-ended',
  'scope',
  'role',
  'account',
  'terms',
  'two-factor',
  'read-only-instance',
  'moved',
  'tier',
  'not-by-api',
  'hidden-or-missing',
  'never-configured',
  'not-offered',
  'other-limit',
  'refused-by-proxy',
  'not-finished',
  'exclusive-parameters',
  'two-names',
  'not-in-dialect',
  'limit-known',
  'too-many-rows',
  'endpoint-limit',
  'list-without-end',
  // Refused by Reeve, or failures of this machine
  'read-only',
  'needs-plan',
  'needs-confirmation',
  'drifted',
  'no-undo',
  'keychain-missing',
  'keychain-locked',
  'passphrase-wrong',
  'key-mismatch',
  'checking',
  'corrupt',
  'disk-failed',
  'disk-full',
  'folder-read-only',
  'in-the-past',
  'not-recorded',
  'database-locked',
  'folder-busy',
  'needs-secret',
  'being-removed',
  'other-address',
  'too-many-gone',
  'not-cached',
  'nothing-below',
  'disk-low',
  'storage-limit',
  'file-damaged',
  'file-not-kept',
  'file-unreadable',
  'text-too-costly',
  'text-too-long',
] as const;
export type Reason = (typeof reasons)[number];

/** Why a certificate is not trusted, for the reason `tls`. */
export const distrusts = ['self-signed', 'unknown-authority', 'expired', 'not-yet-valid', 'other-name'] as const;
export type Distrust = (typeof distrusts)[number];

/** A failure as plain data, for wires, the journal and windows. Never contains a secret. */
export interface FailureData {
  code: Code;
  /** For debugging. Windows show the text for `reason` or `code` instead. */
  message: string;
  reason?: Reason | undefined;
  distrust?: Distrust | undefined;
  /** HTTP status, if the platform replied. */
  status?: number | undefined;
  /** The platform's message, at most 2,000 characters. Without a status: the message of the connection error. */
  reportedMessage?: string | undefined;
  /** The platform's request ID, if it sends one. */
  requestId?: string | undefined;
  /** Epoch milliseconds. A retry before this time fails. */
  retryAtMs?: number | undefined;
  /** The invalid input field, as a path with dots. */
  field?: string | undefined;
}

/**
 * The only error class of Reeve. Failures are distinguished by `code`, because classes don't survive a wire. `cause`
 * stays on the side where it was thrown.
 */
export class Failure extends Error implements FailureData {
  override readonly name = 'Failure';
  readonly code: Code;
  readonly reason: Reason | undefined;
  readonly distrust: Distrust | undefined;
  readonly status: number | undefined;
  readonly reportedMessage: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAtMs: number | undefined;
  readonly field: string | undefined;

  constructor(code: Code, message: string, more: Omit<FailureData, 'code' | 'message'> & { cause?: unknown } = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.reason = more.reason;
    this.distrust = more.distrust;
    this.status = more.status;
    this.reportedMessage = more.reportedMessage;
    this.requestId = more.requestId;
    this.retryAtMs = more.retryAtMs;
    this.field = more.field;
  }

  toData(): FailureData {
    const { code, message, reason, distrust, status, reportedMessage, requestId, retryAtMs, field } = this;
    return { code, message, reason, distrust, status, reportedMessage, requestId, retryAtMs, field };
  }

  static fromData(data: FailureData): Failure {
    const { code, message, ...more } = data;
    return new Failure(code, message, more);
  }

  /**
   * Anything thrown, as a Failure: an abort stays an abort, a failure of the disk or a database gets its own reason,
   * and anything unknown is a `bug`.
   */
  static from(thrown: unknown): Failure {
    if (thrown instanceof Failure) return thrown;
    const error: Error & { code?: unknown } = thrown instanceof Error ? thrown : new Error(String(thrown));
    if (error.name === 'AbortError') return new Failure('aborted', 'aborted', { cause: error });
    const ownCode = typeof error.code === 'string' ? error.code : '';
    const refusal = ofThisMachine.find(({ codes }) => codes.test(ownCode));
    if (refusal === undefined) return new Failure('bug', error.message, { cause: error });
    return new Failure(refusal.code, `${ownCode}: ${error.message}`, { reason: refusal.reason, cause: error });
  }
}

/** Failures of this machine's disk and databases, by the error codes of Node and SQLite. */
const ofThisMachine: readonly { codes: RegExp; code: Code; reason: Reason }[] = [
  { codes: /^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_SHMSIZE)$/, code: 'invalid', reason: 'disk-full' },
  { codes: /^SQLITE_(BUSY|LOCKED)/, code: 'conflict', reason: 'database-locked' },
  { codes: /^SQLITE_(CORRUPT|NOTADB|IOERR_(READ|SHORT_READ|DATA|CORRUPTFS))/, code: 'invalid', reason: 'corrupt' },
  { codes: /^(EIO|ENXIO|ENODEV|EMFILE|ENFILE|SQLITE_IOERR|SQLITE_CANTOPEN)/, code: 'invalid', reason: 'disk-failed' },
  { codes: /^(EROFS|EACCES|EPERM|SQLITE_READONLY|SQLITE_PERM)/, code: 'invalid', reason: 'folder-read-only' },
];

/** Whether Reeve's own files failed, not the platform: this says nothing about the outcome of a request. */
export const isStoreFailure = ({ reason }: Pick<FailureData, 'reason'>): boolean =>
  ofThisMachine.some((refusal) => refusal.reason === reason);

/** Refusals of the token, of its user or of all changes: requests about other places are refused for the same reason. */
const refusedEverywhere: readonly unknown[] = [
  'token-missing',
  'token-elsewhere',
  'token-rejected',
  'token-ended',
  'account',
  'terms',
  'two-factor',
  'read-only-instance',
] satisfies Reason[];

/** Whether a refusal applies to every group, project and row, not only to the requested one. */
export const isRefusedEverywhere = ({ reason }: { code?: unknown; reason?: unknown }): boolean =>
  refusedEverywhere.includes(reason);

/** Causes that remain until a person changes the instance, its address or a setting. */
const lasting: readonly unknown[] = [
  'address-invalid',
  'plain-http',
  'no-tls',
  'foreign-link',
  'foreign-redirect',
  'page-repeated',
  'too-large',
] satisfies Reason[];

/**
 * Whether the same request would fail for the same reason later. A certificate that is not yet valid becomes valid; a
 * proxy that refuses its login (407) needs another one.
 */
export const isLasting = (failure: Pick<FailureData, 'reason' | 'status' | 'distrust'>): boolean =>
  lasting.includes(failure.reason) ||
  isRefusedEverywhere(failure) ||
  failure.status === 407 ||
  (failure.distrust !== undefined && failure.distrust !== 'not-yet-valid');

/** Whether the platform rejects the token that was sent: it never accepted it, or no longer does. */
export const isTokenRejected = ({ reason }: { reason?: unknown }): boolean =>
  reason === 'token-rejected' || reason === 'token-ended';

/**
 * Whether nothing of a profile can be requested until a person enters another token, or until the account can be used
 * again: its jobs, plans and watches wait instead of failing.
 */
export const isRefusedForNow = ({ reason }: { reason?: unknown }): boolean =>
  isTokenRejected({ reason }) || reason === 'account' || reason === 'terms' || reason === 'two-factor';

/** Whether the platform denied access to the requested place, list or row only. */
export function isDeniedHere(thrown: unknown): boolean {
  const failure = Failure.from(thrown);
  return failure.code === 'denied' && !isRefusedEverywhere(failure);
}

/** Whether access is denied or nothing was found at the requested place only, so that other requests can succeed. */
export const isRefusedHere = (thrown: unknown): boolean =>
  isDeniedHere(thrown) || Failure.from(thrown).code === 'missing';

/** Matches the message of a 404 that names a parent of the requested resource: the token can't see that parent. */
const namesPlace = /\b(group|project|namespace|user|pipeline) not found\b/i;

/** Whether the message of a 404 is about a parent, such as the project, and not about the requested resource itself. */
export const isPlaceMissing = (message: string | null | undefined): boolean => namesPlace.test(message ?? '');

/** Whether a refusal says that a resource in a visible place does not exist. A missing route of the API does not count. */
export const isNotThere = (refusal: {
  status: number | null;
  reason: string | null;
  message: string | null;
}): boolean => refusal.status === 404 && refusal.reason !== 'not-offered' && !isPlaceMissing(refusal.message);

/** Causes that affect all requests as long as they last. */
const ofAllRequests: readonly unknown[] = ['disk-low', 'platform-down', 'timed-out'] satisfies Reason[];

/** Whether one request failed for a cause that may not affect requests about other places. */
export const isFailedHere = (failure: FailureData): boolean =>
  ['remote', 'invalid', 'conflict'].includes(failure.code) &&
  !isStoreFailure(failure) &&
  !ofAllRequests.includes(failure.reason);

/** The failure of work whose signal was aborted. */
export function aborted(): Failure {
  return new Failure('aborted', 'aborted');
}
