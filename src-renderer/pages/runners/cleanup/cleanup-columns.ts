import { runners } from '#shared/text/en/runners.ts';
import type { Column } from '../../../components/grid/columns.svelte.ts';

const { columns } = runners.cleanup;

/** Columns of the preview of a cleanup. */
export const cleanupColumns: readonly Column[] = [
  { id: 'name', title: columns.name, widthPx: 184, sortBy: 'name', isPinned: true },
  { id: 'verdict', title: columns.verdict, widthPx: 140, sortBy: 'verdict' },
  { id: 'contact', title: columns.contact, widthPx: 104, sortBy: 'contact' },
  { id: 'status', title: columns.status, widthPx: 124, sortBy: 'status' },
  { id: 'tags', title: columns.tags, widthPx: 140 },
  { id: 'note', title: columns.note, widthPx: 160 },
];
