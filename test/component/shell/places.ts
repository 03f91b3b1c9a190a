import { page } from 'vitest/browser';
import { sampleEntry } from '../samples.ts';

/** Two groups and two projects; one group is pinned. */
export const groups = [
  sampleEntry({ key: 1, id: 42, path: 'corp/platform', isPinned: false }),
  sampleEntry({ key: 2, id: 43, path: 'corp/pinned', isPinned: true }),
  sampleEntry({ key: 3, kind: 'project', id: 7, path: 'corp/platform/app', isPinned: false }),
  sampleEntry({ key: 4, kind: 'project', id: 8, path: 'other/tool', isPinned: false }),
];

/** The button of the switcher for a level of the scope, such as `Group: corp/platform`. */
export const level = (name: string) =>
  page.getByRole('navigation', { name: 'Scope' }).getByRole('button', { name: new RegExp(`^${name}\\. `) });
