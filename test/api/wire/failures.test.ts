import { describe, expect, test } from 'vitest';
import { dialects } from '#main/api/client/wire/dialect.ts';
import { socketFailure, statusFailure } from '#main/api/client/wire/failures.ts';
import { Failure, type Reason } from '#shared/errors.ts';
import { refusalOf } from '#shared/text/en/refusals.ts';

const refuse = (
  status: number,
  body: string,
  type = 'application/json',
  more: {
    hasToken?: boolean;
    isWrite?: boolean;
    secrets?: string[];
    missing?: Reason;
    headers?: Record<string, string>;
  } = {},
) =>
  statusFailure({
    what: 'GET /x',
    status,
    body,
    hasToken: true,
    dialect: dialects.documented,
    secrets: [],
    ...more,
    headers: { 'content-type': type, 'x-request-id': 'r-1', ...more.headers },
  });

describe('refusals', () => {
  test.each([
    [400, 'invalid', undefined],
    [401, 'denied', 'token-rejected'],
    [402, 'denied', 'tier'],
    [404, 'missing', 'hidden-or-missing'],
    [405, 'missing', 'not-offered'],
    [409, 'conflict', undefined],
    [413, 'invalid', 'too-large'],
    [418, 'invalid', undefined],
    [422, 'invalid', undefined],
    [429, 'throttled', undefined],
    [500, 'remote', undefined],
    [502, 'remote', 'platform-down'],
    [503, 'remote', 'platform-down'],
    [504, 'remote', 'platform-down'],
    [599, 'remote', undefined],
    [304, 'remote', undefined],
  ])('%i is %s, %s', (status, code, reason) => {
    const failure = refuse(status, JSON.stringify({ message: `${status} in words` }));
    expect(failure).toMatchObject({
      code,
      reason,
      status,
      reportedMessage: `${status} in words`,
      requestId: 'r-1',
      message: `GET /x: ${status}`,
    });
  });

  test.each([
    [403, '<h1>Blocked</h1>', 'text/html', 'refused-by-proxy'],
    [404, 'Not here', 'text/plain', 'refused-by-proxy'],
    [400, '{"fault":{}}', 'application/json', 'refused-by-proxy'],
    [422, '{"errors":[{"code":"X"}]}', 'application/json', 'refused-by-proxy'],
    [403, '{"message":"403 Forbidden"}', 'application/json', 'role'],
    [403, '', 'text/plain', 'role'],
    [429, '<h1>Slow down</h1>', 'text/html', 'other-limit'],
    [502, '<h1>Bad gateway</h1>', 'text/html', 'platform-down'],
  ])('a write that is refused with %i and %s', (status, body, type, reason) => {
    expect(refuse(status, body, type, { isWrite: true }).reason).toBe(reason);
  });

  test.each([
    ['403 Forbidden', 'role'],
    ['403 Forbidden - No access granted', 'role'],
    ['You are not allowed to push into this branch', 'role'],
    [
      '403 Forbidden  - You (@bot) must accept the Terms of Service in order to perform this action. To accept these terms, please access the instance from a web browser.',
      'terms',
    ],
    ['403 Forbidden - Your account has been blocked.', 'account'],
    ['403 Forbidden - Your account has been deactivated by your administrator. Please log back in.', 'account'],
    ['403 Forbidden - Your request to join is pending approval by an administrator', 'account'],
    ['403 Forbidden - You (@x) must complete the Two Factor Authentication', 'two-factor'],
    ['403 Forbidden - Your password expired. Please access the instance from a web browser.', 'account'],
    ['403 Forbidden - Your primary email address is not confirmed. Please check your inbox.', 'account'],
    ['403 Forbidden - User (Ann) is deactivated and cannot be added', undefined],
    ['403 Forbidden - Two-factor authentication for admins cannot be disabled via the API', 'not-by-api'],
    ['You cannot perform write operations on a read-only instance', 'read-only-instance'],
    ['403 Forbidden - The project is archived', undefined],
  ])('the 403 “%s” has the reason %s', (message, reason) => {
    expect(refuse(403, JSON.stringify({ message }))).toMatchObject({ code: 'denied', reason });
  });

  test('a write to a moved project is not taken for a missing project or a missing endpoint', () => {
    const message = 'Non GET methods are not allowed for moved projects';
    expect(refuse(405, JSON.stringify({ message }))).toMatchObject({ code: 'conflict', reason: 'moved' });
  });

  test('a 401 without a token has the reason token-missing', () => {
    expect(refuse(401, '{"message":"401 Unauthorized"}', undefined, { hasToken: false }).reason).toBe('token-missing');
  });

  test.each([401, 403])('a %i whose text is not from this API says nothing about the token or a role', (status) => {
    expect(refuse(status, 'Access denied by policy', 'text/plain')).toMatchObject({
      code: 'remote',
      reason: 'not-json',
    });
    expect(refuse(status, '', 'text/plain').code).toBe('denied');
  });

  test('only a 401 about the sent token says that it ended', () => {
    const body = { error: 'invalid_token', error_description: 'Token was revoked. You have to re-authorize.' };
    expect(refuse(401, JSON.stringify(body)).reason).toBe('token-ended');
    expect(refuse(401, '{"message":"401 Unauthorized - The deploy token has expired"}').reason).toBe('token-rejected');
  });

  test('a 403 about something that the API cannot change has another reason than one about a role', () => {
    const message = '403 Forbidden - Deployments created using GitLab CI can not be updated using the API';
    expect(refuse(403, JSON.stringify({ message }))).toMatchObject({ code: 'denied', reason: 'not-by-api' });
    expect(refusalOf('deployments.edit', { code: 'denied', reason: 'not-by-api', status: 403 }).nextStep).not.toMatch(
      /role|token/,
    );
  });

  test('a 403 about a scope has another reason than one about a role', () => {
    const body = { error: 'insufficient_scope', error_description: 'needs higher privileges', scope: 'api' };
    expect(refuse(403, '{"error":"insufficient_granular_scope"}').reason).toBe('scope');
    expect(refuse(403, JSON.stringify(body))).toMatchObject({
      reason: 'scope',
      reportedMessage: 'insufficient_scope: needs higher privileges',
    });
  });

  test.each([
    [{ message: { email: ['is taken', 'is odd'], base: ['no'] } }, 'email is taken, is odd; no', 'email'],
    [{ message: ['one', 'two'] }, 'one, two', undefined],
    [{ error: 'scope is invalid' }, 'scope is invalid', undefined],
    [{ message: { a: { b: { c: { d: { e: 1 } } } } } }, 'a b c d …', 'a'],
    [{ errors: 'all of it is wrong' }, 'all of it is wrong', undefined],
    [{ errors: { url: ['is blocked'] } }, 'url is blocked', 'url'],
    [{ message: { error: 'the import is not allowed' } }, 'the import is not allowed', undefined],
    [{ message: { base: ['the last owner', 'stays'] } }, 'the last owner, stays', undefined],
    [{ message: { base: ['no'], name: ['is taken'] } }, 'no; name is taken', 'name'],
    [{ other: 1 }, '{"other":1}', undefined],
    ['bare', 'bare', undefined],
    [null, 'null', undefined],
  ])('the message in %o is %s', (body, message, field) => {
    expect(refuse(422, JSON.stringify(body))).toMatchObject({ code: 'invalid', reportedMessage: message, field });
  });

  test('a plain text message is kept without control characters', () => {
    const bidi = '\u202e';
    expect(refuse(400, `no\u0000 \u001b[31mway\r\n${bidi}!`, 'text/plain').reportedMessage).toBe('no [31mway !');
    expect(refuse(400, '', 'text/plain').reportedMessage).toBeUndefined();
    expect(refuse(400, 'x'.repeat(50_000), 'text/plain').reportedMessage).toHaveLength(2_000);
    expect(refuse(400, JSON.stringify({ message: 'y'.repeat(50_000) })).reportedMessage).toHaveLength(2_000);
  });

  test('a 404 that is not in the format of this API comes from another server', () => {
    expect(refuse(404, '{"status":"nope"}')).toMatchObject({ code: 'remote', reason: 'not-this-api' });
    expect(refuse(404, '<html><title>Not found</title></html>', 'text/html')).toMatchObject({
      reason: 'not-this-api',
      reportedMessage: 'Not found',
    });
    expect(refuse(404, '', '')).toMatchObject({ code: 'missing', reason: 'hidden-or-missing' });
  });

  test.each([
    ['{"message":"429 Too Many Requests"}', 'application/json', {}, undefined],
    ['{"message":{"error":"requested too many times"}}', 'application/json', {}, undefined],
    [
      '{"error":"This endpoint has been requested too many times. Try again later."}',
      'application/json',
      {},
      undefined,
    ],
    ['{"error":"429 Too Many Requests"}', 'application/json', {}, undefined],
    ['Retry later\n', 'text/plain', {}, undefined],
    ['busy', 'text/plain', { 'ratelimit-limit': '600' }, undefined],
    ['<h1>429 Too Many Requests</h1>', 'text/html', {}, 'other-limit'],
    ['', '', {}, 'other-limit'],
    ['{"message":"Too many requests"}', 'application/json', {}, 'other-limit'],
    ['{"error":"Too many requests"}', 'application/json', {}, 'other-limit'],
    ['<h1>Please wait</h1>', 'text/html', { 'ratelimit-limit': '600' }, 'other-limit'],
  ])('a 429 of the platform has another reason than one of a proxy: %j', (body, type, headers, reason) => {
    expect(refuse(429, body, type, { headers })).toMatchObject({ code: 'throttled', reason });
  });

  test('a missing route and a missing resource give different reasons, also if a missing resource means "never configured"', () => {
    const missing = 'never-configured' as const;
    expect(refuse(404, '{"error":"404 Not Found"}', undefined, { missing })).toMatchObject({
      code: 'missing',
      reason: 'not-offered',
      reportedMessage: '404 Not Found',
    });
    expect(refuse(404, '{"message":"404 Not Found"}').reason).toBe('hidden-or-missing');
    expect(refuse(404, '{"message":"404 Push Rule Not Found"}', undefined, { missing }).reason).toBe(missing);
    expect(refuse(404, '{"error":"Runner not found for this project"}').reason).toBe('hidden-or-missing');
    expect(refuse(404, '{"errors":[{"code":"NAME_UNKNOWN"}]}').reason).toBe('not-this-api');
  });

  test('an HTML page is not a refusal of the platform, unless its status says that the platform is down', () => {
    expect(refuse(403, '<html>blocked</html>', 'text/html')).toMatchObject({ code: 'remote', reason: 'not-json' });
    expect(refuse(502, '<html><h1>Bad gateway</h1>', 'text/html')).toMatchObject({ reason: 'platform-down' });
  });

  test('an HTML refusal of 1 MB that repeats an unfinished title tag is read without blocking the main thread', () => {
    const { reason, reportedMessage } = refuse(502, '<title'.repeat(170_000), 'text/html');
    expect([reason, reportedMessage]).toEqual(['platform-down', undefined]);
  });

  test('secrets in a refusal are masked', () => {
    const body = JSON.stringify({ message: 'token glpat-abc is not known' });
    expect(refuse(400, body, undefined, { secrets: ['glpat-abc'] }).reportedMessage).toBe(
      'token [secret] is not known',
    );
  });
});

describe('broken exchanges', () => {
  const broken = (code: string, viaProxy = false, message = 'words') =>
    socketFailure(Object.assign(new Error(message), { code }), 'GET /x', { viaProxy });

  test.each([
    ['ENOTFOUND', 'name-not-found'],
    ['EAI_AGAIN', 'name-not-found'],
    ['ECONNREFUSED', 'connection-refused'],
    ['ECONNRESET', 'connection-lost'],
    ['EPIPE', 'connection-lost'],
    ['EHOSTUNREACH', 'connection-lost'],
    ['UND_ERR_SOCKET', 'connection-lost'],
    ['ETIMEDOUT', 'timed-out'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timed-out'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'no-tls'],
    ['EPROTO', 'tls'],
  ])('%s is offline, %s', (code, reason) => {
    expect(broken(code)).toMatchObject({ code: 'offline', reason, reportedMessage: 'words' });
  });

  test.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'unknown-authority'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unknown-authority'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'unknown-authority'],
    ['CERT_HAS_EXPIRED', 'expired'],
    ['CERT_NOT_YET_VALID', 'not-yet-valid'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'other-name'],
    ['CERT_REVOKED', undefined],
    ['ECONNREFUSED', undefined],
  ])('%s is not trusted because: %s, also beyond a wire', (code, distrust) => {
    expect(Failure.fromData(broken(code).toData()).distrust).toBe(distrust);
  });

  test('a plain http reply on an https port has its own reason, with each error code of Node', () => {
    expect(broken('EPROTO', false, 'error:0A00010B:SSL routines::wrong version number').reason).toBe('no-tls');
  });

  test('with a proxy, a failed connection is reported as a failure of the proxy', () => {
    expect(broken('ECONNREFUSED', true).reason).toBe('proxy');
    expect(broken('ENOTFOUND', true).reason).toBe('proxy');
    expect(broken('UND_ERR_ABORTED', true, 'Proxy response (407) !== 200').reason).toBe('proxy');
    expect(broken('DEPTH_ZERO_SELF_SIGNED_CERT', true).reason).toBe('tls');
  });

  test('an unknown error is a bug, and its cause is kept', () => {
    const failure = broken('ERR_SOMETHING_NEW');
    expect(failure).toMatchObject({ code: 'bug', cause: expect.any(Error) as Error });
    expect(failure.toData()).not.toHaveProperty('cause');
  });
});
