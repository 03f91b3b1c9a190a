import { Failure } from '#shared/errors.ts';

const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether a host name, as `URL` writes it, means this machine. */
export const isLoopback = (hostname: string): boolean => loopback.test(hostname);

/** Path below the base of every endpoint (document 1:11). */
export const apiPath = '/api/v4';

/**
 * What a person types as the address of an instance, as origin and base path without `/api/v4` and without a slash at
 * the end. Without a scheme it is `https`, for loopback names `http`.
 * Fails: `invalid`/`address-invalid`; `invalid`/`plain-http` for http to a host that is not this machine.
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
  const isClean = url.username === '' && url.password === '';
  return isClean && url.origin === root.origin && url.pathname.startsWith(`${root.pathname}/`);
}

function withScheme(text: string): string {
  const host = /^(\[[^\]]*\]|[^/:]*)/.exec(text)?.[0] ?? '';
  return `${isLoopback(host) ? 'http' : 'https'}://${text}`;
}

function refusal(why: string): Failure {
  return new Failure('invalid', why, { reason: 'address-invalid', field: 'url' });
}
