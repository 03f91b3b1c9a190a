import type { CatalogueEntry } from '#shared/contract/catalogue.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { allRows } from '../lists/all-rows.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

/** Maximum number of projects, which is also the limit of a replay. */
const mostProjects = 500;

export interface ReplayProject {
  scope: Scope;
  /** Its path, else its name, else its ID. */
  label: string;
  /** Null: the catalogue does not know its path. */
  isBelow: boolean | null;
}

/** The projects of the catalogue, those below one group first. */
export class ReplayProjects extends LastReply<readonly ReplayProject[]> {
  /** Undefined: not loaded yet. */
  list = $derived(this.value);
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- replaced as a whole
  readonly #byScope = $derived(new Map(this.value?.map((project) => [project.scope, project])));

  /** `groupPath` null: the path of the group is unknown, so the projects below it are too. */
  constructor(session: Session, groupPath: string | null) {
    super(session, () => this.#find(groupPath), [session.client.catalogue], { everyMs: 0 });
  }

  labelOf(scope: Scope): string {
    return this.#byScope.get(scope)?.label ?? scope.slice(scope.indexOf(':') + 1);
  }

  async #find(groupPath: string | null): Promise<ReplayProject[]> {
    const below = groupPath === null ? [] : await this.#read({ below: groupPath });
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- local to this function
    const known = new Set(below.map(({ scope }) => scope));
    const others = (await this.#read({})).filter(({ scope }) => !known.has(scope));
    return [
      ...below.map((entry) => projectOf(entry, true)),
      ...others.map((entry) => projectOf(entry, entry.path === null || groupPath === null ? null : false)),
    ].slice(0, mostProjects);
  }

  #read(only: { below?: string }): Promise<CatalogueEntry[]> {
    const query = { kind: 'project', ...only } as const;
    return allRows((slice) => this.session.client.catalogue.list({ query, slice }), mostProjects);
  }
}

function projectOf({ scope, path, name, ref }: CatalogueEntry, isBelow: boolean | null): ReplayProject {
  return { scope, label: path ?? name ?? String(ref), isBelow };
}
