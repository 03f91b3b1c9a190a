import type { SetupFigure, SetupStep } from '#shared/contract/setup.ts';
import { outlines, type Outline } from '#shared/contract/window.constant.ts';
import { titleOf } from '#shared/text/en/collections.ts';
import { setup as words } from '#shared/text/en/setup.ts';
import { isCollection } from '../../../stores/lists/collection-names.ts';
import { figurePath } from '../../../stores/window/address.ts';

/** Figures that need attention if they are not 0. */
const bad: readonly string[] = ['offline', 'disabled', 'failed'];

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

export function figureLink({ collection, filter, notReturned }: SetupFigure): string {
  return figurePath({ collection, filter, notReturned });
}

/** The result of a finished step in parts, each with its link. */
export function resultOf(step: SetupStep, groups: number, projects: number): ResultPart[] {
  const { id, state, rows, figures, placesDone, placesTotal, refusedPlaces } = step;
  const parts: ResultPart[] = [];
  const add = (text: string, path: string | null = null, isBad = false): void => void parts.push({ text, path, isBad });
  if (state === 'refused') add(words.steps.refused, '/profiles');
  if (id === 'places') add(words.steps.groupsAndProjects(groups, projects), '/catalogue');
  const onInstance = figures.find(({ name }) => name === 'onInstance');
  if (onInstance !== undefined) add(words.steps.inGroups(rows - onInstance.count));
  for (const figure of figures) {
    const text = words.figures[figure.name]?.(figure.count);
    const isShown = figure.count > 0 || figure.name === 'administrators';
    // A list shows one scope or all of them, so rows of the instance alone have no link
    const path = figure.scope === null ? figureLink(figure) : null;
    if (text !== undefined && isShown) add(text, path, bad.includes(figure.name));
  }
  if (parts.length === 0 && placesTotal !== null) add(words.steps.inPlaces(placesDone - refusedPlaces, placesTotal));
  if (refusedPlaces > 0 && state === 'done') add(words.steps.refusedPlaces(refusedPlaces));
  return parts;
}
