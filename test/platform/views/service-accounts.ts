import type { User } from '../world/user.ts';

/** A service account in the list of the instance (document 3:45). */
export const listedServiceAccount = ({ id, username, name }: User) => ({ id, username, name });

/** A service account (document 3, Service account). */
export function serviceAccountView({ id, username, name, email, unconfirmed_email }: User) {
  const view = { id, username, name, email };
  return unconfirmed_email === null ? view : { ...view, unconfirmed_email };
}
