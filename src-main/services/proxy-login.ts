import type { Secrets } from '#main/ports.ts';
import type { profiles as profileTable, StoredProfile } from '#main/state/profiles.ts';
import { Failure } from '#shared/errors.ts';
import { bind, readBound } from './bound-secret.ts';

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

/** The address of a profile's proxy with its login, for the sender alone; without it when it belongs to another proxy. */
export async function wholeProxy({ id, proxy }: Pick<StoredProfile, 'id' | 'proxy'>, secrets: Secrets) {
  if (proxy === null || !splitProxy(proxy).isMasked) return proxy;
  const kept = readBound(await secrets.get(proxyLoginName(id)), { proxy });
  return withLogin(proxy, kept.kind === 'fits' ? kept.value : null);
}

/**
 * What was entered: the address to keep, the one to use, and the login to put into the keychain (null: take it away,
 * undefined: leave it). A masked login is that of `known`, and goes to no other proxy.
 * Fails: `invalid` with the field `proxy`, with the reason `needs-secret` where the login must be entered again.
 */
export async function enteredProxy(text: string | null, known: StoredProfile | null, secrets: Secrets) {
  const takenAway = known?.proxy?.includes(`//${mask}@`) === true ? null : undefined;
  if (text === null) return { kept: null, used: null, login: takenAway };
  const { proxy, login, isMasked } = splitProxy(text);
  if (!isMasked) return { kept: proxy, used: text, login: login ?? takenAway };
  if (known === null || maskedProxy(known.proxy) !== proxy) {
    throw new Failure('invalid', 'the login of another proxy', { reason: 'needs-secret', field: 'proxy' });
  }
  return { kept: proxy, used: await wholeProxy(known, secrets), login: undefined };
}

/** Store the login of a profile's proxy, bound to this proxy, or delete it. `proxy` is masked. */
export async function keepLogin(
  { id, proxy }: Pick<StoredProfile, 'id' | 'proxy'>,
  login: string | null | undefined,
  secrets: Secrets,
): Promise<void> {
  if (login === undefined) return;
  if (login === null) await secrets.delete(proxyLoginName(id));
  else await secrets.set(proxyLoginName(id), bind(login, { proxy }));
}

/**
 * Move logins that an earlier release left in addresses to the keychain, and bind logins that it stored there alone to
 * the proxy that is stored now. What fails is tried again at the next start.
 */
export async function moveProxyLogins(
  table: Pick<ReturnType<typeof profileTable>, 'list' | 'setProxy'>,
  secrets: Secrets,
  onFailed: (profileId: string) => void,
): Promise<void> {
  for (const { id, proxy: stored } of table.list()) {
    try {
      if (stored === null) continue;
      const { proxy, login } = splitProxy(stored);
      if (login !== null) {
        await keepLogin({ id, proxy }, login, secrets);
        table.setProxy(id, proxy);
      }
      const kept = readBound(await secrets.get(proxyLoginName(id)), { proxy });
      if (kept.kind === 'unbound') await keepLogin({ id, proxy }, kept.value, secrets);
    } catch {
      onFailed(id);
    }
  }
}

function withLogin(proxy: string, login: string | null): string {
  return proxy.replace(`//${mask}@`, () => (login === null ? '//' : `//${login}@`));
}
