import type { MirrorFacts, MirrorRecord } from '#shared/contract/remote-mirrors.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';
import { loadOnChanges } from '../loading/load-on-changes.ts';
import { delayed } from '../loading/throttle.ts';

interface At {
  scope: Scope;
  id: number;
}
const keyOf = ({ scope, id }: At): string => `${scope} ${id}`;
/** The largest number of rows in one request. */
const most = 200;

/** What Reeve recorded about the shown mirrors. Each row is loaded when it becomes visible. */
export class ShownMirrors {
  #facts = $state.raw<Readonly<Record<string, MirrorFacts>>>({});
  /** The last rows that were shown, the oldest first. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- only the facts are shown
  readonly #shown = new Map<string, At>();
  readonly #session: Session;
  readonly #soon = delayed(() => void this.reload(), 0);

  constructor(session: Session) {
    this.#session = session;
  }

  follow(): () => void {
    const { remoteMirrors } = this.#session.client;
    return loadOnChanges(
      this.#session,
      () => this.reload(),
      (touch) => [remoteMirrors.changed(touch), this.#soon.end],
    );
  }

  of(at: At): MirrorFacts | undefined {
    const key = keyOf(at);
    if (!this.#shown.has(key)) {
      this.#shown.set(key, at);
      for (const oldest of this.#shown.keys()) {
        if (this.#shown.size <= most) break;
        this.#shown.delete(oldest);
      }
      this.#soon.touch();
    }
    return this.#facts[key];
  }

  async reload(): Promise<void> {
    if (this.#shown.size === 0) return;
    try {
      const { facts } = await this.#session.client.remoteMirrors.facts({ rows: [...this.#shown.values()] });
      this.#facts = Object.fromEntries(facts.map((one) => [keyOf(one), one]));
    } catch {
      // The cache is closed, which the frame shows.
      this.#shown.clear();
    }
  }
}

/** What happened to one mirror. */
export class MirrorHistory {
  #reply = $state.raw<LastReply<MirrorRecord>>();
  record = $derived(this.#reply?.failure ? null : (this.#reply?.value ?? null));
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  follow(at: At): () => void {
    const { remoteMirrors } = this.#session.client;
    this.#reply = new LastReply(this.#session, () => remoteMirrors.record(at), [remoteMirrors]);
    return this.#reply.follow();
  }
}

/** The public key of a mirror, requested from the instance. Fails: as the verb does. */
export async function mirrorPublicKey({ client }: Session, at: At): Promise<string> {
  return (await client.remoteMirrors.publicKey(at)).publicKey;
}

export async function muteMirror({ client }: Session, at: At, until: number | null): Promise<void> {
  await client.remoteMirrors.mute({ ...at, until });
}

/** `keys`: the fingerprints of keys that were just sent; absent: the present keys. */
export async function acceptHostKeys({ client }: Session, at: At, keys?: string[]): Promise<void> {
  await client.remoteMirrors.acceptHostKeys({ ...at, ...(keys !== undefined && { keys }) });
}

/** Check the projects of changed mirrors soon. A failure only delays the check. */
export function checkMirrors({ client }: Session, scopes: readonly Scope[]): void {
  const unique = scopes.filter((scope, at) => scopes.indexOf(scope) === at);
  void client.remoteMirrors.check({ scopes: unique.slice(0, most) }).catch(() => undefined);
}

export function checkHostKeys({ client }: Session, host: string | null, text: string) {
  return client.remoteMirrors.checkHostKeys({ host, text });
}

export async function enabledMirrors({ client }: Session, scope: Scope): Promise<number | null> {
  return client.remoteMirrors.enabledIn({ scope }).then(
    ({ enabled }) => enabled,
    () => null,
  );
}

/** The known projects, for a form; at most 200. */
export async function knownProjects({ client }: Session): Promise<{ scope: Scope; name: string }[]> {
  const { rows } = await client.catalogue.list({ query: { kind: 'project' }, slice: { from: 0, count: most } });
  return rows.map(({ scope, path, name }) => ({ scope, name: path ?? name ?? scope }));
}
