import type { LookUp } from '#shared/contract/search.ts';
import type { Session } from '../../link/session.svelte.ts';
import { listPath, viewPath } from './address.ts';

/** Ask the instance for a user or a key that is not cached. Returns the path of its page. Fails: `missing`, as the verbs. */
export async function lookUp({ client }: Session, wanted: LookUp): Promise<string> {
  if ('user' in wanted) {
    const { user } = wanted;
    const id = typeof user === 'number' ? user : (await client.search.userNamed({ username: user })).id;
    await client.users.refresh({ scope: '', id });
    return listPath('/people', { id });
  }
  await client.keys.lookUp({ queries: [wanted] });
  return viewPath('/keys', { filter: { fingerprints: [wanted.sha256 ?? wanted.md5] } });
}
