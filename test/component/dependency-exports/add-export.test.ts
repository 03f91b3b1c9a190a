import type { ExportRow } from '#shared/contract/dependency-exports.ts';
import { Failure } from '#shared/errors.ts';
import { hours, megabytes } from '#shared/time.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { click, fill } from '../click.ts';
import { violations } from '../axe.ts';
import { button, callsOf, dialog, openWindow } from '../shell/window.ts';

const now = Date.now();
const row = (id: number, exportId: number): ExportRow => ({
  ...{ id, kind: 'project', ref: exportId, place: `acme/p${exportId}`, exportType: 'csv', exportId, state: 'kept' },
  ...{ requestedAt: now - hours(1), polledAt: now, expiresAt: null, keptAt: now, sizeBytes: 2_100, isPinned: false },
  ...{ progress: null, packages: 7, unreadable: 0, problem: null, failure: null },
});
const storage = { usedBytes: 0, diskBytes: 0, pinnedBytes: 0, files: 0, limitBytes: megabytes(500) };

/** `add`: the reply of the core when an export is added. */
function openExports(add: (exportId: number) => { id: number; isKnown: boolean } | Failure) {
  const list = [row(7, 1), row(-1, 4_711)];
  return openWindow({
    path: '/dependency-exports',
    answers: {
      dependencyExports: {
        list: ({ slice }) => ({
          ...{ total: list.length, isCapped: false as const, from: slice.from, revision: 1, queryMs: 0.2, storage },
          counts: { all: list.length, underWay: 0, attention: 0, kept: 2 },
          rows: list.slice(slice.from, slice.from + slice.count),
        }),
        ids: () => ({ ids: list.map(({ id }) => id) }),
        add: ({ exportId }) => {
          const added = add(exportId);
          if (added instanceof Failure) throw added;
          return added;
        },
      },
    },
  });
}
const press = (keys: string) => userEvent.keyboard(keys);
const activeText = (): string => {
  const id = page.getByRole('grid').element().getAttribute('aria-activedescendant');
  return document.getElementById(id ?? '')?.textContent ?? '';
};

beforeEach(async () => page.viewport(1440, 900));

test('an export is added by its ID with the keyboard alone, and becomes the active row', async () => {
  const core = await openExports(() => ({ id: -1, isKnown: false }));
  await expect.element(button('Add export by ID…')).toBeVisible();
  (button('Add export by ID…').element() as HTMLElement).focus();
  await press('{Enter}');
  await expect.element(dialog()).toMatchTextContent(/Add export by ID/);
  await expect.element(dialog().getByLabelText('Export ID')).toHaveFocus();
  expect(await violations()).toEqual([]);
  await press('#4711{Tab}{Tab}acme/p4711{Enter}');
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(callsOf(core, 'dependencyExports.add')).toEqual([
    { exportId: 4_711, kind: 'project', ref: 'acme/p4711', place: 'acme/p4711' },
  ]);
  await expect.element(page.getByText('Export of acme/p4711 added.')).toBeVisible();
  await expect.poll(activeText).toContain('acme/p4711');
  await expect.element(page.getByTitle(/Requested without Reeve, added by its ID 4711/)).toBeVisible();
});

test('each missing or invalid input has an error at its field, and nothing is sent', async () => {
  const core = await openExports(() => ({ id: -1, isKnown: false }));
  await click(button('Add export by ID…'));
  await expect.element(dialog().getByLabelText('Export ID')).toHaveFocus();
  await press('{Enter}');
  await expect.element(dialog()).toMatchTextContent(/Enter the ID as a number, for example 4711\..*Enter a project\./);
  await expect.element(dialog().getByLabelText('Export ID')).toHaveFocus();
  expect(await violations()).toEqual([]);
  await fill(dialog().getByLabelText('Export ID'), '12345678901234567');
  await click(dialog().getByText('Pipeline', { exact: true }));
  await fill(dialog().getByLabelText('Pipeline ID'), 'acme/api');
  await fill(dialog().getByLabelText('Requested at'), '2999-01-01T00:00');
  await press('{Enter}');
  await expect
    .element(dialog())
    .toMatchTextContent(/as a number.*“acme\/api” has no pipeline ID\..*Enter a time that isn’t in the future\./);
  expect(callsOf(core, 'dependencyExports.add')).toEqual([]);
  await fill(dialog().getByLabelText('Export ID'), '12');
  await fill(dialog().getByLabelText('Pipeline ID'), 'acme/api #88214');
  await fill(dialog().getByLabelText('Requested at'), '2026-01-02T03:04');
  await press('{Enter}');
  await expect
    .poll(() => callsOf(core, 'dependencyExports.add'))
    .toEqual([
      {
        ...{ exportId: 12, kind: 'pipeline', ref: 88_214, place: 'acme/api #88214' },
        requestedAt: new Date(2026, 0, 2, 3, 4).getTime(),
      },
    ]);
});

test('the dialog explains each refusal and stays open', async () => {
  const failures = new Map([
    [1, new Failure('denied', 'refused', { status: 403, reason: 'role' })],
    [2, new Failure('missing', 'not found', { status: 404, reason: 'hidden-or-missing' })],
    [3, new Failure('invalid', 'other format', { field: 'kind' })],
    [4, new Failure('offline', 'no network')],
  ]);
  await openExports((exportId) => failures.get(exportId) ?? { id: 7, isKnown: true });
  await click(button('Add export by ID…'));
  await fill(dialog().getByLabelText('Project', { exact: true }).last(), 'acme/p1');
  const tryId = async (id: string) => {
    await fill(dialog().getByLabelText('Export ID'), id);
    await press('{Enter}');
  };
  await tryId('1');
  await expect.element(dialog()).toMatchTextContent(/Only the user who requested an export can open it/);
  expect(await violations()).toEqual([]);
  await tryId('2');
  await expect
    .element(dialog())
    .toMatchTextContent(/It doesn’t exist, has expired, or was requested by another user\./);
  await tryId('3');
  await expect.element(dialog()).toMatchTextContent(/The format of this export doesn’t fit this kind\./);
  await tryId('4');
  await expect.element(dialog().getByRole('alert')).toBeVisible();
  await tryId('5');
  await expect.element(page.getByText('This export is already in the list, as export of acme/p1.')).toBeVisible();
  await expect.poll(activeText).toContain('acme/p1');
});
