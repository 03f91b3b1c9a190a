import { Failure, isPlaceMissing, type Code, type Distrust, type FailureData, type Reason } from '#shared/errors.ts';
import { fieldFromWire, type Dialect } from './dialect.ts';
import { errorIn, fieldIn, isApiLimit, isApiRefusal, isNoRoute, singleLine, messageIn } from './error-body.ts';
import { scrub } from './secrets.ts';

/** Failure code by status. Other statuses are mapped by their class (4xx, 5xx). */
const statuses: Readonly<Record<number, readonly [Code, Reason?]>> = {
  401: ['denied', 'token-rejected'],
  402: ['denied', 'tier'],
  404: ['missing', 'hidden-or-missing'],
  405: ['missing', 'not-offered'],
  407: ['offline', 'proxy'],
  408: ['remote', 'timed-out'],
  409: ['conflict'],
  410: ['missing'],
  412: ['conflict'],
  413: ['invalid', 'too-large'],
  423: ['conflict'],
  429: ['throttled'],
  500: ['remote'],
  502: ['remote', 'platform-down'],
  503: ['remote', 'platform-down'],
  504: ['remote', 'platform-down'],
};

/** A reply that is a refusal, with the context for its failure. */
export interface RefusedReply {
  /** Method and path template, for the message. */
  what: string;
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
  hasToken: boolean;
  /** The reply is from another origin, after a redirect without the token. */
  isForeign?: boolean;
  /** The request was to change something. */
  isWrite?: boolean;
  /** What a 404 of this endpoint means; see `Endpoint`. */
  missing?: Reason | undefined;
  /** A 401 is about another token than that of the profile: of an external service (see `Endpoint`) or of a job. */
  isExternal?: boolean | undefined;
  dialect: Dialect;
  /** Secret texts, which are removed from the failure. */
  secrets: readonly string[];
}

/** The failure for a reply that is not a success. */
export function statusFailure(refused: RefusedReply): Failure {
  const { what, status, headers, secrets } = refused;
  const body = scrub(refused.body, secrets);
  const type = headers['content-type'] ?? '';
  const isHtml = type.includes('html');
  const [code, reason] = meaningOf({ ...refused, body }, isHtml);
  const more: Omit<FailureData, 'code' | 'message'> = {
    reason,
    status,
    reportedMessage: messageIn(body, isHtml),
    requestId: requestIdIn(headers, secrets),
  };
  const field = code === 'invalid' ? fieldIn(body) : undefined;
  if (field !== undefined) more.field = fieldFromWire(field, refused.dialect);
  return new Failure(code, `${what}: ${status}`, more);
}

/** The platform's request id, bounded and scrubbed. */
export function requestIdIn(headers: Readonly<Record<string, string>>, secrets: readonly string[]): string | undefined {
  return singleLine(scrub(headers['x-request-id'] ?? '', secrets), 200);
}

/** The body of a 429 that this platform family sends before the request reaches the API. */
const ownLimit = /^\s*retry later/i;

/**
 * Whether a 429 comes from the platform itself, which then did not process the request, and not from a proxy.
 * Administrators can change the text of the platform's 429 replies, so a `RateLimit-Limit` header is accepted too, unless
 * the body is an HTML page.
 */
function isOwnLimit({ headers }: Pick<RefusedReply, 'headers'>, body: string, isHtml: boolean): boolean {
  if (isHtml) return false;
  return headers['ratelimit-limit'] !== undefined || ownLimit.test(body) || isApiLimit(body);
}

/** Whether the platform reported that the resource does not exist. A missing route or cached row does not count. */
export function isResourceMissing(thrown: unknown): boolean {
  const { code, reason } = Failure.from(thrown);
  return code === 'missing' && reason !== 'not-offered' && reason !== 'not-cached';
}

/** Messages of a 403 that name another cause than a role. Source: the messages of GitLab. */
const causes: readonly (readonly [RegExp, Reason])[] = [
  // Such as a deployment of a CI job, or the two-factor authentication of an administrator
  [/\bcan ?not be \w+ (using|by|via|through) the api\b/i, 'not-by-api'],
  [/must accept the terms/i, 'terms'],
  [/two[- ]factor|\b2fa\b/i, 'two-factor'],
  // Only messages about the account of the token: a write can be about another account
  [/\byour\b.*(account (has been|is)|deactivated|pending approval|password (has )?expired|not confirmed)/i, 'account'],
  [/read-only (\w+ )?instance/i, 'read-only-instance'],
];
/** A 403 without a cause, or one about the rights of the user. */
const isAboutRole =
  /^(403 )?forbidden\.?$|\byou\b|authori[sz]ed|access|permission|privilege|insufficient|\b(role|member|owner|maintainer|developer|admin)/i;

/** A 403 can also be about the state of a resource, such as an archived project; it then has no reason. */
function meaningOf403(message: string): readonly [Code, Reason?] {
  const cause = causes.find(([words]) => words.test(message));
  if (cause !== undefined) return ['denied', cause[1]];
  return message === '' || isAboutRole.test(message) ? ['denied', 'role'] : ['denied'];
}

/** A 401 that says why the token is no longer accepted. Source: the messages of GitLab. */
const namesEnd = /token (is|has|was)( been)? (expired|revoked)/i;

function meaningOf(
  { status, headers, body, hasToken, isForeign = false, isWrite = false, missing, isExternal }: RefusedReply,
  isHtml: boolean,
): readonly [Code, Reason?] {
  // Another server, such as a file store, has no tokens or roles of this platform
  if (isForeign && status < 500 && status !== 408 && status !== 429) return ['remote'];
  // A proxy can replace the reply of the platform, which may have applied the change
  if (isWrite && status < 500 && ![407, 408, 429].includes(status) && body !== '' && !isApiRefusal(body)) {
    return ['remote', 'refused-by-proxy'];
  }
  // An HTML page was sent by something in front of the platform: a login portal, a filter, another site
  if (isHtml && status < 500 && status !== 408 && status !== 429) {
    return ['remote', status === 404 ? 'not-this-api' : 'not-json'];
  }
  if (status === 404 && body !== '' && !isApiRefusal(body)) return ['remote', 'not-this-api'];
  if ((status === 401 || status === 403) && body !== '' && !isApiRefusal(body)) return ['remote', 'not-json'];
  if (status === 401 && !hasToken) return ['denied', 'token-missing'];
  if (status === 401 && isExternal === true) return ['denied'];
  if (status === 401 && errorIn(body) === 'invalid_token' && namesEnd.test(body)) return ['denied', 'token-ended'];
  if (status === 403 && /^insufficient_(\w+_)?scope$/.test(errorIn(body) ?? '')) return ['denied', 'scope'];
  if (status === 403) return meaningOf403(messageIn(body, isHtml) ?? '');
  if (status === 405 && /moved project/i.test(body)) return ['conflict', 'moved'];
  if (status === 429 && !isOwnLimit({ headers }, body, isHtml)) return ['throttled', 'other-limit'];
  if (status === 404 && isNoRoute(body)) return ['missing', 'not-offered'];
  if (status === 404 && missing !== undefined && !isPlaceMissing(messageIn(body, isHtml))) {
    return ['missing', missing];
  }
  return statuses[status] ?? [status >= 400 && status < 500 ? 'invalid' : 'remote'];
}

const lost = /^(E[A-Z]+|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/;
const slow = ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'];
const tls =
  /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CRL_|INVALID_CA|PATH_LENGTH|HOSTNAME_MISMATCH|EPROTO|UND_ERR_PRX_TLS)/;

// The reply is not TLS. Usually the port serves plain http
const noTls = /^(ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|ERR_SSL_HTTP_REQUEST)$/;

const distrusts: Readonly<Record<string, Distrust>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed',
  // The server sent an unknown root certificate, usually of a private certificate authority
  SELF_SIGNED_CERT_IN_CHAIN: 'unknown-authority',
  UNABLE_TO_GET_ISSUER_CERT: 'unknown-authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknown-authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknown-authority',
  CERT_UNTRUSTED: 'unknown-authority',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not-yet-valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'other-name',
  HOSTNAME_MISMATCH: 'other-name',
};

/** The failure of an exchange that ended before a complete reply. Error classes and codes are those of undici and Node. */
export function socketFailure(thrown: unknown, what: string, { viaProxy }: { viaProxy: boolean }): Failure {
  if (thrown instanceof Failure) return thrown;
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const code = codeOf(error);
  const reason = socketReason(error, code, viaProxy);
  if (reason === undefined) return protocolFailure(error, code, what);
  return new Failure('offline', `${what}: ${code}`, {
    reason,
    distrust: reason === 'tls' && Object.hasOwn(distrusts, code) ? distrusts[code] : undefined,
    reportedMessage: singleLine(withoutAdvice(error.message), 300),
    cause: error,
  });
}

/** The failure of a redirect target: the instance replied, but the server that it redirected to did not. */
export function redirectFailure(failure: Failure, from: URL, to: URL): Failure {
  const why = failure.reportedMessage ?? failure.reason ?? failure.code;
  return new Failure('remote', failure.message, {
    reason: 'dead-redirect',
    reportedMessage: singleLine(`${from.host} → ${to.host}: ${why}`, 300),
    cause: failure,
  });
}

// Remove the advice to start Node with other flags, which doesn't apply here
const withoutAdvice = (message: string): string => message.replace(/; if the root CA.*$/, '');

function socketReason(error: Error, code: string, viaProxy: boolean): Reason | undefined {
  if (noTls.test(code) || (code === 'EPROTO' && /wrong version number/i.test(error.message))) return 'no-tls';
  if (tls.test(code)) return 'tls';
  // With a proxy, all connections go to the proxy; undici reports its refusals as an abort or an invalid argument
  if (viaProxy && (/prox/i.test(error.message) || code === 'UND_ERR_PRX_CONN')) return 'proxy';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return viaProxy ? 'proxy' : 'name-not-found';
  if (code === 'ECONNREFUSED') return viaProxy ? 'proxy' : 'connection-refused';
  if (slow.includes(code)) return 'timed-out';
  return lost.test(code) ? 'connection-lost' : undefined;
}

function protocolFailure(error: Error, code: string, what: string): Failure {
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new Failure('remote', `${what}: the headers are too large`, { reason: 'too-large', cause: error });
  }
  if (code.startsWith('HPE_') || error.name === 'HTTPParserError') {
    return new Failure('remote', `${what}: not HTTP`, {
      reason: 'not-this-api',
      reportedMessage: singleLine(error.message, 300),
      cause: error,
    });
  }
  return new Failure('bug', `${what}: ${error.name} ${code}`, { cause: error });
}

function codeOf(error: Error & { code?: unknown }): string {
  if (typeof error.code === 'string') return error.code;
  return error.cause instanceof Error ? codeOf(error.cause) : '';
}
