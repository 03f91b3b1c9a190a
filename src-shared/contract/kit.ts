import { z } from 'zod';

/** A moment in ISO 8601 with an offset, as the platform writes it; fractions of a second are accepted. */
export const instant = z.string();
/** The length of a text in code points, as the platform counts it: most emoji count once, not as two UTF-16 units. */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Whether a text has more than `most` characters. Only a text with more UTF-16 units than that has to be counted. */
export function isLonger(text: string, most: number): boolean {
  return text.length > most && characters(text) > most;
}

/** A moment on our side: epoch milliseconds. */
export const epochMs = z.number();

/** What a verb does, and so whether it works offline and who may call it. */
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
export type Stem = Record<string, Verb | Event>;
export type Contract = Record<string, Stem>;

/** Ask the cache or Reeve's own state: answers at once, offline too. `remote: true` marks the few that go to the platform. */
export function query<I extends z.ZodType, O extends z.ZodType>(
  input: I,
  output: O,
  { remote = false }: { remote?: boolean } = {},
): Verb<I, O> {
  return { kind: 'query', input, output, remote };
}

/** What a refresh answers: when the row that is now cached was fetched. */
export const Refreshed = z.object({ fetchedAt: epochMs });
export type Refreshed = z.infer<typeof Refreshed>;

/** Read again from the platform into the cache. Single flight per key; skipped while younger than `maxAgeMs`. */
export function refresh<I extends z.ZodType>(input: I): Verb<I, typeof Refreshed> {
  return { kind: 'refresh', input, output: Refreshed, remote: true };
}

/** Change what is Reeve's own (profiles, preferences, jobs). Never a write to the platform: those are `changes`. Decision: build/decisions/0001-commands.md. */
export function command<I extends z.ZodType, O extends z.ZodType>(
  input: I,
  output: O,
  { remote = false }: { remote?: boolean } = {},
): Verb<I, O> {
  return { kind: 'command', input, output, remote };
}

/** Pushed to every window, coalesced; the only thing that comes without being asked for. */
export function event<D extends z.ZodType>(data: D): Event<D> {
  return { kind: 'event', data };
}

/** Something of this stem is new: its revision, and which rows if they are few (at most 200). */
export const Changed = z.object({ revision: z.number(), ids: z.array(z.number()).optional() });
export type Changed = z.infer<typeof Changed>;

/** A slice asked for: `count` is at most 200, because no border carries more rows at once. */
export const Slice = z.object({ from: z.number().int().min(0), count: z.number().int().min(1).max(200) });

/**
 * A row with its age. `goneAt`: since when the platform does not return it; `deletedAt`: when it was deleted, by us or confirmed
 * by a 404. `isCut`: fields are shortened or missing to limit the size
 * of the reply; `get` returns the whole row.
 */
export const aged = <R extends z.ZodType>(row: R) =>
  z.object({
    row,
    fetchedAt: epochMs,
    goneAt: epochMs.nullable(),
    deletedAt: epochMs.nullish(),
    isCut: z.literal(true).optional(),
  });
export interface Aged<R> {
  row: R;
  fetchedAt: number;
  goneAt: number | null;
  deletedAt?: number | null | undefined;
  isCut?: true | undefined;
}

/** A window of rows. `total` is exact unless `isCapped` ("3,000+"); `queryMs` is what the cache took. */
export interface Window<R> {
  total: number;
  isCapped: boolean;
  from: number;
  rows: Aged<R>[];
  revision: number;
  queryMs: number;
}

/** One row, merged from list and detail, each with its age (null: never fetched that way); null when neither is cached. */
export const detailOf = <R extends z.ZodType>(row: R) =>
  z
    .object({
      row,
      listFetchedAt: epochMs.nullable(),
      detailFetchedAt: epochMs.nullable(),
      goneAt: epochMs.nullable(),
      deletedAt: epochMs.nullish(),
    })
    .nullable();
export type Detail<R> = {
  row: R;
  listFetchedAt: number | null;
  detailFetchedAt: number | null;
  goneAt: number | null;
  deletedAt?: number | null | undefined;
} | null;

type Input<V> = V extends Verb<infer I, z.ZodType> ? z.input<I> : never;
type Parsed<V> = V extends Verb<infer I, z.ZodType> ? z.output<I> : never;
type Output<V> = V extends Verb<z.ZodType, infer O> ? z.output<O> : never;
type Data<E> = E extends Event<infer D> ? z.output<D> : never;

/** How a window calls the contract: verbs answer promises and take an abort signal, events answer their own end. */
export type Client<C extends Contract> = {
  readonly [S in keyof C]: {
    readonly [V in keyof C[S]]: C[S][V] extends Event
      ? (listener: (data: Data<C[S][V]>) => void) => () => void
      : undefined extends Input<C[S][V]>
        ? (input?: Input<C[S][V]>, signal?: AbortSignal) => Promise<Output<C[S][V]>>
        : (input: Input<C[S][V]>, signal?: AbortSignal) => Promise<Output<C[S][V]>>;
  };
};

type VerbNames<S> = { [V in keyof S]: S[V] extends Event ? never : V }[keyof S];
type EventNames<S> = { [V in keyof S]: S[V] extends Event ? V : never }[keyof S];

/** How the core answers it: one function a verb. Events are not answered but emitted. */
export type Services<C extends Contract> = {
  readonly [S in keyof C]: {
    readonly [V in VerbNames<C[S]>]: (
      input: Parsed<C[S][V]>,
      signal: AbortSignal,
    ) => Promise<Output<C[S][V]>> | Output<C[S][V]>;
  };
};

/** Send one event to every attached window: `emit('users', 'changed', { revision })`. */
export type Emit<C extends Contract> = <S extends keyof C, E extends EventNames<C[S]>>(
  stem: S,
  name: E,
  data: Data<C[S][E]>,
) => void;
