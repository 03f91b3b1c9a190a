import Badge from '@lucide/svelte/icons/badge-check';
import Bot from '@lucide/svelte/icons/bot';
import Box from '@lucide/svelte/icons/box';
import Key from '@lucide/svelte/icons/key-round';
import Network from '@lucide/svelte/icons/network';
import Server from '@lucide/svelte/icons/server';
import User from '@lucide/svelte/icons/user';
import type { SearchHit, SearchKind } from '#shared/contract/search.ts';
import type { Component } from 'svelte';
import type { Stores } from '../../stores/context.ts';
import { routes } from '../routing/routes.ts';

/** How a found thing is drawn, and the page that shows it; groups and projects are looked at in the page on show. */
export const hitKinds: Record<SearchKind, { icon: Component; segment: string | null }> = {
  group: { icon: Network, segment: null },
  project: { icon: Box, segment: null },
  users: { icon: User, segment: 'users' },
  serviceAccounts: { icon: Bot, segment: 'service-accounts' },
  enterpriseUsers: { icon: User, segment: 'enterprise-users' },
  members: { icon: User, segment: 'members' },
  runners: { icon: Server, segment: 'runners' },
  keys: { icon: Key, segment: 'keys' },
  accessTokens: { icon: Key, segment: 'access-tokens' },
  sshCertificates: { icon: Badge, segment: 'ssh-certificates' },
};

/** Lists that are the instance's, whatever is looked at. */
const instanceOnly: readonly SearchKind[] = ['users', 'keys'];

/** Whether this version has the page that shows it. */
export function isShowable({ kind }: SearchHit): boolean {
  const { segment } = hitKinds[kind];
  return segment === null || routes.some((route) => route.segment === segment.split('/')[0]);
}

/**
 * Go to what was found. A row is shown on its page in the scope that it was read in, which is chosen first; nothing is
 * ever written to the platform. Fails as `ScopeChoice.choose` does.
 */
export async function goToHit({ session, scope, route }: Stores, { kind, scope: where, id }: SearchHit): Promise<void> {
  const { segment } = hitKinds[kind];
  if (where !== scope.current && !instanceOnly.includes(kind)) {
    const entry = where === '' ? null : await session.client.catalogue.get({ scope: where });
    if (where === '' || entry !== null) await scope.choose(entry);
  }
  if (segment !== null) route.navigate(`/${segment}/${id}`);
}
