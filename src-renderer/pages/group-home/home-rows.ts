import type { GroupHome, HomeAlarm, HomePlace } from '#shared/contract/places.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { groupHome as words } from '#shared/text/en/group-home.ts';
import { tabPathOf } from '../../console/place-tab.ts';
import { listPath, placePath, viewPath } from '../../stores/window/address.ts';
import { bySeverity, type AttentionItem } from '../overview/attention-item.ts';

export const shownProjects = ['all', 'alarms', 'open'] as const;
export type ShownProjects = (typeof shownProjects)[number];

/** The alarms of these lists are less severe. */
const warnings: readonly string[] = ['deployments', 'members'];
export const toneOf = (alarms: readonly Pick<HomeAlarm, 'collection'>[]): 'bad' | 'warn' =>
  alarms.every(({ collection }) => warnings.includes(collection)) ? 'warn' : 'bad';

/** The path of a tab of a group or project. `name`: of the tab, or of its list. */
export function pathIn(scope: Scope, name: string): string {
  const { kind = 'group', ref = '' } = readScope(scope) ?? {};
  return placePath({ kind, ref }, tabPathOf(kind, name));
}

/** The path of a group, or of the group that contains a project. */
export const groupOf = ({ path, project }: HomePlace): string =>
  project === null ? path : path.slice(0, path.lastIndexOf('/'));

/** The projects and groups that match, in the order of their paths. A group comes before its projects. */
export function rowsOf({ places, alarms }: GroupHome, search: string, show: ShownProjects): HomePlace[] {
  const text = search.trim().toLowerCase();
  const isShown = ({ scope, path, project }: HomePlace): boolean =>
    path.toLowerCase().includes(text) &&
    (show !== 'alarms' || alarms.some(({ counts }) => counts[scope] !== undefined)) &&
    (show !== 'open' || project?.allowlist === 'off');
  const known = new Map(places.map((place) => [place.path, place]));
  const shown = Map.groupBy(places.filter(isShown), groupOf);
  return [...shown.keys()]
    .toSorted()
    .flatMap((path) => [
      known.get(path) ?? { scope: `group:${path}`, path, project: null },
      ...(shown.get(path) ?? []).filter(({ project }) => project !== null),
    ]);
}

/** The alarms of a group and of everything below it. Those in several places lead to the table at `base`. */
export function alarmsIn({ places, alarms }: GroupHome, base: string): AttentionItem[] {
  const items = alarms.flatMap(({ collection, filter, counts }): AttentionItem[] => {
    const found = places.filter(({ scope }) => counts[scope] !== undefined);
    const [first] = found;
    if (first === undefined) return [];
    const count = Object.values(counts).reduce((sum, n) => sum + n, 0);
    const [place, path] =
      found.length === 1
        ? [first.path, viewPath(pathIn(first.scope, collection), { filter })]
        : [words.places(found.length), listPath(base, { more: { show: 'alarms' } })];
    const text = words.at(place, words.alarm(collection, count));
    return [{ id: collection, tone: toneOf([{ collection }]), count, text, path }];
  });
  return items.toSorted(bySeverity);
}
