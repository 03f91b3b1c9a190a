import type { Secrets } from '#main/ports.ts';
import type { profiles as profileTable, StoredProfile } from '#main/state/profiles.ts';
import { Failure } from '#shared/errors.ts';

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

/** The address of a profile's proxy with its login, for the sender alone. */
export async function wholeProxy({ id, proxy }: Pick<StoredProfile, 'id' | 'proxy'>, secrets: Secrets) {
  if (proxy === null || !splitProxy(proxy).isMasked) return proxy;
  return withLogin(proxy, await secrets.get(proxyLoginName(id)));
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

/** Keep the login of a profile's proxy, or take it away. */
export async function keepLogin(profileId: string, login: string | null | undefined, secrets: Secrets): Promise<void> {
  if (login === undefined) return;
  if (login === null) await secrets.delete(proxyLoginName(profileId));
  else await secrets.set(proxyLoginName(profileId), login);
}

/** Logins that an earlier Reeve left in addresses go to the keychain. What cannot now is tried at the next start. */
export async function moveProxyLogins(
  table: Pick<ReturnType<typeof profileTable>, 'list' | 'setProxy'>,
  secrets: Secrets,
  onFailed: (profileId: string) => void,
): Promise<void> {
  for (const { id, proxy: stored } of table.list()) {
    try {
      const { proxy, login } = stored === null ? { proxy: null, login: null } : splitProxy(stored);
      if (login === null) continue;
      await secrets.set(proxyLoginName(id), login);
      table.setProxy(id, proxy);
    } catch {
      onFailed(id);
    }
  }
}

function withLogin(proxy: string, login: string | null): string {
  return proxy.replace(`//${mask}@`, () => (login === null ? '//' : `//${login}@`));
}
