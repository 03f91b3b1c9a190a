import type { EndpointRow, Trial, TrialReply } from '#shared/contract/explorer.ts';
import { Failure } from '#shared/errors.ts';
import type { DialectName } from '#shared/text/en/dialect-names.ts';
import type { Session } from '../../link/session.svelte.ts';

/** The endpoints of the API and the last request to each, kept while the window is open. */
export class Explorer {
  endpoints = $state.raw<EndpointRow[] | null>(null);
  notInApi = $state.raw<{ doc: string; what: string }[]>([]);
  failure = $state.raw<Failure | null>(null);
  /** The last reply or failure, by the name of the endpoint. */
  replies = $state.raw<Readonly<Record<string, TrialReply | Failure>>>({});
  sending = $state<string | null>(null);
  #session: Session;
  #flight: AbortController | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /** `dialect`: that of the open profile. */
  follow(dialect: DialectName): () => void {
    return this.#session.onConnected(() => void this.load(dialect));
  }

  async load(dialect: DialectName): Promise<void> {
    try {
      const { endpoints, notInApi } = await this.#session.client.explorer.endpoints({ dialect });
      this.endpoints = endpoints;
      this.notInApi = notInApi;
      this.failure = null;
    } catch (thrown) {
      this.failure = Failure.from(thrown);
    }
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
  async curl(trial: Trial): Promise<string> {
    return (await this.#session.client.explorer.curl(trial)).text;
  }

  #keep(name: string, reply: TrialReply | Failure): void {
    this.replies = { ...this.replies, [name]: reply };
  }
}
