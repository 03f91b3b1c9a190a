import type { Caller } from '../caller.ts';
import { isHash } from '../http/params.ts';
import type { Params } from '../http/params.ts';
import { reader } from '../http/reader.ts';
import type { Reader } from '../http/reader.ts';
import { badParameter } from '../http/refusal.ts';
import type { Issuable, IssuableType } from '../world/issuables.ts';
import { isStarted, isUpcoming } from '../world/milestones.ts';
import type { World } from '../world/world.ts';

export type Test<Row> = (row: Row) => boolean;

/** A filter value that is an id, or a word such as `None` in lower case; undefined: it is not given. */
export function idOrWord<const Word extends string>(
  read: Reader,
  name: string,
  words: readonly Word[],
): number | Word | undefined {
  const text = read.text(name)?.trim();
  if (text === undefined || text === '') return undefined;
  const word = words.find((candidate) => candidate === text.toLowerCase());
  if (word !== undefined) return word;
  if (!/^\d{1,15}$/.test(text)) throw badParameter(`${name} is invalid`);
  return Number(text);
}

const PRESENCE = ['none', 'any'] as const;

/** By an id in a field that may be empty, `None` or `Any`. */
export function presenceTest<Row>(
  read: Reader,
  name: string,
  idsOf: (row: Row) => readonly (number | null)[],
): Test<Row>[] {
  const wanted = idOrWord(read, name, PRESENCE);
  if (wanted === undefined) return [];
  const ids = (row: Row) => idsOf(row).filter((id) => id !== null);
  if (wanted === 'none') return [(row) => ids(row).length === 0];
  if (wanted === 'any') return [(row) => ids(row).length > 0];
  return [(row) => ids(row).includes(wanted)];
}

/** The id of an account by its name; -1 if it does not exist. */
export const userIdOf = (world: World, username: string) =>
  world.users.byUsername(username.trim().replace(/^@/, ''))?.id ?? -1;

const WORDS = ['none', 'any'];

/** Author, assignee, labels and milestone of issues and merge requests; `not[…]` has the same ones. */
export function peopleTests<Row extends Issuable>(world: World, query: Params): Test<Row>[] {
  const read = reader(query);
  read.exclusive('author_id', 'author_username');
  read.exclusive('assignee_id', 'assignee_username');
  const tests: Test<Row>[] = [];
  const author = read.text('author_username');
  const authorId = author === undefined || author === '' ? read.integer('author_id') : userIdOf(world, author);
  if (authorId !== undefined) tests.push((row) => row.author_id === authorId);
  tests.push(...presenceTest<Row>(read, 'assignee_id', (row) => row.assignee_ids));
  // Assigned to all of them.
  const assignees = (read.list('assignee_username') ?? []).filter((name) => name !== '');
  for (const id of assignees.map((name) => userIdOf(world, name))) tests.push((row) => row.assignee_ids.includes(id));
  return tests;
}

const labelNames = (world: World, row: Issuable) => row.label_ids.map((id) => world.labels.get(id)?.name);

/** `labels=a,b`: all of them; `None` and `Any`. */
export function labelTests<Row extends Issuable>(world: World, query: Params): Test<Row>[] {
  const names = namesOf(reader(query).list('labels'));
  const [word = ''] = names.map((name) => name.toLowerCase());
  if (names.length === 1 && word === 'none') return [(row) => row.label_ids.length === 0];
  if (names.length === 1 && word === 'any') return [(row) => row.label_ids.length > 0];
  return names.map((name) => (row) => labelNames(world, row).includes(name));
}

/** A list may hold lists: `labels[]=a,b`. */
const namesOf = (list: readonly string[] = []) =>
  list
    .flatMap((item) => item.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** `milestone` by its title, or a word; `milestone_id` by its id, or a word (document 2:34). */
export function milestoneTests<Row extends Issuable>(world: World, query: Params): Test<Row>[] {
  const read = reader(query);
  read.exclusive('milestone', 'milestone_id');
  const now = world.clock.now();
  const of = (row: Row) => (row.milestone_id === null ? undefined : world.milestones.get(row.milestone_id));
  const byWord = {
    none: (row: Row) => of(row) === undefined,
    any: (row: Row) => of(row) !== undefined,
    upcoming: (row: Row) => isMilestone(of(row), (milestone) => isUpcoming(milestone, now)),
    started: (row: Row) => isMilestone(of(row), (milestone) => isStarted(milestone, now)),
  } satisfies Record<string, Test<Row>>;
  const id = idOrWord(read, 'milestone_id', ['none', 'any', 'upcoming', 'started']);
  if (typeof id === 'number') return [(row) => row.milestone_id === id];
  if (id !== undefined) return [byWord[id]];
  const title = read.text('milestone');
  if (title === undefined || title === '') return [];
  const word = title.toLowerCase().replace(/^#/, '');
  if (word in byWord) return [byWord[word as keyof typeof byWord]];
  return [(row) => of(row)?.title === title];
}

function isMilestone<T>(milestone: T | undefined, test: (milestone: T) => boolean) {
  return milestone !== undefined && test(milestone);
}

/** Reactions of the caller: a name, `None` or `Any`. */
export function reactionTests<Row extends Issuable>(
  world: World,
  query: Params,
  type: IssuableType,
  as: Caller,
): Test<Row>[] {
  const name = reader(query).text('my_reaction_emoji')?.replaceAll(':', '');
  if (name === undefined || name === '') return [];
  const own = (row: Row) => world.awards.on(type, row.id).filter((award) => award.user_id === as.user?.id);
  if (WORDS.includes(name.toLowerCase())) {
    return [(row) => own(row).length > 0 === (name.toLowerCase() === 'any')];
  }
  return [(row) => own(row).some((award) => award.name === name)];
}

/** `search` in the fields of `in`, created and updated between. */
export function searchAndTimeTests<Row extends Issuable>(query: Params): Test<Row>[] {
  const read = reader(query);
  const tests: Test<Row>[] = [];
  const fields = namesOf(read.list('in'));
  for (const field of fields) {
    if (field !== 'title' && field !== 'description') throw badParameter('in does not have a valid value');
  }
  const words = wordsOf(read.text('search') ?? '');
  if (words.length > 0) {
    const texts = (row: Row) => [
      ...(fields.length === 0 || fields.includes('title') ? [row.title] : []),
      ...(fields.length === 0 || fields.includes('description') ? [row.description ?? ''] : []),
    ];
    tests.push((row) =>
      texts(row)
        .map((text) => text.toLowerCase())
        .some((text) => words.every((word) => text.includes(word))),
    );
  }
  for (const field of ['created', 'updated'] as const) {
    const after = read.instant(`${field}_after`);
    const before = read.instant(`${field}_before`);
    // Replies have whole seconds, so a filter with a value from a reply must find the row.
    const at = (row: Row) => Math.floor(row[`${field}_at`] / 1000) * 1000;
    if (after !== undefined) tests.push((row) => at(row) >= after);
    if (before !== undefined) tests.push((row) => at(row) <= before);
  }
  return tests;
}

/** The words of a search, and `"whole phrases"`. */
const wordsOf = (search: string) =>
  [...search.toLowerCase().matchAll(/"([^"]+)"|(\S+)/g)].map(([, phrase, word]) => phrase ?? word ?? '');

/** The filters in `not[…]`: each excludes the rows that match it. Fails: 400 if it is not a hash. */
export function negated<Row>(query: Params, testsOf: (not: Params) => Test<Row>[][]): Test<Row>[] {
  const { not } = query;
  if (not === undefined || not === null || not === '') return [];
  if (!isHash(not)) throw badParameter('not is invalid');
  return testsOf(not).flatMap((tests) => tests.map((test) => (row: Row) => !test(row)));
}

/** Rows of projects that are not archived, unless `non_archived` says otherwise. */
export function archiveTests<Row extends Issuable>(world: World, query: Params, byDefault: boolean): Test<Row>[] {
  if (!(reader(query).boolean('non_archived') ?? byDefault)) return [];
  return [(row) => world.projects.get(row.project_id)?.archived === false];
}

/** Sorts by a key, equal keys by id. Rows without a key are last in both directions. */
export function ordered<Row extends { id: number }>(
  rows: readonly Row[],
  keyOf: (row: Row) => number | string | null,
  isDescending: boolean,
): Row[] {
  const sign = isDescending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [left, right] = [keyOf(a), keyOf(b)];
    if (left === null || right === null) {
      if (left !== right) return left === null ? 1 : -1;
    } else if (left !== right) return left < right ? -sign : sign;
    return sign * (a.id - b.id);
  });
}
