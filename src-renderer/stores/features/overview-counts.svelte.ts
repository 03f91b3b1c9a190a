import { outlines } from '#shared/contract/window.constant.ts';
import type { Place } from '#shared/contract/overview.ts';
import { collectionNames } from '../lists/collection-names.ts';
import type { Session } from '../../link/session.svelte.ts';
import { loadOnChanges } from './load-on-changes.ts';
import type { ScopeChoice } from '../instance/scope.svelte.ts';

type Counts = Awaited<ReturnType<Session['client']['overview']['counts']>>;
export type ListCount = Counts['lists'][number];
export type ChosenScope = Pick<ScopeChoice, 'group' | 'project' | 'isReady'>;

/** The scope of the top bar as a query of the overview. */
export const placeOf = ({ group, project }: ChosenScope): Place => ({
  group: group?.scope ?? null,
  project: project?.scope ?? null,
});

/** Run `touch` when the chosen scope is known, and after each change of it. Returns the end. */
export function onScopeChange(scope: ChosenScope, touch: () => void): () => void {
  return $effect.root(() => {
    $effect(() => {
      const { group, project, isReady } = scope;
      if (isReady || group !== null || project !== null) touch();
    });
  });
}

/** Row counts, ages and problems of all lists. Shown on every page. */
export class ListCounts {
  /** Null until the first reply of the core, and while no instance is open. */
  value = $state.raw<Counts | null>(null);
  /** Synced lists, the oldest sync first. */
  read = $derived(
    (this.value?.lists ?? [])
      .filter((list): list is ListCount & { completedAt: number } => list.completedAt !== null)
      .sort((a, b) => a.completedAt - b.completedAt),
  );
  readonly #session: Session;
  readonly #scope: ChosenScope;

  constructor(session: Session, scope: ChosenScope) {
    this.#session = session;
    this.#scope = scope;
  }

  of(collection: string): ListCount | undefined {
    return this.value?.lists.find((list) => list.collection === collection);
  }

  follow(): () => void {
    const { client } = this.#session;
    return loadOnChanges(
      this.#session,
      () => this.#load(),
      (touch) => [
        ...counted.map((collection) => client[collection].changed(touch)),
        ...[client.remoteMirrors, client.webhooks, client.dependencyExports, client.imports].map((one) =>
          one.changed(touch),
        ),
        client.profiles.changed(() => {
          this.value = null;
          touch();
        }),
        onScopeChange(this.#scope, touch),
      ],
    );
  }

  async #load(): Promise<void> {
    try {
      this.value = await this.#session.client.overview.counts(placeOf(this.#scope));
    } catch {
      // No instance is open or its cache is closed; the page shows which.
      this.value = null;
    }
  }
}

const counted = collectionNames.filter((name) => outlines[name].isCounted);
