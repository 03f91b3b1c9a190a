import type { ImportOp, ImportProblem, QueueLine } from '#shared/contract/imports.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

type Reply = Awaited<ReturnType<Session['client']['imports']['history']>>;

/** The imports of this profile and their outcomes. */
export class ImportHistory extends LastReply<Reply> {
  entries = $derived(this.value?.entries);
  /** Imports of known projects that others sent. */
  found = $derived(this.value?.found ?? []);
  /** Older imports that only the journal has. */
  older = $derived(this.value?.older ?? 0);
  /** Whether the instance reports the status of imports; null: not requested yet. */
  isStatusOffered = $derived(this.value?.isStatusOffered ?? null);

  constructor(session: Session) {
    const { journal, imports } = session.client;
    super(session, () => imports.history(), [journal, imports], { onProfileChange: 'reload', everyMs: 0 });
  }

  check = (projectId: number) => this.session.client.imports.refreshStatus({ projectId });
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
