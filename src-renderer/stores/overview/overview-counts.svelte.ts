import { outlines } from '#shared/contract/window.constant.ts';
import type { Place } from '#shared/contract/overview.ts';
import { collectionNames } from '../lists/collection-names.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply, type ChangeSource } from '../loading/last-reply.svelte.ts';
import type { Moment } from '../instance/moment.svelte.ts';
import type { ScopeChoice } from '../instance/scope.svelte.ts';

type Counts = Awaited<ReturnType<Session['client']['overview']['counts']>>;
export type ListCount = Counts['lists'][number];
export type ChosenScope = Pick<ScopeChoice, 'group' | 'project' | 'isReady'>;

/** The scope of the top bar as a query of the overview. */
export const placeOf = ({ group, project }: ChosenScope): Place => ({
  group: group?.scope ?? null,
  project: project?.scope ?? null,
});

/** A source that changes when the chosen scope becomes known, and whenever it changes. */
export const scopeChanges = (scope: ChosenScope): ChangeSource => ({
  changed: (touch) =>
    $effect.root(() => {
      $effect(() => {
        const { group, project, isReady } = scope;
        if (isReady || group !== null || project !== null) touch();
      });
    }),
});

/**
 * Row counts, ages and problems of all lists at the shown moment. Shown on every page. Null: no instance is open, or its
 * cache is closed.
 */
export class ListCounts extends LastReply<Counts | null> {
  /** Synced lists, the oldest sync first. */
  read = $derived(
    (this.value?.lists ?? [])
      .filter((list): list is ListCount & { completedAt: number } => list.completedAt !== null)
      .sort((a, b) => a.completedAt - b.completedAt),
  );

  constructor(session: Session, scope: ChosenScope, moment: Moment) {
    const { overview, remoteMirrors, webhooks, dependencyExports, imports } = session.client;
    const sections = [
      ...counted.map((collection) => session.client[collection]),
      ...[remoteMirrors, webhooks, dependencyExports, imports, scopeChanges(scope)],
    ];
    const load = () => moment.read(() => overview.counts(placeOf(scope))).catch(() => null);
    super(session, load, sections, { onProfileChange: 'forget' });
  }

  of(collection: string): ListCount | undefined {
    return this.value?.lists.find((list) => list.collection === collection);
  }
}

const counted = collectionNames.filter((name) => outlines[name].isCounted);
