import type { PlanRow } from '#shared/contract/changes.ts';
import { isPersonId } from '../../facts/person-part.ts';

/** A row of a plan or an entry of the journal. `createdId`: see `JournalEntry`. */
type PersonWrite = Pick<PlanRow, 'path' | 'changes'> & { createdId?: unknown };

/**
 * The ID of the person or service account that a write is about: the one in the path of the request, the new one, or the
 * person who becomes a member. Null: the write is about something else, about several people, or about a person whose ID
 * it does not contain. A username alone is no answer, because it can belong to another person later.
 */
export function personIn({ path, changes, createdId }: PersonWrite): number | null {
  const inPath = /\/(?:enterprise_users|service_accounts)\/(\d+)(?:\/|$)/.exec(path)?.[1];
  // A new member has the ID of the person
  const isMember = /\/members$/.test(path);
  const created = isMember || /\/service_accounts$/.test(path) ? createdId : null;
  const added = isMember ? changes.find(({ field }) => field === 'user_id')?.after : null;
  const id = Number(inPath ?? created ?? added);
  return isPersonId(id) ? id : null;
}
