import type { CatalogueEntry } from '#shared/contract/catalogue.ts';
import { isScope, readScope, splitScope, type Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import type { Route } from '../window/route.svelte.ts';
import type { WindowPreferences } from '../window/preferences.svelte.ts';

const mostRecent = 12;
/** The key of an entry that is not in the catalogue. */
export const unlistedKey = -1;

/**
 * The scope that the window shows: the whole instance, a group, or a project. It is part of the address; a window
 * without it starts with the last choice in this profile. A group or project of a link is shown even if the catalogue
 * does not have it, and is not added to it. If the chosen entry is removed from the catalogue, the whole instance is
 * shown until it is added again.
 */
export class ScopeChoice {
  group = $state.raw<CatalogueEntry | null>(null);
  project = $state.raw<CatalogueEntry | null>(null);
  /** The last chosen entries that are in the catalogue, newest first. */
  recent = $state.raw<readonly CatalogueEntry[]>([]);
  /** The last choice was loaded. Before that, `current` can change by itself. */
  isReady = $state(false);
  /** Number of choices since the start of the window, also of the scope that was chosen before. */
  choiceCount = $state(0);
  /** The chosen place below the project: `/issue:12`; empty: none. */
  #below = $state.raw('');
  /** The deepest chosen level. */
  entry = $derived(this.project ?? this.group);
  /** The scope of lists: `''`, `group:42`, `project:7`. */
  current: Scope = $derived(this.entry?.scope ?? '');
  /** The scope of the chosen place below the project: `project:7/issue:12`. Only lists of such places use it. */
  place: Scope | null = $derived(this.project === null || this.#below === '' ? null : this.project.scope + this.#below);
  readonly #session: Session;
  readonly #preferences: Pick<WindowPreferences, 'set'>;
  readonly #route: Pick<Route, 'shown' | 'show' | 'onShown'>;
  #profileId: string | null = null;
  /** The group or project of a link, until the catalogue has it. */
  #linked: Scope | null = null;
  /** The instance that is being opened. */
  #opening: string | null = null;
  #generation = 0;
  /** Incremented by each choice and by Back and Forward, so that an older choice that still loads is dropped. */
  #choice = 0;
  /** As saved. An entry that is not in the catalogue now keeps its position. */
  #kept: Kept = nothingKept;

  constructor(
    session: Session,
    preferences: Pick<WindowPreferences, 'set'>,
    route: Pick<Route, 'shown' | 'show' | 'onShown'>,
  ) {
    this.#session = session;
    this.#preferences = preferences;
    this.#route = route;
  }

  follow(): () => void {
    const { profiles, catalogue } = this.#session.client;
    const ends = [
      this.#session.onConnected(() => void this.#restore()),
      profiles.changed(() => void this.#restore()),
      catalogue.changed(() => void (this.isReady ? this.#reload() : this.#restore())),
      this.#route.onShown(() => {
        this.#choice += 1;
        this.isReady = false;
        this.#opening = this.#route.shown.profile;
        void this.#restore();
      }),
    ];
    return () => ends.forEach((end) => end());
  }

  /**
   * Choose a group (all its projects), a project, or (null) the whole instance. With a project, its group is chosen too
   * if the catalogue has it. Fails: if the choice cannot be saved; it then applies until the window closes.
   */
  choose(entry: CatalogueEntry | null): Promise<void> {
    return this.#choose(entry, this.#begin());
  }

  /** Begin a choice. The returned function is false after a newer choice, Back or Forward. */
  #begin(): () => boolean {
    const choice = ++this.#choice;
    return () => choice === this.#choice;
  }

  async #choose(entry: CatalogueEntry | null, isWanted: () => boolean): Promise<void> {
    const around = entry?.kind === 'project' ? await this.#groupAround(entry) : entry;
    if (!isWanted()) return;
    // A running load is for the previous choice
    this.#generation += 1;
    this.group = around;
    this.project = entry?.kind === 'project' ? entry : null;
    this.#below = '';
    this.#linked = null;
    this.isReady = true;
    this.choiceCount += 1;
    if (entry !== null)
      this.recent = [entry, ...this.recent.filter(({ key }) => key !== entry.key)].slice(0, mostRecent);
    this.#kept = {
      group: this.group?.scope ?? null,
      project: this.project?.scope ?? null,
      recent: this.recent.map(({ scope }) => scope),
    };
    if (this.#profileId === null) return;
    this.#writeAddress(this.#profileId);
    const { scopes } = await this.#session.client.host.preferences();
    await this.#preferences.set({ scopes: { ...scopes, [this.#profileId]: this.#kept } });
  }

  /**
   * Choose a scope of the catalogue, or with '' the whole instance. Returns false if the catalogue does not have it. The
   * choice is dropped, and true is returned, if a newer one began or `isStillWanted` returns false while it was loading.
   */
  async chooseAt(scope: Scope, isStillWanted = (): boolean => true): Promise<boolean> {
    const isNewest = this.#begin();
    const isWanted = (): boolean => isNewest() && isStillWanted();
    const entry = scope === '' ? null : await this.#session.client.catalogue.get({ scope });
    if (scope !== '' && entry === null) return !isWanted();
    await this.#choose(entry, isWanted);
    return true;
  }

  /** Choose a group, which is added to the catalogue if it is missing. */
  async chooseGroup(path: string): Promise<void> {
    if (await this.chooseAt(`group:${path}`)) return;
    const isNewest = this.#begin();
    await this.#session.client.catalogue.add({ text: path, kind: 'group', isPinned: false });
    if (isNewest()) await this.chooseAt(`group:${path}`);
  }

  /** The nearest group of the catalogue that contains the path of the project. */
  async #groupAround({ path }: CatalogueEntry): Promise<CatalogueEntry | null> {
    for (let above = parentOf(path); above !== null; above = parentOf(above)) {
      if (this.group?.path?.toLowerCase() === above.toLowerCase()) return this.group;
      const group = await this.#session.client.catalogue.get({ scope: `group:${above}` });
      if (group !== null) return group;
    }
    return null;
  }

  async #restore(): Promise<void> {
    const generation = ++this.#generation;
    try {
      const { client } = this.#session;
      const [{ openId }, { scopes }] = await Promise.all([client.profiles.list(), client.host.preferences()]);
      if (generation !== this.#generation) return;
      // `profiles.changed` follows when the instance of the address is open
      if (this.#opening !== null && this.#opening !== openId) return;
      this.#opening = null;
      if (openId !== this.#profileId) {
        this.#choice += 1;
        this.isReady = false;
        this.#take([], null, null);
      }
      this.#profileId = openId;
      this.#kept = this.#fromAddress(openId, (openId === null ? undefined : scopes[openId]) ?? nothingKept);
      if (openId !== null) this.#writeAddress(openId);
      await this.#reload();
    } catch {
      // The vault is closed or the connection to the core is lost, which the page shows. The choice stays.
    }
  }

  /** The scope of the address if it has one of this profile, else the last choice of any window. */
  #fromAddress(profileId: string | null, last: Kept): Kept {
    const { profile, scope } = this.#route.shown;
    const isNamed = profile === profileId && isScope(scope);
    const [base, below] = splitScope(isNamed ? (scope ?? '') : '');
    this.#below = below;
    const isLast = !isNamed || base === deepest(last);
    this.#linked = isLast || base === '' ? null : base;
    if (isLast) return last;
    const { recent } = last;
    switch (readScope(base)?.kind) {
      case 'group':
        return { group: base, project: null, recent };
      case 'project':
        return { group: null, project: base, recent };
      case undefined:
        return { group: null, project: null, recent };
    }
  }
  #writeAddress(profile: string): void {
    this.#route.show({ profile, scope: deepest(this.#kept) + this.#below });
  }

  /** Load the chosen entries again: an ID may be known now, or an entry may have been removed. */
  async #reload(): Promise<void> {
    const generation = ++this.#generation;
    const { group, project, recent } = this.#kept;
    const all = [...recent, group, project].filter((scope) => scope !== null);
    const wanted = all.filter((scope, at) => all.indexOf(scope) === at);
    try {
      const found = await Promise.all(
        wanted.map(async (scope) => [scope, await this.#session.client.catalogue.get({ scope })] as const),
      );
      if (generation !== this.#generation) return;
      const known = (scope: string | null): CatalogueEntry | null =>
        found.find(([asked]) => asked === scope)?.[1] ?? null;
      if (known(this.#linked) !== null) this.#linked = null;
      const of = (scope: string | null): CatalogueEntry | null =>
        known(scope) ?? (scope === this.#linked && scope !== null ? unlisted(scope) : null);
      const inside = group === null ? of(project) : null;
      const around = inside === null ? of(group) : await this.#groupAround(inside);
      if (generation !== this.#generation) return;
      // Entries saved by path and by ID are the same once both are known
      const scopes = recent.map((scope) => of(scope)?.scope ?? scope);
      const once = scopes.filter((scope, at) => scopes.indexOf(scope) === at);
      this.#kept = {
        group: around?.scope ?? group,
        project: of(project)?.scope ?? project,
        recent: once,
      };
      this.#take(
        once
          .map((scope) => found.find(([, entry]) => entry?.scope === scope)?.[1] ?? null)
          .filter((entry) => entry !== null),
        around,
        of(project),
      );
      this.isReady = true;
    } catch {
      // As in `#restore`
    }
  }

  #take(recent: readonly CatalogueEntry[], group: CatalogueEntry | null, project: CatalogueEntry | null): void {
    this.recent = recent;
    this.group = group;
    this.project = project;
  }
}

interface Kept {
  group: string | null;
  project: string | null;
  recent: string[];
}
const nothingKept: Kept = { group: null, project: null, recent: [] };
const deepest = ({ project, group }: Kept): string => project ?? group ?? '';

/** A group or project that the catalogue does not have. */
function unlisted(scope: Scope): CatalogueEntry {
  const { kind = 'project', ref = '' } = readScope(scope) ?? {};
  const [id, path] = typeof ref === 'number' ? [ref, null] : [null, ref];
  const never = { isPinned: false, firstSeenAt: 0, seenAt: 0, verifiedAt: null, verdict: null };
  return {
    key: unlistedKey,
    kind,
    ref,
    scope,
    id,
    path,
    name: null,
    source: 'harvested',
    sourceDetail: null,
    ...never,
  };
}

function parentOf(path: string | null): string | null {
  const end = path?.lastIndexOf('/') ?? -1;
  return end <= 0 ? null : (path?.slice(0, end) ?? null);
}
