import type { Secrets } from '#main/ports.ts';
import type { profiles as profileTable, StoredProfile } from '#main/state/profiles.ts';
import { Failure } from '#shared/errors.ts';
import { bind, certificatesOf, readBound, type Route } from './bound-secret.ts';

/** Replaces the username and password in a proxy address. They are stored in the keychain. */
const mask = '***';

/** The keychain entry of the login of a profile's proxy, in the form `user:password`. */
export function proxyLoginName(profileId: string): string {
  return `proxy:${profileId}`;
}

/** A proxy address as it is stored and shown, and its login; null if it has none or is masked. */
interface Split {
  proxy: string;
  login: string | null;
  isMasked: boolean;
}

/** Separate the login from the address of a proxy. Fails: `invalid` with the field `proxy`. */
export function splitProxy(text: string): Split {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new Failure('invalid', 'not the address of an http proxy', { reason: 'address-invalid', field: 'proxy' });
  }
  const { username, password, protocol, host } = url;
  if (username === '' && password === '') return { proxy: text, login: null, isMasked: false };
  const isMasked = username === mask && password === '';
  return { proxy: `${protocol}//${mask}@${host}`, login: isMasked ? null : `${username}:${password}`, isMasked };
}

/** The address of a proxy for a window, with a masked login. */
export function maskedProxy(proxy: string | null): string | null {
  if (proxy === null) return null;
  try {
    return splitProxy(proxy).proxy;
  } catch {
    return null;
  }
}

/** The settings of a profile that determine where the login of its proxy is sent. */
type ProxyRoute = Pick<StoredProfile, 'proxy' | 'ca'>;

/**
 * Certificates are part of the route because their authority can impersonate an https proxy. They may be removed, as
 * for a token.
 */
const routeOf = ({ proxy, ca }: ProxyRoute): Route => ({ proxy, ca: certificatesOf(ca) });
const mayBeRemoved = ['ca'];

/**
 * The address of a profile's proxy including its login, for the sender only. The login is left out if it was entered
 * for another proxy or other certificates.
 */
export async function proxyWithLogin({ id, proxy, ca }: ProxyRoute & { id: string }, secrets: Secrets) {
  if (proxy === null || !splitProxy(proxy).isMasked) return proxy;
  const kept = readBound(await secrets.get(proxyLoginName(id)), routeOf({ proxy, ca }), mayBeRemoved);
  return withLogin(proxy, kept.kind === 'fits' ? kept.value : null);
}

/**
 * Resolve the proxy input of a person: the address to store, the one to use, and the login for the keychain (null:
 * delete it, undefined: keep it). A masked login is the stored one of `known`, and is not sent to another proxy or with
 * added certificates.
 * Fails: `invalid` with the field `proxy`, and the reason `needs-secret` if the login must be entered again.
 */
export async function resolveProxyInput(
  { proxy: text, ca }: ProxyRoute,
  known: StoredProfile | null,
  secrets: Secrets,
) {
  const takenAway = known?.proxy?.includes(`//${mask}@`) === true ? null : undefined;
  if (text === null) return { kept: null, used: null, login: takenAway };
  const { proxy, login, isMasked } = splitProxy(text);
  if (!isMasked) return { kept: proxy, used: text, login: login ?? takenAway };
  if (known === null || maskedProxy(known.proxy) !== proxy) {
    throw needsLogin('the login of another proxy');
  }
  const used = await proxyWithLogin({ id: known.id, proxy, ca }, secrets);
  const before = await proxyWithLogin({ ...known, proxy }, secrets);
  if (used !== before && used === withLogin(proxy, null)) throw needsLogin('the login for other certificates');
  return { kept: proxy, used, login: undefined };
}

/** Store the login of a profile's proxy, bound to this proxy and these certificates, or delete it. `proxy` is masked. */
export async function storeLogin(
  { id, proxy, ca }: ProxyRoute & { id: string },
  login: string | null | undefined,
  secrets: Secrets,
): Promise<void> {
  if (login === undefined) return;
  if (login === null) await secrets.delete(proxyLoginName(id));
  else await secrets.set(proxyLoginName(id), bind(login, routeOf({ proxy, ca })));
}

/**
 * Move logins that an earlier release stored in addresses to the keychain, and bind logins that it stored there without
 * settings to the current proxy and certificates. After a failure it is tried again at the next start.
 */
export async function moveProxyLogins(
  table: Pick<ReturnType<typeof profileTable>, 'list' | 'setProxy'>,
  secrets: Secrets,
  onFailed: (profileId: string) => void,
): Promise<void> {
  for (const { id, proxy: stored, ca } of table.list()) {
    try {
      if (stored === null) continue;
      const { proxy, login } = splitProxy(stored);
      if (login !== null) {
        await storeLogin({ id, proxy, ca }, login, secrets);
        table.setProxy(id, proxy);
      }
      const kept = readBound(await secrets.get(proxyLoginName(id)), routeOf({ proxy, ca }));
      if (kept.kind === 'unbound') await storeLogin({ id, proxy, ca }, kept.value, secrets);
    } catch {
      onFailed(id);
    }
  }
}

function needsLogin(message: string): Failure {
  return new Failure('invalid', message, { reason: 'needs-secret', field: 'proxy' });
}

function withLogin(proxy: string, login: string | null): string {
  return proxy.replace(`//${mask}@`, () => (login === null ? '//' : `//${login}@`));
}
