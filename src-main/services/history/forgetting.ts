import type { HistoryReader } from '#main/cache/history/history-api.ts';
import type { ForgottenRows } from '#main/state/forgetting/forget-person.ts';
import type { PersonTexts } from '#main/state/forgetting/person-texts.ts';
import type { Forgettable } from '#shared/contract/history.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { peopleCollections } from '#shared/contract/search.ts';
import { Failure } from '#shared/errors.ts';
import { forgotten } from '#shared/text/en/forgotten.ts';
import type { Instance } from '../instances/instance.ts';

type Verbs = Pick<Services<ReeveContract>['history'], 'forgettable' | 'forget'>;
interface Needs {
  open: () => Pick<Instance, 'profile' | 'store' | 'history'>;
  forgetInState: (person: PersonTexts & { profileId: string }, isDry: boolean) => Promise<ForgottenRows>;
  /** Called after a person was forgotten: windows must query notices and the journal again. */
  onForgotten: (profileId: string) => void;
}

/** The fields with texts that identify a person, in rows of accounts and of their tokens. */
const textsIn: Record<keyof PersonTexts, readonly string[]> = {
  usernames: ['username', 'account_username'],
  names: ['name', 'account_name'],
  emails: ['email', 'public_email', 'commit_email', 'unconfirmed_email'],
};
const identities = ['identities', 'group_saml_identity', 'group_scim_identity', 'scim_identities'];
const sliceRows = 200;

/**
 * Forgets a person that no list of the platform returns any more. Each part can be repeated, and the cache, which contains
 * the texts to look for, is the last one. So if Reeve stops in between, the person can be forgotten again.
 */
export function forgetting({ open, forgetInState, onForgotten }: Needs): Verbs {
  async function work(id: number, isDry: boolean): Promise<Forgettable> {
    const { store, profile, history } = open();
    const records = await store.accountRecords({ id });
    const isReturned = records.some(
      (one) => one.isReturned && peopleCollections.some((name) => name === one.collection),
    );
    if (isReturned && !isDry)
      throw new Failure('conflict', 'the account is still returned', { reportedMessage: forgotten.isReturned });
    const accounts = records.filter(({ collection }) => collection !== 'accessTokens');
    const texts = textsOf([...records.map(accountPart), ...(await formerValues(history, id))]);
    const rows = await forgetInState({ profileId: profile.id, ...texts }, isDry);
    const { entries, states } = await store.forgetPerson({ id, ...texts, isDry });
    if (!isDry) {
      await store.removeAccount({ id });
      onForgotten(profile.id);
    }
    const name = accounts.map(({ record }) => record['name']).find((one) => typeof one === 'string') ?? null;
    return { name, isReturned, entries, states, ...rows };
  }

  return {
    forgettable: ({ person }) => work(person, true),
    forget: ({ person }) => work(person, false),
  };
}

/** The recorded values of an account, also former ones. */
async function formerValues(history: HistoryReader, id: number): Promise<Record<string, unknown>[]> {
  const filter = { person: id, collections: [...peopleCollections] };
  const query = { since: 0, until: Number.MAX_SAFE_INTEGER, view: null, search: '', filter };
  const found: Record<string, unknown>[] = [];
  for (let from = 0; ; from += sliceRows) {
    const { entries, total } = await history.changes({ ...query, slice: { from, count: sliceRows } });
    for (const { id: own, fields, row } of entries) {
      if (own !== id) continue;
      found.push(row ?? {});
      for (const { name, before, after } of fields) found.push({ [name]: before }, { [name]: after });
    }
    if (entries.length === 0 || from + sliceRows >= total) return found;
  }
}

/** The name of a token is not that of its account. */
function accountPart({ collection, record }: { collection: string; record: Readonly<Record<string, unknown>> }) {
  if (collection !== 'accessTokens') return record;
  const { account_username, account_name } = record;
  return { account_username, account_name };
}

function textsOf(records: readonly Readonly<Record<string, unknown>>[]): PersonTexts {
  const of = (fields: readonly string[]): string[] => {
    const values = records.flatMap((record) => fields.map((field) => record[field]));
    return [...new Set(values.filter((value) => typeof value === 'string' && value.trim() !== '') as string[])];
  };
  const uids = records.flatMap((record) => identities.flatMap((field) => uidsIn(record[field])));
  // The platform may send the name of a setting instead of an address
  const emails = of(textsIn.emails).filter((email) => email.includes('@'));
  return { usernames: of(textsIn.usernames), names: of(textsIn.names), emails: [...new Set([...emails, ...uids])] };
}

/** The IDs of an account at login providers. A number alone could mean anything. */
function uidsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(uidsIn);
  if (typeof value !== 'object' || value === null || !('extern_uid' in value)) return [];
  const { extern_uid: uid } = value;
  return typeof uid === 'string' && /\D/.test(uid) ? [uid] : [];
}
