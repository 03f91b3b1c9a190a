import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

/** The number of groups, projects or both in the catalogue (`total`), and the first `most` of them. */
export function knownPlaces(session: Session, kinds: readonly string[], most = 1) {
  const { catalogue } = session.client;
  const wanted = (['group', 'project'] as const).filter((kind) => kinds.includes(kind));
  const [only] = wanted.length === 1 ? wanted : [];
  const query = only === undefined ? {} : { kind: only };
  return new LastReply(session, () => catalogue.list({ query, slice: { from: 0, count: most } }), [catalogue]);
}
