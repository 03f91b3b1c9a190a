import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { sourceFiles } from './imports.ts';

type Columns = readonly { widthPx: number; isOptional?: boolean; isPinned?: boolean }[];

/** A window of 1440 px without the sidebar, the check box column and a scroll bar. Units: CSS pixels. */
const roomPx = 1440 - 220 - 44 - 15;
/** The rule form is beside the preview. */
const cleanupRoomPx = roomPx - 300;

const root = process.cwd();
const pages = 'src-renderer/pages/';

/** What a module exports. */
async function exportsOf(file: string): Promise<Record<string, unknown>> {
  return (await import(pathToFileURL(join(root, file)).href)) as Record<string, unknown>;
}

/** The lists that the page folders define: every `*-list.ts` exports one or more. */
const listFiles = sourceFiles(root).filter((file) => file.startsWith(pages) && file.endsWith('-list.ts'));

/** The default columns of other tables: file, name of the export, and the room of the table. */
const tables: [file: string, name: string, roomPx: number][] = [
  ['catalogue/columns.ts', 'columns', roomPx],
  ['activity/journal-columns.ts', 'journalColumns', roomPx],
  ['runners/cleanup/cleanup-columns.ts', 'cleanupColumns', cleanupRoomPx],
];

/** A pinned column can't be hidden. */
function widthOf(columns: Columns): number {
  const shown = columns.filter(({ isOptional = false, isPinned = false }) => isPinned || !isOptional);
  return shown.reduce((sum, { widthPx }) => sum + widthPx, 0);
}

test.each(listFiles.map((file) => [basename(file, '.ts'), file]))(
  'the default columns of %s fit into a window of 1440 px',
  async (_, file) => {
    const lists = Object.values(await exportsOf(file)).filter(
      (one): one is { columns: Columns } => typeof one === 'object' && one !== null && 'columns' in one,
    );
    expect(lists).not.toEqual([]);
    for (const { columns } of lists) expect(widthOf(columns)).toBeLessThanOrEqual(roomPx);
  },
);

test.each(tables)('the default columns of %s fit into their part of such a window', async (file, name, room) => {
  const columns = (await exportsOf(pages + file))[name] as Columns;
  expect(widthOf(columns)).toBeGreaterThan(0);
  expect(widthOf(columns)).toBeLessThanOrEqual(room);
});
