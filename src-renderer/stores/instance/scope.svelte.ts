import type { CatalogueEntry } from '#shared/contract/catalogue.ts';
import { readScope, Scope, splitScope, type Scope as ScopeText } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import type { Route } from '../window/route.svelte.ts';
import type { WindowPreferences } from '../window/preferences.svelte.ts';

const mostRecent = 12;

/**
 * What the window looks at: the whole instance, one group, or one project. The address of the window names it; a window
 * whose address names none begins with what was chosen last in this profile.
 * A group or project of a link is shown even if the catalogue doesn't have it, and isn't added to it.
 * A chosen entry that is removed from the catalogue is no longer looked at; when it comes back, so does the choice.
 */
export class ScopeChoice {
  group = $state.raw<CatalogueEntry | null>(null);
  project = $state.raw<CatalogueEntry | null>(null);
  /** The last ones chosen that are still in the catalogue, newest first. */
  recent = $state.raw<readonly CatalogueEntry[]>([]);
  /** What was chosen last time is known; until then `current` may still change by itself. */
  isReady = $state(false);
  /** What is chosen below the project: `/issue:12`; empty if nothing is. */
  #below = $state.raw('');
  /** The deepest level that is chosen. */
  entry = $derived(this.project ?? this.group);
  /** Where lists are read: `''`, `group:42`, `project:7`. */
  current: ScopeText = $derived(this.entry?.scope ?? '');
  /** The chosen place below the project: `project:7/issue:12`. Only lists of such places are of it. */
  place: ScopeText | null = $derived(
    this.project === null || this.#below === '' ? null : this.project.scope + this.#below,
  );
  readonly #session: Session;
  readonly #preferences: Pick<WindowPreferences, 'set'>;
  readonly #route: Pick<Route, 'shown' | 'show' | 'onShown'>;
  #profileId: string | null = null;
  /** The group or project that a link names, until the catalogue has it. */
  #linked: ScopeText | null = null;
  /** The instance that the window is going to. */
  #opening: string | null = null;
  #generation = 0;
  /** Counts choices: a newer one, or another profile, takes the place of one that still asks for its group. */
  #choice = 0;
  /** As they are kept; an entry that is away for now keeps its place. */
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
      catalogue.changed(() => void (this.isReady ? this.#look() : this.#restore())),
      this.#route.onShown(() => {
        this.isReady = false;
        this.#opening = this.#route.shown.profile;
        void this.#restore();
      }),
    ];
    return () => ends.forEach((end) => end());
  }

  /**
   * Look at a group (all its projects), at a project, or, with null, at the whole instance. The group around a project
   * is chosen with it where the catalogue knows it. Fails when the choice cannot be kept; it holds until the window closes.
   */
  async choose(entry: CatalogueEntry | null): Promise<void> {
    const choice = ++this.#choice;
    const around = entry?.kind === 'project' ? await this.#groupAround(entry) : entry;
    if (choice !== this.#choice) return;
    // A look that is under way asked for what was chosen before
    this.#generation += 1;
    this.group = around;
    this.project = entry?.kind === 'project' ? entry : null;
    this.#below = '';
    this.#linked = null;
    this.isReady = true;
    if (entry !== null)
      this.recent = [entry, ...this.recent.filter(({ key }) => key !== entry.key)].slice(0, mostRecent);
    this.#kept = {
      group: this.group?.scope ?? null,
      project: this.project?.scope ?? null,
      recent: this.recent.map(({ scope }) => scope),
    };
    if (this.#profileId === null) return;
    this.#nameChosen(this.#profileId);
    const { scopes } = await this.#session.client.host.preferences();
    await this.#preferences.set({ scopes: { ...scopes, [this.#profileId]: this.#kept } });
  }

  /** Look at a place of the catalogue, or with '' at the whole instance. False if the catalogue does not have the place. */
  async chooseAt(scope: ScopeText): Promise<boolean> {
    const entry = scope === '' ? null : await this.#session.client.catalogue.get({ scope });
    if (scope !== '' && entry === null) return false;
    await this.choose(entry);
    return true;
  }

  /** Look at a group, which is added to the catalogue if it is not there yet. */
  async chooseGroup(path: string): Promise<void> {
    if (await this.chooseAt(`group:${path}`)) return;
    await this.#session.client.catalogue.add({ text: path, kind: 'group', isPinned: false });
    await this.chooseAt(`group:${path}`);
  }

  /** The nearest group of the catalogue that the project's path lies in. */
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
      this.#kept = this.#named(openId, (openId === null ? undefined : scopes[openId]) ?? nothingKept);
      if (openId !== null) this.#nameChosen(openId);
      await this.#look();
    } catch {
      // The vault is closed or the core is lost, and the page on show says which; what was chosen stays meanwhile.
    }
  }

  /** What the address names, if it names a scope of this profile; else what was chosen last in any window. */
  #named(profileId: string | null, last: Kept): Kept {
    const { profile, scope } = this.#route.shown;
    const isNamed = profile === profileId && Scope.safeParse(scope).success;
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
  #nameChosen(profile: string): void {
    this.#route.show({ profile, scope: deepest(this.#kept) + this.#below });
  }

  /** Read again what is chosen: an id may be known by now, or the entry is gone. */
  async #look(): Promise<void> {
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
      // What was kept by path and by id is one entry once both are known
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
      // As above.
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

/** A group or project that the catalogue doesn't have. */
function unlisted(scope: ScopeText): CatalogueEntry {
  const { kind = 'project', ref = '' } = readScope(scope) ?? {};
  const [id, path] = typeof ref === 'number' ? [ref, null] : [null, ref];
  const never = { isPinned: false, firstSeenAt: 0, seenAt: 0, verifiedAt: null, verdict: null };
  return { key: -1, kind, ref, scope, id, path, name: null, source: 'harvested', sourceDetail: null, ...never };
}

function parentOf(path: string | null): string | null {
  const end = path?.lastIndexOf('/') ?? -1;
  return end <= 0 ? null : (path?.slice(0, end) ?? null);
}
