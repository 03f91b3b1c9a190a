import type { Scope } from '#shared/contract/scope.ts';
import { fromIso } from '#shared/time.ts';
import type { Session } from '../../link/session.svelte.ts';

/**
 * Whether the platform ignored the date of a note that was just added: then it is the newest note of its thread, with
 * another date. Fails: as `list`.
 */
export async function isDateIgnored(
  session: Session,
  scope: Scope,
  { body, created_at }: { body: string; created_at: string },
): Promise<boolean> {
  const { rows } = await session.client.notes.list({
    query: { scope, filter: { system: false }, sort: { by: 'created_at', direction: 'desc' } },
    slice: { from: 0, count: 1 },
  });
  const newest = rows[0]?.row;
  if (newest === undefined || !body.startsWith(String(newest.body).slice(0, 100))) return false;
  return fromIso(String(newest.created_at)) !== fromIso(created_at);
}
