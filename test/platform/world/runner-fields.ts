import type { Reader } from '../http/reader.ts';
import { badFields, badParameter } from '../http/refusal.ts';

const MAX_TAGS = 50;
const MIN_TIMEOUT_S = 600;

/** A field that requests can write. */
interface WritableField<T> {
  /** The value of a new runner. */
  initial: T;
  /** The value in a request that has the field; undefined: the field does not change. Fails: 400. */
  read: (read: Reader, name: string) => T | undefined;
  /** The replies that have the field: `list`, those of lists; `detail`, those about one runner. Absent: none. */
  shownIn?: 'list' | 'detail';
}
const text = (most: number, shownIn: 'list' | 'detail'): WritableField<string | null> => ({
  initial: null,
  read: (read, name) => shortText(name, read.text(name) ?? null, most),
  shownIn,
});
const flag = (initial: boolean, shownIn?: 'list' | 'detail'): WritableField<boolean> => ({
  initial,
  read: (read, name) => read.boolean(name),
  ...(shownIn && { shownIn }),
});
const tags: WritableField<string[]> = { initial: [], read: tagsOf, shownIn: 'detail' };
const accessLevel: WritableField<'not_protected' | 'ref_protected'> = {
  initial: 'not_protected',
  read: (read, name) => read.oneOf(name, ['not_protected', 'ref_protected']),
  shownIn: 'detail',
};
/** In seconds; null: no limit. */
const timeout: WritableField<number | null> = {
  initial: null,
  read: (read, name) => read.integer(name) ?? null,
  shownIn: 'detail',
};

/** The writable fields of a runner (document 3:93), with their names in requests, replies and the world. */
const writable = {
  description: text(1024, 'list'),
  paused: flag(false, 'list'),
  tag_list: tags,
  run_untagged: flag(true),
  locked: flag(false),
  access_level: accessLevel,
  maximum_timeout: timeout,
  maintenance_note: text(1024, 'detail'),
};
type Name = keyof typeof writable;
export type RunnerFields = { [N in Name]: (typeof writable)[N]['initial'] };

const entries = Object.entries(writable) as [Name, WritableField<unknown>][];

/** Names of the parameters of a request that edits a runner. `active` is the opposite of `paused`. */
export const PARAMETERS: readonly string[] = entries.flatMap(([name]) =>
  name === 'paused' ? ['active', 'paused'] : [name],
);

/** The fields of a new runner. */
export const newRunnerFields = (): RunnerFields =>
  structuredClone(Object.fromEntries(entries.map(([name, { initial }]) => [name, initial])) as RunnerFields);

/** The fields of a runner with this `shownIn`. */
export function shownFields(runner: RunnerFields, shownIn: 'list' | 'detail'): Partial<RunnerFields> {
  const shown = entries.filter(([, field]) => field.shownIn === shownIn);
  return Object.fromEntries(shown.map(([name]) => [name, runner[name]]));
}

/** The fields after a request. `before`: the current values. Fails: 400 for invalid values. */
export function runnerFields(read: Reader, before: RunnerFields): RunnerFields {
  read.exclusive('active', 'paused');
  const active = read.boolean('active');
  const given = entries.flatMap(([name, field]) => {
    const value = read.has(name) ? field.read(read, name) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  const fields: RunnerFields = {
    ...before,
    ...(active !== undefined && { paused: !active }),
    ...(Object.fromEntries(given) as Partial<RunnerFields>),
  };
  if (fields.maximum_timeout !== null && fields.maximum_timeout < MIN_TIMEOUT_S)
    throw badFields({ maximum_timeout: ['needs to be at least 10 minutes'] });
  if (fields.tag_list.length > MAX_TAGS) throw badFields({ tags_list: [`Too many tags (maximum is ${MAX_TAGS})`] });
  if (!fields.run_untagged && fields.tag_list.length === 0)
    throw badFields({ tags_list: ['can not be empty when runner is not allowed to pick untagged jobs'] });
  return fields;
}

function tagsOf(read: Reader): string[] {
  const given = (read.list('tag_list') ?? []).map((tag) => tag.trim());
  if (given.some((tag) => tag.length > 255)) throw badParameter('tag_list is invalid');
  return [...new Set(given.filter((tag) => tag !== ''))];
}

function shortText(name: string, value: string | null, most: number): string | null {
  // Characters, not UTF-16 code units: an emoji counts once.
  if (value !== null && [...value].length > most)
    throw badFields({ [name]: [`is too long (maximum is ${most} characters)`] });
  return value;
}
