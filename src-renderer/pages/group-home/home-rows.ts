import type { GroupHome, HomePlace, HomeProject } from '#shared/contract/places.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { titleOf } from '#shared/text/en/collections.ts';
import { groupHome as words } from '#shared/text/en/group-home.ts';
import { notSeen } from '#shared/text/en/not-seen.ts';
import { coveragePath } from '../../console/coverage/coverage-path.ts';
import { tabPathOf } from '../../console/place-tab.ts';
import { listPath, placePath, viewPath } from '../../stores/window/address.ts';
import { bySeverity, type AttentionItem } from '../overview/attention-item.ts';

export const shownProjects = ['all', 'alarms', 'open'] as const;
export type ShownProjects = (typeof shownProjects)[number];
/**
 * A row of the table: a project, or a group. `group`: the path of the group, or of the group that contains the project.
 * `place`: absent if the group is not known.
 */
export interface HomeRow {
  group: string;
  place?: HomePlace | undefined;
  project?: HomeProject;
}

/** The alarms of these lists are less severe. */
const warnings: readonly string[] = ['deployments', 'members'];
export const toneOf = (alarms: HomePlace['alarms']): 'bad' | 'warn' =>
  alarms.every(({ collection }) => warnings.includes(collection)) ? 'warn' : 'bad';

/** The path of a tab of a group or project. `name`: of the tab, or of its list. */
export function pathIn(scope: Scope, name: string): string {
  const { kind = 'group', ref = '' } = readScope(scope) ?? {};
  return placePath({ kind, ref }, tabPathOf(kind, name));
}

/** The projects and groups that match, in the order of their paths. A group comes before its projects. */
export function rowsOf({ groups, projects }: GroupHome, search: string, show: ShownProjects): HomeRow[] {
  const text = search.trim().toLowerCase();
  const isShown = ({ path, alarms }: HomePlace): boolean =>
    path.toLowerCase().includes(text) && (show !== 'alarms' || alarms.length > 0);
  const shown = projects.filter((one) => isShown(one) && (show !== 'open' || one.isOpen === true));
  const inGroup = Map.groupBy(shown, ({ path }) => path.slice(0, path.lastIndexOf('/')));
  const known = new Map(groups.map((one) => [one.path, one]));
  const matching = show === 'open' ? [] : groups.filter(isShown).map(({ path }) => path);
  return [...new Set([...inGroup.keys(), ...matching])]
    .toSorted()
    .flatMap((group): HomeRow[] => [
      { group, place: known.get(group) },
      ...(inGroup.get(group) ?? []).map((project) => ({ group, place: project, project })),
    ]);
}

/** The alarms of everything below a group. Those in several places lead to the table at `base`. */
export function alarmsBelow({ groups, projects }: GroupHome, base: string): AttentionItem[] {
  const found = [...groups, ...projects].flatMap(({ path, alarms }) => alarms.map((one) => ({ ...one, path })));
  const items = [...Map.groupBy(found, ({ collection }) => collection)].map(([collection, all]): AttentionItem => {
    const [first] = all;
    const single = all.length > 1 || first === undefined ? null : first;
    const count = all.reduce((sum, one) => sum + one.count, 0);
    return {
      ...{ id: `below ${collection}`, tone: toneOf(all), count },
      text: words.at(single?.path ?? words.places(all.length), words.alarm({ collection, count })),
      path:
        single === null
          ? listPath(base, { more: { show: 'alarms' } })
          : viewPath(pathIn(single.scope, collection), { filter: single.filter }),
    };
  });
  return items.toSorted(bySeverity);
}

/** The lists that are not synced in all places below a group. `only`: these lists. */
export function unseenBelow({ path, lists }: GroupHome, only?: readonly string[]): AttentionItem[] {
  return lists.flatMap(({ collection, kind, counts, statuses }): AttentionItem[] => {
    const isComplete = Object.entries(counts).every(([state, n]) => state === 'complete' || n === 0);
    if (isComplete || only?.includes(collection) === false) return [];
    const text = `${titleOf(collection)}: ${notSeen.sentence(kind, counts, statuses)}`;
    const address = coveragePath({ search: `${path ?? ''}/`, collection, kind });
    return [{ id: `unseen ${collection} ${kind}`, tone: 'info', text, path: address }];
  });
}
