import type { EndpointRow, Trial, TrialReply } from '#shared/contract/explorer.ts';
import { Failure } from '#shared/errors.ts';
import type { DialectName } from '#shared/text/en/dialect-names.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';
import { NewestCall } from '../loading/newest-call.svelte.ts';

/** The endpoints of the API and the last request to each, kept while the window is open. */
export class Explorer {
  readonly #listed: LastReply<{ endpoints: EndpointRow[]; notInApi: { doc: string; what: string }[] }>;
  endpoints = $derived.by(() => this.#listed.value?.endpoints ?? null);
  notInApi = $derived.by(() => this.#listed.value?.notInApi ?? []);
  failure = $derived.by(() => this.#listed.failure);
  /** The last reply or failure, by the name of the endpoint. */
  replies = $state.raw<Readonly<Record<string, TrialReply | Failure>>>({});
  /** The endpoint to which the last request was sent. */
  #sent = $state('');
  readonly #reply = new NewestCall<TrialReply | Failure>();
  /** The endpoint whose request is running; null: none. */
  sending = $derived(this.#reply.isLoading ? this.#sent : null);
  readonly #session: Session;
  #dialect: DialectName = 'documented';

  constructor(session: Session) {
    this.#session = session;
    const load = () => session.client.explorer.endpoints({ dialect: this.#dialect });
    this.#listed = new LastReply(session, load, []);
  }

  /** `dialect`: that of the open profile. */
  follow(dialect: DialectName): () => void {
    this.#dialect = dialect;
    return this.#listed.follow();
  }

  /** Send the request. A request that is still running is aborted. */
  async run(trial: Trial): Promise<void> {
    this.#sent = trial.name;
    const { explorer } = this.#session.client;
    const isNewest = await this.#reply.send((signal) => explorer.run(trial, signal).catch(failureOf));
    const { value } = this.#reply;
    if (isNewest && value !== undefined) this.replies = { ...this.replies, [trial.name]: value };
  }

  /** The request as a curl command. */
  curl = async (trial: Trial) => (await this.#session.client.explorer.curl(trial)).text;
}

/** The failure to show instead of a reply. Fails: `aborted`, if the request was aborted. */
function failureOf(thrown: unknown): Failure {
  const failure = Failure.from(thrown);
  if (failure.code === 'aborted') throw failure;
  return failure;
}
