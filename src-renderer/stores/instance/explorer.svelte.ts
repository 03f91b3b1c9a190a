import type { EndpointRow, Trial, TrialReply } from '#shared/contract/explorer.ts';
import { Failure } from '#shared/errors.ts';
import type { DialectName } from '#shared/text/en/dialect-names.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

/** The endpoints of the API and the last request to each, kept while the window is open. */
export class Explorer {
  readonly #listed: LastReply<{ endpoints: EndpointRow[]; notInApi: { doc: string; what: string }[] }>;
  endpoints = $derived.by(() => this.#listed.value?.endpoints ?? null);
  notInApi = $derived.by(() => this.#listed.value?.notInApi ?? []);
  failure = $derived.by(() => this.#listed.failure);
  /** The last reply or failure, by the name of the endpoint. */
  replies = $state.raw<Readonly<Record<string, TrialReply | Failure>>>({});
  sending = $state<string | null>(null);
  readonly #session: Session;
  #dialect: DialectName = 'documented';
  #flight: AbortController | undefined;

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
    this.#flight?.abort();
    const flight = new AbortController();
    this.#flight = flight;
    this.sending = trial.name;
    try {
      this.#keep(trial.name, await this.#session.client.explorer.run(trial, flight.signal));
    } catch (thrown) {
      const failure = Failure.from(thrown);
      if (failure.code !== 'aborted') this.#keep(trial.name, failure);
    } finally {
      if (this.#flight === flight) this.sending = null;
    }
  }

  /** The request as a curl command. */
  curl = async (trial: Trial) => (await this.#session.client.explorer.curl(trial)).text;

  #keep(name: string, reply: TrialReply | Failure): void {
    this.replies = { ...this.replies, [name]: reply };
  }
}
