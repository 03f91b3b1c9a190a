import { catalogue as words } from '#shared/text/en/catalogue.ts';
import type { Column } from '../../components/grid/columns.svelte.ts';

const titles = words.columns;

/** The columns of the table of groups and projects. */
export const columns: readonly Column[] = [
  { id: 'path', title: titles.path, widthPx: 320, sortBy: 'path', isPinned: true },
  { id: 'kind', title: titles.kind, widthPx: 96 },
  { id: 'id', title: titles.id, widthPx: 88, align: 'end', sortBy: 'id' },
  { id: 'name', title: titles.name, widthPx: 180 },
  { id: 'source', title: titles.source, widthPx: 190, sortBy: 'source' },
  { id: 'verdict', title: titles.verdict, widthPx: 170, sortBy: 'verifiedAt' },
  { id: 'seenAt', title: titles.seenAt, widthPx: 110, sortBy: 'seenAt' },
  { id: 'firstSeenAt', title: titles.firstSeenAt, widthPx: 110, isOptional: true },
];
