import { readScope, splitScope, type Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { loadOnChanges } from '../features/load-on-changes.ts';

/** Names of cached webhooks, for texts that know only the scope of a webhook. Each is loaded when it is first shown. */
export class WebhookNames {
  #names = $state.raw<Readonly<Record<string, string | null>>>({});
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- requested scopes are not shown, only their names are
  readonly #asked = new Set<string>();
  readonly #session: Session;
  #profile = '';

  constructor(session: Session) {
    this.#session = session;
  }

  follow(): () => void {
    const load = async (): Promise<void> => {
      await Promise.all([...this.#asked].map((key) => this.#load(key)));
    };
    return loadOnChanges(this.#session, load, (touch) => [this.#session.client.webhooks.changed(touch)]);
  }

  /**
   * The name of a webhook of the open instance, or the host of its URL. Null: it is not cached or not loaded yet, or the
   * scope is no webhook. `profile`: the ID of the open instance.
   */
  nameOf(profile: string, scope: Scope): string | null {
    if (readScope(scope)?.place?.kind !== 'hook') return null;
    // In another instance, the same IDs belong to other webhooks
    if (profile !== this.#profile) this.#asked.clear();
    this.#profile = profile;
    const key = `${profile} ${scope}`;
    if (!this.#asked.has(key)) {
      this.#asked.add(key);
      void this.#load(key);
    }
    return this.#names[key] ?? null;
  }

  async #load(key: string): Promise<void> {
    const [profile = '', scope = ''] = key.split(' ');
    const id = readScope(scope)?.place?.id;
    if (id === undefined) return;
    try {
      const found = await this.#session.client.webhooks.get({ scope: splitScope(scope)[0], id });
      if (profile !== this.#profile) return;
      const name = found === null ? null : found.row.name || hostOf(found.row.url);
      this.#names = { ...this.#names, [key]: name };
    } catch {
      // The number is shown instead. The name is loaded again when a webhook changes.
    }
  }
}

/**
 * Only the host of a URL, because the rest can contain secrets. Null: the URL is missing, or its host contains a
 * variable.
 */
function hostOf(url: string | null | undefined): string | null {
  return URL.parse(url ?? '')?.host || null;
}

const shared = new WeakMap<Session, WebhookNames>();

/** The names that all texts of a window share. They are updated as long as the window exists. */
export function webhookNamesOf(session: Session): WebhookNames {
  let names = shared.get(session);
  if (names === undefined) {
    names = new WebhookNames(session);
    names.follow();
    shared.set(session, names);
  }
  return names;
}
