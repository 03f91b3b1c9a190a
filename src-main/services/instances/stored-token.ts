import type { Secrets } from '#main/ports.ts';
import type { StoredProfile } from '#main/state/profiles.ts';
import type { Profile } from '#shared/contract/profiles.ts';
import { Failure } from '#shared/errors.ts';
import { bind, certificatesOf, readBound, type Route } from './bound-secret.ts';
import { maskedProxy } from './proxy-login.ts';

/** The settings of a profile that determine where its token is sent. */
export type Destination = Pick<StoredProfile, 'url' | 'proxy' | 'ca'>;

/**
 * The token of a profile, or why none is sent: `mismatch` is the setting that has changed since the token was entered.
 */
export type StoredToken = { token: string | null; mismatch: Profile['tokenMismatch'] };

/** The keychain entry of a profile's token. */
export function tokenName(profileId: string): string {
  return `token:${profileId}`;
}

/**
 * Tokens in the keychain. A token may only be sent with the address, the proxy and the certificates that it was entered
 * for. The dialect is not compared, because it changes neither the server nor the header. Certificates may be removed,
 * because fewer servers can then impersonate the instance.
 * Decision: build/decisions/0011-a-token-is-kept-for-one-destination.md
 */
export function storedTokens(secrets: Secrets) {
  async function keep(profileId: string, token: string, destination: Destination): Promise<void> {
    await secrets.set(tokenName(profileId), bind(token, routeOf(destination)));
  }

  /** The token that may be sent to this destination, which may be unsaved input. */
  async function find(profileId: string, destination: Destination): Promise<StoredToken> {
    const kept = readBound(await secrets.get(tokenName(profileId)), routeOf(destination), ['ca']);
    switch (kept.kind) {
      case 'none':
        return { token: null, mismatch: null };
      case 'fits':
        return { token: kept.value, mismatch: null };
      case 'unbound':
        return { token: null, mismatch: 'url' };
      case 'mismatch':
        return { token: null, mismatch: kept.differs as StoredToken['mismatch'] };
    }
    return kept satisfies never;
  }

  return {
    keep,
    find,
    /**
     * Like `find`, for settings that a person entered. Fails: `invalid`/`token-elsewhere` if the stored token was
     * entered for other settings.
     */
    findFor: async (profileId: string, destination: Destination): Promise<string | null> => {
      const { token, mismatch } = await find(profileId, destination);
      if (mismatch === null) return token;
      throw new Failure('invalid', 'the token was entered for other settings', {
        reason: 'token-elsewhere',
        field: 'token',
      });
    },
    /** Bind a token that an earlier release stored without settings to the current settings of its profile. */
    bindOld: async (profile: Destination & { id: string }): Promise<void> => {
      const kept = readBound(await secrets.get(tokenName(profile.id)), routeOf(profile));
      if (kept.kind === 'unbound') await keep(profile.id, kept.value, profile);
    },
    forget: (profileId: string): Promise<void> => secrets.delete(tokenName(profileId)),
  };
}
export type StoredTokens = ReturnType<typeof storedTokens>;

function routeOf({ url, proxy, ca }: Destination): Route {
  return { url, proxy: proxyOf(proxy), ca: certificatesOf(ca) };
}

/** The address of the proxy, without login and in one spelling. */
function proxyOf(proxy: string | null): string | null {
  const url = proxy === null ? null : URL.parse(maskedProxy(proxy) ?? proxy);
  return url === null ? proxy : `${url.protocol}//${url.host}`;
}
