import type { CatalogueEntry, CatalogueQuery } from '#shared/contract/catalogue.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Emit, Services } from '#shared/contract/kit.ts';
import type { FakeWorld } from './fake-world.ts';
import { sampleEntry } from './samples.ts';

/** A catalogue in memory. It searches paths and names, and ignores lines that are neither an ID nor a path. */
export function fakeCatalogue(world: FakeWorld, emit: Emit<ReeveContract>): Services<ReeveContract>['catalogue'] {
  let revision = 1;
  const removed = new Map<number, CatalogueEntry>();
  const changed = (): void => emit('catalogue', 'changed', { revision: ++revision });
  const set = (change: (entry: CatalogueEntry) => CatalogueEntry): void => {
    world.catalogue = world.catalogue.map(change);
    changed();
  };
  const matching = ({ search = '', kind, isPinned, below }: CatalogueQuery): CatalogueEntry[] =>
    world.catalogue
      .filter((entry) => kind === undefined || entry.kind === kind)
      .filter((entry) => isPinned === undefined || entry.isPinned === isPinned)
      .filter(({ path }) => below === undefined || path?.startsWith(`${below}/`) === true)
      .filter(({ path, name }) => `${path} ${name}`.toLowerCase().includes(search.toLowerCase()))
      .toSorted((a, b) => Number(b.isPinned) - Number(a.isPinned));
  const add = (text: string, kind: 'group' | 'project', isPinned: boolean) => {
    const lines = text.split('\n').map((word, at) => {
      const isBad = /\s/.test(word.trim());
      if (isBad)
        return {
          line: at + 1,
          text: word,
          outcome: 'unread' as const,
          kind: null,
          scope: null,
          why: 'A path can’t contain spaces',
        };
      const id = /^\d+$/.test(word) ? Number(word) : null;
      const key = Math.max(0, ...world.catalogue.map((entry) => entry.key)) + 1;
      const path = id === null ? word : null;
      world.catalogue = [
        ...world.catalogue,
        sampleEntry({ key, kind, id, path, isPinned, verdict: null, verifiedAt: null }),
      ];
      return { line: at + 1, text: word, outcome: 'added' as const, kind, scope: `${kind}:${word}`, why: null };
    });
    changed();
    const bad = lines.filter(({ outcome }) => outcome === 'unread');
    return {
      added: lines.length - bad.length,
      known: 0,
      unreadCount: bad.length,
      unread: bad.map(({ line, text: own, why }) => ({ line, text: own, why: why ?? '' })),
      lines,
      keys: world.catalogue.slice(world.catalogue.length - lines.length + bad.length).map(({ key }) => key),
    };
  };

  return {
    list: ({ query, slice: { from, count } }) => {
      const hits = matching(query);
      const rows = hits.slice(from, from + count);
      return { total: hits.length, isCapped: false, from, rows, revision, queryMs: 0.4 };
    },
    ids: ({ query, from, count }) => ({
      ids: matching(query)
        .slice(from, from + count)
        .map(({ key }) => key),
    }),
    get: ({ scope }) =>
      world.catalogue.find(({ kind, id, path }) => [`${kind}:${id}`, `${kind}:${path}`].includes(scope)) ?? null,
    summary: () => ({
      groups: world.catalogue.filter(({ kind }) => kind === 'group').length,
      projects: world.catalogue.filter(({ kind }) => kind === 'project').length,
      pinned: world.catalogue.filter(({ isPinned }) => isPinned).length,
      unverified: world.catalogue.filter(({ verdict }) => verdict === null).length,
      denied: world.catalogue.filter(({ verdict }) => verdict === 'denied').length,
      missing: world.catalogue.filter(({ verdict }) => verdict === 'missing').length,
      probes: world.probes,
      revision,
    }),
    add: ({ text, kind, isPinned }) => add(text, kind === 'auto' ? 'group' : kind, isPinned),
    pin: ({ keys, isPinned }) => {
      set((entry) => (keys.includes(entry.key) ? { ...entry, isPinned } : entry));
      return {};
    },
    remove: ({ keys }) => {
      for (const entry of world.catalogue) if (keys.includes(entry.key)) removed.set(entry.key, entry);
      world.catalogue = world.catalogue.filter(({ key }) => !keys.includes(key));
      changed();
      return { removed: keys.length };
    },
    restore: ({ keys }) => {
      world.catalogue = [...world.catalogue, ...keys.flatMap((key) => removed.get(key) ?? [])];
      changed();
      return { restored: keys.length };
    },
    verify: ({ keys }) => {
      set((entry) => (keys.includes(entry.key) ? { ...entry, verdict: 'ok', verifiedAt: Date.now() } : entry));
      return { ok: keys.length, denied: 0, missing: 0, stopped: null };
    },
    discover: () => ({ added: 0, offered: [], notOffered: ['GET /groups'], failure: null }),
    export: () => ({ path: '/downloads/catalogue.csv', downloads: [], rows: world.catalogue.length }),
    import: ({ text }) => add(text, 'group', false),
  };
}
