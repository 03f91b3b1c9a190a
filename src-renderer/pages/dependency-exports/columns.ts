import { dependencyExports as words } from '#shared/text/en/dependency-exports.ts';
import type { Column } from '../../components/grid/columns.svelte.ts';

const titles = words.columns;

/** The columns of the table of exports. */
export const columns: readonly Column[] = [
  { id: 'place', title: titles.place, widthPx: 166, isPinned: true },
  { id: 'type', title: titles.type, widthPx: 126 },
  { id: 'state', title: titles.state, widthPx: 226 },
  { id: 'packages', title: titles.packages, widthPx: 94, align: 'end' },
  { id: 'size', title: titles.size, widthPx: 72, align: 'end' },
  { id: 'expires', title: titles.expires, widthPx: 88, align: 'end' },
];
