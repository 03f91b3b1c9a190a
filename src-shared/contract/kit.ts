import { z } from 'zod';
import type { JsonText } from './json-text.ts';
import { scopePattern } from './scope.ts';

/** A time in ISO 8601 with an offset, as in the platform's replies. */
export const instant = z.string();
/** The filters `created_after` and `created_before` for the name `created`. */
export function between<N extends string>(name: N) {
  const moments = { [`${name}_after`]: instant.optional(), [`${name}_before`]: instant.optional() };
  return moments as Record<`${N}_after` | `${N}_before`, z.ZodOptional<typeof instant>>;
}
/** Fields of a reply with the same type that can be null or absent: `...nullish(z.string(), 'name', 'path')`. */
export function nullish<T extends z.ZodType, N extends string>(type: T, ...names: readonly N[]) {
  const fields = names.map((name) => [name, type.nullish()]);
  return Object.fromEntries(fields) as Record<N, z.ZodOptional<z.ZodNullable<T>>>;
}
/** The schema of a scope, which `scope.ts` describes. */
export const Scope = z.string().regex(scopePattern);
export type Scope = z.infer<typeof Scope>;
/** The length of a text in code points, as the platform counts it; `length` would count most emoji twice. */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Whether a text has more than `most` code points. They are only counted if `length` is larger than that. */
export function isLonger(text: string, most: number): boolean {
  return text.length > most && characters(text) > most;
}

/** The schema of a text with at most `most` code points. */
export const textUpTo = (most: number) =>
  z.string().check(({ value: input, issues }) => {
    if (isLonger(input, most)) issues.push({ code: 'too_big', origin: 'string', maximum: most, input });
  });

/** A time of Reeve, in epoch milliseconds. */
export const epochMs = z.number();

/** `query` reads local data, `refresh` fetches from the platform, `command` changes Reeve's own data or starts work. */
export type VerbKind = 'query' | 'refresh' | 'command';

export interface Verb<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  kind: VerbKind;
  input: Input;
  output: Output;
  /** Needs the network: the window disables it, with the reason, while offline. */
  remote: boolean;
}
export interface Event<Data extends z.ZodType = z.ZodType> {
  kind: 'event';
  data: Data;
}
export type Section = Record<string, Verb | Event>;
/** All sections. Members have no schemas here: comparing each with `ZodType` takes a third of the compile time. */
export type Contract = Record<string, Record<string, { kind: VerbKind | 'event'; remote?: boolean }>>;

/** The kinds of members of the contract: an event, and verbs that do (`remote`) or do not (`local`) need the network. */
export type MemberKind = 'local' | 'remote' | 'event';
/** A contract without its schemas, which a client does not need. */
export type Members<C extends Contract> = { readonly [S in keyof C]: { readonly [V in keyof C[S]]: MemberKind } };
export type AnyMembers = Readonly<Record<string, Readonly<Record<string, MemberKind>>>>;

export function membersOf<C extends Contract>(contract: C): Members<C> {
  const kindOf = (member: Contract[string][string]): MemberKind => {
    if (member.kind === 'event') return 'event';
    return member.remote === true ? 'remote' : 'local';
  };
  const sections = Object.entries(contract).map(([name, section]) => [name, mapped(section, kindOf)]);
  return Object.fromEntries(sections) as Members<C>;
}

function mapped<T, U>(values: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

const verbOf =
  (kind: 'query' | 'command') =>
  <I extends z.ZodType, O extends z.ZodType>(
    input: I,
    output: O,
    { remote = false }: { remote?: boolean } = {},
  ): Verb<I, O> => ({ kind, input, output, remote });

/** Read the cache or Reeve's own data. It works offline, except with `remote: true`, which sends requests. */
export const query = verbOf('query');

/**
 * Change Reeve's own data (profiles, preferences, jobs). Only `changes` writes to the platform.
 * Decision: build/decisions/0001-commands.md
 */
export const command = verbOf('command');

/** The result of a refresh: when the cached row was fetched. */
export const Refreshed = z.object({ fetchedAt: epochMs });

/** Fetch a row into the cache. Simultaneous calls for one key share a request; skipped if it is younger than `maxAgeMs`. */
export function refresh<I extends z.ZodType>(input: I): Verb<I, typeof Refreshed> {
  return { kind: 'refresh', input, output: Refreshed, remote: true };
}

/** The ids of rows in the order of a query, for selecting a range with Shift; at most 5,000. */
export const idsOf = <Q extends z.ZodType>(chosen: Q) =>
  query(
    z.object({ query: chosen, from: z.number().int().min(0), count: z.number().int().min(1).max(5_000) }),
    z.object({ ids: z.array(z.number()) }),
  );

/** An event that the core sends to windows. Several changes can be combined into one event. */
export function event<D extends z.ZodType>(data: D): Event<D> {
  return { kind: 'event', data };
}

/** Data of this section has changed: its new revision, and the ids of the changed rows if there are at most 200. */
export const Changed = z.object({ revision: z.number(), ids: z.array(z.number()).optional() });

/** A requested range of rows: at most 200, the largest number in one message. */
export const Slice = z.object({ from: z.number().int().min(0), count: z.number().int().min(1).max(200) });

/**
 * A row with its age. `notReturnedSince`: since when the platform does not return it. `deletedAt`: when it was deleted, by us or
 * confirmed by a 404. `isCut`: fields are shortened or missing to limit the size of the message; `get` returns the
 * whole row. `detailFetchedAt`: when its details were fetched, if that was before `fetchedAt`.
 */
export const aged = <R extends z.ZodType>(row: R) =>
  z.object({
    row,
    fetchedAt: epochMs,
    notReturnedSince: epochMs.nullable(),
    deletedAt: epochMs.nullish(),
    isCut: z.literal(true).optional(),
    detailFetchedAt: epochMs.optional(),
  });
export type Aged<R> = z.infer<ReturnType<typeof aged<z.ZodType<R>>>>;

/** A range of rows. `total` is exact unless `isCapped` ("3,000+"). `queryMs`: the duration of the query in the cache. */
export const windowOf = <R extends z.ZodType>(row: R) =>
  z.object({
    total: z.number(),
    isCapped: z.boolean(),
    from: z.number(),
    rows: z.array(row),
    revision: z.number(),
    queryMs: z.number(),
  });
export type Window<R> = z.infer<ReturnType<typeof windowOf<z.ZodType<R>>>>;

/** One row, merged from list and details. Each has its age; null: not fetched. The result is null if neither is cached. */
export const detailOf = <R extends z.ZodType>(row: R) =>
  z
    .object({
      row,
      listFetchedAt: epochMs.nullable(),
      detailFetchedAt: epochMs.nullable(),
      notReturnedSince: epochMs.nullable(),
      deletedAt: epochMs.nullish(),
    })
    .nullable();
export type Detail<R> = z.infer<ReturnType<typeof detailOf<z.ZodType<R>>>>;

type Input<V> = V extends { input: infer I } ? z.input<I> : never;
type Parsed<V> = V extends { input: infer I } ? z.output<I> : never;
type Output<V> = V extends { output: infer O } ? z.output<O> : never;
type Data<E> = E extends { data: infer D } ? z.output<D> : never;

/** The contract for a window: verbs return promises and accept a signal; events return a function that unsubscribes. */
export type Client<C extends Contract> = {
  readonly [S in keyof C]: {
    readonly [V in keyof C[S]]: C[S][V] extends { kind: 'event' }
      ? (listener: (data: Data<C[S][V]>) => void) => () => void
      : undefined extends Input<C[S][V]>
        ? (input?: Input<C[S][V]>, signal?: AbortSignal) => Promise<Output<C[S][V]>>
        : (input: Input<C[S][V]>, signal?: AbortSignal) => Promise<Output<C[S][V]>>;
  };
};

type VerbNames<S> = { [V in keyof S]: S[V] extends { kind: 'event' } ? never : V }[keyof S];
type EventNames<S> = { [V in keyof S]: S[V] extends { kind: 'event' } ? V : never }[keyof S];

type Service<V, R> = (input: Parsed<V>, signal: AbortSignal) => Promise<R> | R;

/** The contract for the core: one function for each verb. Events are sent with `Emit`. */
export type Services<C extends Contract> = {
  readonly [S in keyof C]: { readonly [V in VerbNames<C[S]>]: Service<C[S][V], Output<C[S][V]>> };
};

/** The services that a link serves. Each can return the JSON text of its result instead of the result. */
export type LinkServices<C extends Contract> = {
  readonly [S in keyof C]: {
    readonly [V in VerbNames<C[S]>]: Service<C[S][V], Output<C[S][V]> | JsonText<Output<C[S][V]>>>;
  };
};

/** Send one event to every attached window: `emit('users', 'changed', { revision })`. */
export type Emit<C extends Contract> = <S extends keyof C, E extends EventNames<C[S]>>(
  section: S,
  name: E,
  data: Data<C[S][E]>,
) => void;
