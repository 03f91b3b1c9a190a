import { mostFoundKeys, type FoundKey, type KeyQuery, type KeyAnswer, type KeyReading } from '#shared/contract/keys.ts';
import type { Session } from '../../link/session.svelte.ts';
import { NewestCall } from '../loading/newest-call.svelte.ts';
import { collectionClient, type FilterOf, type ListSelection, type RowOf } from '../lists/collection-client.ts';
import { PrivateKeyGuard } from './private-key-guard.ts';

/** Delay after a keystroke before the text is parsed. */
const typingMs = 120;
const mostLetters = 4_000_000;
const answersPerRequest = 200;

/** A key or fingerprint found in the text, with its cached result (null: never looked up). */
export interface FoundLine {
  found: FoundKey;
  answer: KeyAnswer | null;
}

/** A pasted text, the keys found in it, and their lookup results. A private key is not kept. */
export class KeyLookUp {
  #text = $state('');
  readonly #reading = new NewestCall<KeyReading>();
  readonly #answers = new NewestCall<readonly (KeyAnswer | null)[]>();
  readonly #start = new NewestCall<unknown>();
  /** A private key was pasted and deleted. */
  wasPrivate = $state(false);
  isTooLong = $state(false);
  isStarting = $derived(this.#start.isLoading);
  failure = $derived(this.#start.failure ?? this.#reading.failure ?? this.#answers.failure);
  /** Null: nothing was pasted yet, or the text is being parsed. */
  reading = $derived(this.#reading.value ?? null);
  readonly lines: readonly FoundLine[] = $derived(
    (this.reading?.found ?? []).map((found, at) => ({ found, answer: this.#answers.value?.[at] ?? null })),
  );
  /** The keys that can be looked up. */
  readonly queries = $derived(this.lines.filter(({ found }) => found.error === null && !found.isAuthority));
  /** The keys without a result. */
  readonly newQueries = $derived(
    this.queries.filter(({ answer }) => answer === null || answer.row.answer === 'waiting'),
  );
  readonly #session: Session;
  #typing: ReturnType<typeof setTimeout> | undefined;
  readonly #guard = new PrivateKeyGuard();
  #read: Promise<void> = Promise.resolve();

  constructor(session: Session) {
    this.#session = session;
  }

  get text(): string {
    return this.#text;
  }

  /** Parse the typed or pasted text after a short delay. A private key is never sent to the core. */
  type(text: string): void {
    clearTimeout(this.#typing);
    this.#reading.abort();
    this.#forgetFailures();
    const isPrivate = this.#guard.isPrivateKey(text);
    this.wasPrivate = isPrivate || (this.wasPrivate && text === '');
    this.isTooLong = text.length > mostLetters;
    this.#text = isPrivate ? '' : text;
    if (this.#text.trim() === '' || this.isTooLong) {
      this.#reading.forget();
      this.#answers.forget();
      return;
    }
    this.#read = new Promise((resolve) => {
      this.#typing = setTimeout(() => resolve(this.#readNow()), typingMs);
    });
  }

  /** Subscribe to results until the returned function is called. */
  follow(): () => void {
    const end = this.#session.client.keys.changed(() => void this.#loadAnswers());
    return () => {
      clearTimeout(this.#typing);
      end();
    };
  }

  /** Wait until the newest text is parsed. */
  settled(): Promise<void> {
    return this.#read;
  }

  /** Look up these keys on the instance. */
  async start(lines: readonly FoundLine[]): Promise<void> {
    const queries = lines.slice(0, mostFoundKeys).map(({ found }) => found);
    this.#forgetFailures();
    await this.#start.send(() => this.#session.client.keys.lookUp({ queries }));
  }

  #forgetFailures(): void {
    for (const call of [this.#reading, this.#answers, this.#start]) call.failure = null;
  }

  async #readNow(): Promise<void> {
    const isNewest = await this.#reading.send(() => this.#session.client.keys.read({ text: this.#text }));
    if (!isNewest) return;
    this.#answers.forget();
    await this.#loadAnswers();
  }

  async #loadAnswers(): Promise<void> {
    const { found = [] } = this.#reading.value ?? {};
    await this.#answers.send(async () => {
      const all: (KeyAnswer | null)[] = [];
      for (let from = 0; from < found.length; from += answersPerRequest) {
        const queries = found.slice(from, from + answersPerRequest);
        all.push(...(await this.#session.client.keys.answers({ queries })).answers);
      }
      return all;
    });
  }
}

/** The cached key of a fingerprint; null: not cached. */
export async function cachedKey({ client }: Session, query: KeyQuery): Promise<KeyAnswer | null> {
  const { answers } = await client.keys.answers({ queries: [query] });
  return answers[0] ?? null;
}

/** Look up keys of the list again, at most `mostFoundKeys`. */
export async function lookUpAgain(session: Session, selection: ListSelection<FilterOf<'keys'>>): Promise<void> {
  const keys = selection.kind === 'ids' ? selection.ids : await idsOf(session, selection);
  await session.client.keys.lookUpAgain({ keys: keys.slice(0, mostFoundKeys) });
}

async function idsOf(
  session: Session,
  { query, except }: Extract<ListSelection<FilterOf<'keys'>>, { kind: 'all' }>,
): Promise<number[]> {
  const verbs = collectionClient<RowOf<'keys'>>(session, 'keys');
  const { ids } = await verbs.ids({ query, from: 0, count: mostFoundKeys + except.length });
  return ids.filter((id) => !except.includes(id));
}
