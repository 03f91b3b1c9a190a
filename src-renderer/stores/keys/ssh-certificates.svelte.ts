import type { Scope } from '#shared/contract/scope.ts';
import type { CertificateCheck as Answer } from '#shared/contract/ssh-certificates.ts';
import type { Session } from '../../link/session.svelte.ts';

/** Checks the key of an SSH certificate while it is typed. Nothing is sent to the instance. */
export class CertificateCheck {
  /** Null until the first result. */
  answer = $state.raw<Answer | null>(null);
  readonly #session: Session;
  #newest = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Check a key. The result is ignored if a newer check has started. */
  async check(input: { scope: Scope; title: string; key: string }): Promise<Answer> {
    const mine = (this.#newest += 1);
    const answer = await this.#session.client.sshCertificates.check(input);
    if (mine === this.#newest) this.answer = answer;
    return answer;
  }

  /** Check the key of a stored certificate. Until there is a result, and if the check fails, `answer` is null. */
  show(input: Parameters<CertificateCheck['check']>[0]): void {
    this.answer = null;
    this.check(input).catch(() => undefined);
  }
}
