import type { Secrets } from '#main/ports.ts';
import type { profiles as profileTable, StoredProfile } from '#main/state/profiles.ts';
import { Failure } from '#shared/errors.ts';
import { bind, certificatesOf, readBound, type Route } from './bound-secret.ts';

/** What stands in an address in the place of the user name and the password, which are in the keychain. */
const mask = '***';

/** The keychain entry of the login for a profile's proxy, `user:password` as it stands in an address. */
export function proxyLoginName(profileId: string): string {
  return `proxy:${profileId}`;
}

/** The address of a proxy as it is kept and shown, and the login that stood in it; null: none, or masked. */
interface Split {
  proxy: string;
  login: string | null;
  isMasked: boolean;
}

/** Take the login out of the address of a proxy. Fails: `invalid` with the field `proxy`. */
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

/** The address of a proxy for a window, whatever is stored. */
export function maskedProxy(proxy: string | null): string | null {
  if (proxy === null) return null;
  try {
    return splitProxy(proxy).proxy;
  } catch {
    return null;
  }
}

/** The settings of a profile that decide where the login of its proxy goes. */
type ProxyRoute = Pick<StoredProfile, 'proxy' | 'ca'>;

/**
 * The owner of an added certificate authority can impersonate an https proxy. Fewer certificates are fine, as for a token.
 */
const routeOf = ({ proxy, ca }: ProxyRoute): Route => ({ proxy, ca: certificatesOf(ca) });
const mayBeRemoved = ['ca'];

/**
 * The address of a profile's proxy with its login, for the sender alone; without it when it was entered for another proxy
 * or other certificates.
 */
export async function proxyWithLogin({ id, proxy, ca }: ProxyRoute & { id: string }, secrets: Secrets) {
  if (proxy === null || !splitProxy(proxy).isMasked) return proxy;
  const kept = readBound(await secrets.get(proxyLoginName(id)), routeOf({ proxy, ca }), mayBeRemoved);
  return withLogin(proxy, kept.kind === 'fits' ? kept.value : null);
}

/**
 * What was entered: the address to keep, the one to use, and the login to put into the keychain (null: take it away,
 * undefined: leave it). A masked login is that of `known`, and goes to no other proxy and with no added certificates.
 * Fails: `invalid` with the field `proxy`, with the reason `needs-secret` where the login must be entered again.
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
 * Move logins that an earlier release left in addresses to the keychain, and bind logins that it stored there alone to
 * the proxy and the certificates that are stored now. What fails is tried again at the next start.
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
