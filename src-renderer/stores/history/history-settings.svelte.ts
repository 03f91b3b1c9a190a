import type { Forgettable } from '#shared/contract/history.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

/** What the history of the open instance records. */
export function historySettings(session: Session) {
  const { history } = session.client;
  return new LastReply(session, () => history.settings({}), [history], { onProfileChange: 'forget' });
}

/** `months` null: forever. */
export const setRetention = (session: Session, collection: string, months: number | null): Promise<unknown> =>
  session.client.history.setRetention({ collection, months });

/** What is stored about a person, and whether the platform still returns the account. */
export const forgettable = (session: Session, person: number): Promise<Forgettable> =>
  session.client.history.forgettable({ person });

export const forget = (session: Session, person: number): Promise<Forgettable> =>
  session.client.history.forget({ person });
