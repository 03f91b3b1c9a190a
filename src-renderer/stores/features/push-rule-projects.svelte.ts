import type { CatalogueEntry } from '#shared/contract/catalogue.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';

/** Maximum number of projects, which is also the limit of a replay. */
const mostProjects = 500;
const atOnce = 200;

export interface ReplayProject {
  scope: Scope;
  /** Its path, else its name, else its ID. */
  label: string;
  /** Null: the catalogue does not know its path. */
  isBelow: boolean | null;
}

/** The projects of the catalogue, those below one group first. */
export class ReplayProjects {
  /** Undefined: not loaded yet. */
  list = $state.raw<readonly ReplayProject[]>();
  failure = $state.raw<Failure | null>(null);
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- replaced as a whole
  readonly #byScope = $derived(new Map(this.list?.map((project) => [project.scope, project])));
  readonly #session: Session;
  readonly #groupPath: string | null;

  /** `groupPath` null: the path of the group is unknown, so the projects below it are too. */
  constructor(session: Session, groupPath: string | null) {
    this.#session = session;
    this.#groupPath = groupPath;
  }

  follow(): () => void {
    const ends = [
      this.#session.onConnected(() => void this.#load()),
      this.#session.client.catalogue.changed(() => void this.#load()),
    ];
    return () => ends.forEach((end) => end());
  }

  labelOf(scope: Scope): string {
    return this.#byScope.get(scope)?.label ?? scope.slice(scope.indexOf(':') + 1);
  }

  async #load(): Promise<void> {
    try {
      const below = this.#groupPath === null ? [] : await this.#read({ below: this.#groupPath });
      // eslint-disable-next-line svelte/prefer-svelte-reactivity -- local to this function
      const known = new Set(below.map(({ scope }) => scope));
      const others = (await this.#read({})).filter(({ scope }) => !known.has(scope));
      this.list = [
        ...below.map((entry) => projectOf(entry, true)),
        ...others.map((entry) => projectOf(entry, entry.path === null || this.#groupPath === null ? null : false)),
      ].slice(0, mostProjects);
      this.failure = null;
    } catch (thrown) {
      this.failure = Failure.from(thrown);
    }
  }

  async #read(only: { below?: string }): Promise<CatalogueEntry[]> {
    const entries: CatalogueEntry[] = [];
    for (let from = 0; from < mostProjects; from += atOnce) {
      const slice = { from, count: atOnce };
      const { rows, total } = await this.#session.client.catalogue.list({ query: { kind: 'project', ...only }, slice });
      entries.push(...rows);
      if (from + atOnce >= total) break;
    }
    return entries;
  }
}

function projectOf({ scope, path, name, ref }: CatalogueEntry, isBelow: boolean | null): ReplayProject {
  return { scope, label: path ?? name ?? String(ref), isBelow };
}
