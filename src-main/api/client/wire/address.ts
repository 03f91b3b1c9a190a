import { Failure } from '#shared/errors.ts';
import { isLoopback } from '#shared/reach.ts';

/** Base path of all endpoints (document 1:11). */
export const apiPath = '/api/v4';

/**
 * Parse the address of an instance as a user enters it. Returns origin and base path, without `/api/v4` and without a
 * slash at the end. The default scheme is `https`, for loopback names `http`.
 * Fails: `invalid`/`address-invalid`; `invalid`/`plain-http` for http to another machine.
 */
export function parseInstanceUrl(text: string, { allowPlainHttp }: { allowPlainHttp: boolean }): string {
  const trimmed = text.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : withScheme(trimmed));
  if (url === null || /\s/.test(trimmed)) throw refusal('not an address');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refusal('neither https nor http');
  if (url.username !== '' || url.password !== '') throw refusal('a user name or password in the address');
  if (url.search !== '' || url.hash !== '') throw refusal('more than a host and a path');
  if (url.protocol === 'http:' && !allowPlainHttp && !isLoopback(url.hostname)) {
    throw new Failure('invalid', 'plain http would show the token to the network', {
      reason: 'plain-http',
      field: 'url',
    });
  }
  return (
    url.origin +
    url.pathname
      .replace(/\/+$/, '')
      .replace(/\/api(\/v4)?$/, '')
      .replace(/\/+$/, '')
  );
}

/** Whether a URL lies below the API of the instance: same origin, same base path, no user information. */
export function isBelow(url: URL, base: string): boolean {
  const root = new URL(base + apiPath);
  return isPlainWeb(url) && url.origin === root.origin && url.pathname.startsWith(`${root.pathname}/`);
}

/** Whether it is an http or https address without user information. */
export function isPlainWeb({ protocol, username, password }: URL): boolean {
  return ['https:', 'http:'].includes(protocol) && username === '' && password === '';
}

/**
 * A path with its percent-escapes decoded, for comparing: servers escape differently. A path with an invalid escape is
 * returned as it is.
 */
export function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * The part of `path` after `/api/v4`, if it matches the endpoint's template (`/projects/:id/runners`); otherwise null.
 * The base path before `/api/v4` is ignored, because a server behind a proxy may report another one.
 */
export function endpointPathIn(path: string, template: string): string | null {
  const segments = template.split('/').slice(1);
  const shape = segments.map((segment) =>
    segment.startsWith('*') ? '.+' : segment.startsWith(':') ? '[^/]+' : segment.replace(/[.+?^${}()|[\]\\]/g, '\\$&'),
  );
  return new RegExp(`${apiPath}(/${shape.join('/')})$`).exec(path)?.[1] ?? null;
}

function withScheme(text: string): string {
  const host = /^(\[[^\]]*\]|[^/:]*)/.exec(text)?.[0] ?? '';
  return `${isLoopback(host) ? 'http' : 'https'}://${text}`;
}

function refusal(why: string): Failure {
  return new Failure('invalid', why, { reason: 'address-invalid', field: 'url' });
}
