import type { FoundImport, ImportEntry, ImportOp, ImportProblem, QueueLine } from '#shared/contract/imports.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';

/** The imports of this profile and their outcomes. */
export class ImportHistory {
  entries = $state.raw<readonly ImportEntry[] | undefined>(undefined);
  /** Imports of known projects that others sent. */
  found = $state.raw<readonly FoundImport[]>([]);
  /** Older imports that only the journal has. */
  older = $state(0);
  /** Whether the instance reports the status of imports; null: not requested yet. */
  isStatusOffered = $state<boolean | null>(null);
  failure = $state.raw<Failure | null>(null);
  readonly #session: Session;
  #asked = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  follow(): () => void {
    const { journal, imports, profiles } = this.#session.client;
    const load = (): void => void this.load();
    const ends = [
      this.#session.onConnected(load),
      journal.changed(load),
      imports.changed(load),
      profiles.changed(load),
    ];
    return () => ends.forEach((end) => end());
  }

  async load(): Promise<void> {
    const asked = ++this.#asked;
    try {
      const { entries, found, older, isStatusOffered } = await this.#session.client.imports.history();
      if (asked !== this.#asked) return;
      this.entries = entries;
      this.found = found;
      this.older = older;
      this.isStatusOffered = isStatusOffered;
      this.failure = null;
    } catch (thrown) {
      if (asked === this.#asked) this.failure = Failure.from(thrown);
    }
  }

  check(projectId: number) {
    return this.#session.client.imports.refreshStatus({ projectId });
  }
}

/** The first problem of an import that the core finds; null: none. Nothing is sent to the instance. */
export async function problemOfImport(
  { client }: Session,
  op: ImportOp,
  body: Readonly<Record<string, unknown>>,
): Promise<ImportProblem | null> {
  const { problems } = await client.imports.check({ op, body });
  return problems[0] ?? null;
}

/** The lines of a CSV as they would be sent. While a changed CSV is being parsed, the previous lines stay. */
export class ImportQueue {
  lines = $state.raw<readonly QueueLine[]>([]);
  problems = $state.raw<readonly ImportProblem[]>([]);
  failure = $state.raw<Failure | null>(null);
  readonly good = $derived(this.lines.filter(({ problems }) => problems.length === 0));
  readonly hasSecretColumn = $derived(this.problems.some(({ kind }) => kind === 'secret-column'));
  readonly #session: Session;
  #input = '';
  #newest: Promise<void> = Promise.resolve();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Parse a CSV if it differs from the previous call. Resolves when the newest CSV is parsed. */
  read(op: ImportOp, text: string, defaults: Readonly<Record<string, unknown>>): Promise<void> {
    const input = JSON.stringify([op, text, defaults]);
    if (input !== this.#input) {
      this.#input = input;
      this.#newest = this.#read(input, { op, text, defaults });
    }
    return this.#newest;
  }

  async #read(input: string, csv: Parameters<Session['client']['imports']['read']>[0]): Promise<void> {
    const { client } = this.#session;
    const read = await client.imports.read(csv).catch((thrown: unknown) => Failure.from(thrown));
    if (input !== this.#input) return this.#newest;
    const isFailed = read instanceof Failure;
    // After a failure, the next call parses it again
    if (isFailed) this.#input = '';
    this.lines = isFailed ? [] : read.lines;
    this.problems = isFailed ? [] : read.problems;
    this.failure = isFailed ? read : null;
  }
}
