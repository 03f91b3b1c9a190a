import { readScope, splitScope, type Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { FoundScopes } from '../loading/found-scopes.svelte.ts';
import { onePerSession } from '../loading/one-per-session.ts';

/** Names of cached webhooks, for texts that contain only the scope of a webhook. */
const namesOf = onePerSession((session) => {
  const { webhooks } = session.client;
  const find = async (scope: Scope): Promise<string | null> => {
    const id = readScope(scope)?.place?.id ?? 0;
    const found = await webhooks.get({ scope: splitScope(scope)[0], id });
    return found === null ? null : found.row.name || hostOf(found.row.url);
  };
  return new FoundScopes(session, find, webhooks);
});

/**
 * The name of a webhook of the open instance, or the host of its URL. Null: it is not cached or not loaded yet, or the
 * scope is no webhook. `profile`: the ID of the open instance.
 */
export function webhookNameOf(session: Session, profile: string, scope: Scope): string | null {
  return readScope(scope)?.place?.kind === 'hook' ? namesOf(session).of(profile, scope) : null;
}

/**
 * Only the host of a URL, because the rest can contain secrets. Null: the URL is missing, or its host contains a
 * variable.
 */
function hostOf(url: string | null | undefined): string | null {
  return URL.parse(url ?? '')?.host || null;
}
