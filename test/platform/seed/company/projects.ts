import type { ProjectContent } from './content.ts';
import { core } from './core.ts';
import { images } from './images.ts';
import { others } from './others.ts';
import { website } from './website.ts';

/** The projects of the company, in the order in which they are seeded. */
export const companyProjects: readonly ProjectContent[] = [core, website, images, ...others];

/** The content of the project with this full path. Fails: if it is not a project of the company. */
export function contentOf(path: string): ProjectContent {
  const content = companyProjects.find((one) => one.path === path);
  if (content === undefined) throw new Error(`the company has no project ${path}`);
  return content;
}

/** Groups below those that every platform has: full path, name and description. */
export const departmentGroups: readonly (readonly [path: string, name: string, description: string])[] = [
  ['acme/data', 'Data', 'Reports, forecasts and everything that is calculated at night'],
  ['acme/mobile', 'Mobile', 'The apps of the Acme shop'],
  ['acme/security', 'Security', 'Policies, audits and the answers to reports'],
];

/** Descriptions of the groups that every platform has, by path. */
export const groupDescriptions: Readonly<Record<string, string>> = {
  acme: 'All teams of Acme that build and run software',
  platform: 'Build machines, images and everything that other teams build upon',
  globex: 'The logistics company of Acme',
};
