import { expect, test } from 'vitest';
import { defaultMonths } from '#shared/contract/history.ts';
import type { HistoryReader } from '#main/cache/history/history-api.ts';
import type { CacheWriter } from '#main/cache/store-api.ts';
import { forgetting } from '#main/services/history/forgetting.ts';
import { historyServices } from '#main/services/history/history.ts';
import type { StoredProfile } from '#main/state/profiles.ts';
import type { PersonTexts } from '#main/state/forgetting/person-texts.ts';
import { openBoth } from '../../cache/rig.ts';
import { user } from '../../cache/rows.ts';

const now = 1_000;
const { signal } = new AbortController();
const anna = user(417, {
  ...{ username: 'anna', name: 'Anna Arndt', email: 'anna@acme.example', public_email: null, commit_email: '_private' },
  identities: [{ provider: 'ldap', extern_uid: 'uid=anna,dc=acme' }],
});
/** A change of the name, as the history stores it. */
const renamed = {
  ...{ n: 1, collection: 'users', scope: '', id: 417, title: null, kind: 'changed', at: 1, since: null, row: null },
  ...{ fields: [{ name: 'name', before: 'Anna Berg', after: 'Anna Arndt' }], by: { source: 'sync', cause: null } },
};

async function opened() {
  const { store } = await openBoth();
  await store.putRows({ place: { collection: 'users', scope: '' }, rows: [anna], by: 'details', now });
  const sent: { to: string; texts: PersonTexts; isDry: boolean }[] = [];
  const keeper = {
    accountRecords: store.accountRecords,
    removeAccount: store.removeAccount,
    forgetPerson: async ({ isDry = false, ...texts }: Parameters<CacheWriter['forgetPerson']>[0]) => {
      sent.push({ to: 'history', texts, isDry });
      return { entries: 3, states: 1 };
    },
  } as unknown as CacheWriter;
  const history = { changes: async () => ({ entries: [renamed], total: 1 }) } as unknown as HistoryReader;
  const forgotten: string[] = [];
  const verbs = forgetting({
    open: () => ({ profile: { id: 'p1' } as StoredProfile, store: keeper, history }),
    forgetInState: async ({ profileId: _, ...texts }, isDry) => {
      sent.push({ to: 'state', texts, isDry });
      return { archived: 0, notices: 2, journal: 5 };
    },
    onForgotten: (profileId) => void forgotten.push(profileId),
  });
  return { store, verbs, sent, forgotten };
}
const counts = { name: 'Anna Arndt', entries: 3, states: 1, archived: 0, notices: 2, journal: 5 };

test('an account that the instance still returns is not forgotten', async () => {
  const { store, verbs, sent, forgotten } = await opened();
  expect(await verbs.forgettable({ person: 417 }, signal)).toEqual({ ...counts, isReturned: true });
  await expect(verbs.forget({ person: 417 }, signal)).rejects.toMatchObject({ code: 'conflict' });
  expect(sent.every(({ isDry }) => isDry)).toBe(true);
  expect(await store.accountRecords({ id: 417 })).toHaveLength(1);
  expect(forgotten).toEqual([]);
});

test('every part gets the present and former texts, and the cached rows are deleted last', async () => {
  const { store, verbs, sent, forgotten } = await opened();
  await store.markNotReturned({ place: { collection: 'users', scope: '' }, id: 417, by: 'details', now });
  expect(await verbs.forget({ person: 417 }, signal)).toEqual({ ...counts, isReturned: false });
  const texts = {
    ...{ usernames: ['anna'], names: ['Anna Arndt', 'Anna Berg'] },
    emails: ['anna@acme.example', 'uid=anna,dc=acme'],
  };
  expect(sent).toEqual([
    { to: 'state', texts, isDry: false },
    { to: 'history', texts: { ...texts, id: 417 }, isDry: false },
  ]);
  expect(await store.accountRecords({ id: 417 })).toEqual([]);
  expect(forgotten).toEqual(['p1']);
});

test('the settings show every recorded list, also one without changes', async () => {
  const open = () => ({
    store: {
      historyState: async () => ({ failure: null }),
      historySizes: async () => ({
        ...{ since: 5, bytes: 9_000 },
        collections: [{ collection: 'users', entries: 7, bytes: 700, months: null }],
      }),
    },
  });
  const { settings } = historyServices({ open, state: {}, onForgotten: () => undefined } as never);
  const { collections, ...sums } = await settings({}, signal);
  expect(sums).toEqual({ since: 5, bytes: 9_000, failure: null });
  const of = (name: string) => collections.find(({ collection }) => collection === name);
  expect(of('users')).toMatchObject({ entries: 7, bytes: 700, months: null });
  expect(of('users')?.fields).toContain('is_admin');
  expect(of('runners')).toMatchObject({ entries: 0, bytes: 0, months: defaultMonths });
  expect(of('commits')).toBeUndefined();
});
