import type { LookUp } from '#shared/contract/search.ts';
import type { Session } from '../../link/session.svelte.ts';
import { listPath, placePath, viewPath } from './address.ts';

/** Ask the instance for something that the cache does not know. Returns the path of its page. Fails: `missing`, as the verbs. */
export async function lookUp({ client }: Session, wanted: LookUp): Promise<string> {
  switch (wanted.kind) {
    case 'user':
    case 'username': {
      const { id } = wanted.kind === 'user' ? wanted : await client.search.userNamed(wanted);
      await client.users.refresh({ scope: '', id });
      return listPath('/people', { id });
    }
    case 'key': {
      const { id, sha256, md5 } = wanted.query;
      await client.keys.lookUp({ queries: [wanted.query] });
      return viewPath('/keys', { filter: id === null ? { fingerprints: [sha256 ?? md5] } : { ids: [id] } });
    }
    case 'commit': {
      const { scope, sha } = wanted;
      await client.commits.refresh({ scope, id: sha });
      return listPath(placePath({ kind: 'project', ref: scope.slice('project:'.length) }, 'code/commits'), { id: sha });
    }
    default:
      return wanted satisfies never;
  }
}
