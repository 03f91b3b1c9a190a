import type { Scoped } from '#shared/contract/collection.ts';
import type { Person, PersonMembership, PersonSource } from '#shared/contract/people.ts';
import { minutes } from '#shared/time.ts';
import PeoplePage from '../../../src-renderer/pages/people/PeoplePage.svelte';
import { renderPage, type RenderedPage } from '../console/render-page.ts';
import type { FakeAnswers } from '../fake-core.ts';
import { fakeList, listAnswers, type FakeList } from '../fake-list.ts';
import type { FakeWorld } from '../fake-world.ts';

export const id = 417;
const fetchedAt = Date.now() - minutes(4);

export const source = (over: Partial<PersonSource> = {}): PersonSource => ({
  ...{ collection: 'users', scope: '', label: null, listFetchedAt: fetchedAt, detailFetchedAt: null },
  ...{ notReturnedSince: null, deletedAt: null },
  ...over,
});

export const membership = (over: Partial<PersonMembership> = {}): PersonMembership => ({
  ...{ scope: 'project:7', label: 'acme/core', access_level: 30, direct_access_level: 30, is_direct: true },
  ...{ expires_at: null, created_at: '2025-01-02T03:04:05Z', is_using_seat: true, addedBy: null, otherOwners: null },
  ...{ state: 'active', notReturnedSince: null },
  ...over,
});

const fields = { name: 'Mara Lindgren', username: 'mara.lindgren', state: 'active', web_url: 'https://x.example/mara' };

/** A person whose fields are all from the first source. */
export function person({ row = {}, ...over }: Partial<Person> & { row?: object } = {}): Person {
  const work = { count: 0, open: 0, places: 2 };
  return {
    id,
    kind: 'user',
    sources: [source()],
    row: { ...fields, ...row },
    sourceOf: Object.fromEntries(Object.keys({ ...fields, ...row }).map((field) => [field, 0])),
    ...{ isCut: false, syncedProjects: 3 },
    ...{ memberships: [], groups: [], keys: 0, deployKeys: 0, tokens: null },
    work: { issues: work, mergeRequests: work, notes: { ...work, open: null }, commits: null },
    ...over,
  };
}

interface Given {
  found?: Person | null;
  world?: Partial<FakeWorld>;
  answers?: FakeAnswers;
  /** The projects by the state of their members. */
  counts?: Record<string, number>;
  tokens?: FakeList;
  keys?: FakeList;
  path?: string;
}

/** The page of a person, whose other lists are empty. */
export function showPerson({
  found = person(),
  counts = { complete: 3 },
  ...given
}: Given = {}): Promise<RenderedPage> {
  const { tokens = fakeList([]), keys = fakeList([]), world = {}, path = `/people/${id}` } = given;
  const row = { id, ...fields };
  return renderPage(PeoplePage, {
    path,
    world,
    answers: {
      people: { get: () => ({ people: [found] }) },
      users: listAnswers<'users'>(fakeList([row])),
      accessTokens: listAnswers<'accessTokens'>(tokens),
      keys: listAnswers<'keys'>(keys),
      enterpriseUsers: listAnswers<'enterpriseUsers'>(fakeList([row], { scope: 'group:1' })),
      coverage: {
        list: () => ({
          ...{ total: 0, isCapped: false, from: 0, rows: [], revision: 1, queryMs: 1, counts, places: 3 },
        }),
      },
      journal: { list: () => ({ total: 0, isCapped: false, from: 0, rows: [], revision: 1, queryMs: 1 }) },
      ...given.answers,
    },
  });
}

export type Rows = readonly Scoped<Record<string, unknown>>[];
