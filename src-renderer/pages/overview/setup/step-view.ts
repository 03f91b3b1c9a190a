import type { Setup, SetupStep } from '#shared/contract/setup.ts';
import { outlines, type Outline } from '#shared/contract/window.constant.ts';
import { titleOf } from '#shared/text/en/collections.ts';
import { overview } from '#shared/text/en/overview.ts';
import { setup as words } from '#shared/text/en/setup.ts';
import type { Figures } from '../../../stores/overview/figures.svelte.ts';
import { isCollection } from '../../../stores/lists/collection-names.ts';
import { figurePath } from '../../../stores/window/address.ts';

/** Figures that need attention if they are not 0. */
const bad: readonly string[] = ['runnersOffline', 'webhooksDisabled', 'mirrorsFailing'];

/** A part of the result of a step. `path`: the list with exactly the rows that it counts. */
export interface ResultPart {
  text: string;
  path: string | null;
  isBad: boolean;
}

export function nameOf(id: string): string {
  if (id === 'places') return words.steps.places;
  return isCollection(id) && outlines[id].setup?.hasDetails === true ? words.steps.withDetails(id) : titleOf(id);
}

/** The page with all rows of a step; null if they are shown only on the pages of their projects. */
export function rowsPath({ id }: Pick<SetupStep, 'id'>): string | null {
  if (isCollection(id) && isOnlyInProjects(outlines[id])) return null;
  return id === 'places' ? '/catalogue' : figurePath({ collection: id, filter: {}, notReturned: 'hide' });
}

/** Lists of projects that are not counted have no page of their own. */
function isOnlyInProjects({ lists, isCounted }: Pick<Outline, 'lists' | 'isCounted'>): boolean {
  return !isCounted && Object.keys(lists).every((kind) => kind === 'project');
}

export const isOver = ({ state }: Pick<SetupStep, 'state'>): boolean => state === 'done' || state === 'refused';

/** The present number of rows in the list of a finished step. */
export function rowsOf(
  { id, rows }: SetupStep,
  { groupsTotal, projectsTotal }: Setup,
  figures: Figures | undefined,
): number {
  return id === 'places' ? groupsTotal + projectsTotal : (figures?.[id]?.count ?? rows);
}

/** The result of a finished step in parts, each with its link. */
export function resultOf(step: SetupStep, setup: Setup, figures: Figures | undefined): ResultPart[] {
  const { id, state, placesDone, placesTotal, refusedPlaces } = step;
  const parts: ResultPart[] = [];
  const add = (text: string, path: string | null = null, isBad = false): void => void parts.push({ text, path, isBad });
  if (state === 'refused') add(words.steps.refused, '/profiles');
  if (id === 'places') add(words.steps.groupsAndProjects(setup.groupsTotal, setup.projectsTotal), '/catalogue');
  const onInstance = id === 'serviceAccounts' ? figures?.['accountsOfInstance'] : undefined;
  if (onInstance !== undefined) add(words.steps.inGroups(rowsOf(step, setup, figures) - onInstance.count));
  for (const [name, textOf] of Object.entries(words.figures)) {
    const figure = figures?.[name];
    if (figure?.collection !== id) continue;
    const isShown = figure.count + (figure.unknown ?? 0) > 0 || name === 'administrators';
    // The page shows the accounts of all places, so those of the instance alone have no link
    const path = figure === onInstance ? null : figurePath(figure);
    if (isShown) add(textOf(figure.count) + overview.unknown(figure.unknown), path, bad.includes(name));
  }
  if (parts.length === 0 && placesTotal !== null) {
    const done = placesDone - refusedPlaces;
    const isOwnOnly = figures?.[id]?.scope === '';
    add(isOwnOnly ? words.steps.ownOnly(done, placesTotal) : words.steps.inPlaces(done, placesTotal));
  }
  if (refusedPlaces > 0 && state === 'done') add(words.steps.refusedPlaces(refusedPlaces));
  return parts;
}
