import type { Ending, HostStatus, Vault } from '#shared/contract/host.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';

/** The host program: its kind, its data folder, and whether the vault is open. */
export class Host {
  status = $state.raw<HostStatus | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** What to show because Reeve has ended; null: the window knows of no end. */
  ending = $state.raw<Ending | null>(null);
  /** The databases are open, so that all other verbs work. */
  isOpen = $derived(this.status?.vault.state === 'ready' || this.status?.vault.state === 'session');
  #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  follow(): () => void {
    const ends = [
      this.#session.onConnected(() => {
        this.ending = null;
        void this.load();
      }),
      this.#session.client.host.ending((ending) => (this.ending = ending)),
      this.#session.client.host.statusChanged(() => void this.load()),
    ];
    return () => ends.forEach((end) => end());
  }

  async load(): Promise<void> {
    const wasChecking = this.status?.isChecking === true;
    try {
      this.status = await this.#session.client.host.status();
      this.failure = null;
      if (wasChecking && !this.status.isChecking) this.#session.announce();
    } catch (thrown) {
      this.failure = Failure.from(thrown);
    }
  }

  /** Try the keychain again. Fails: as the keychain. */
  retryKeychain = () => this.#take(this.#session.client.host.retry());

  /** Open the vault with its passphrase, or create it if there is no data yet. Fails: `denied`/`passphrase-wrong`. */
  unlock = (passphrase: string) => this.#take(this.#session.client.host.unlock({ passphrase }));
  setPassphrase = (passphrase: string) => this.#take(this.#session.client.host.setPassphrase({ passphrase }));
  useSession = () => this.#take(this.#session.client.host.useSession());

  /** Returns whether a browser was opened. */
  openWeb = async (url: string) => (await this.#session.client.host.openWeb({ url })).opened;

  /** Returns whether a file manager was opened. */
  showFile = async (path: string) => (await this.#session.client.host.showFile({ path })).shown;

  async #take(answer: Promise<Vault>): Promise<void> {
    const vault = await answer;
    if (this.status !== null) this.status = { ...this.status, vault };
    await this.load();
  }
}
