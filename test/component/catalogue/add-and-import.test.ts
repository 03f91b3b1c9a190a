import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually } from '../eventually.ts';
import type { CatalogueAdded } from '#shared/contract/catalogue.ts';
import { Failure } from '#shared/errors.ts';
import CataloguePage from '../../../src-renderer/pages/catalogue/CataloguePage.svelte';
import { renderPage, type RenderedPage } from '../console/render-page.ts';
import type { FakeAnswers } from '../fake-core.ts';
import { click, fill } from '../click.ts';
import { run } from '../page-rig.ts';
import { sampleConnection, sampleEntry } from '../samples.ts';

const catalogue = [
  sampleEntry({ key: 1, kind: 'group', id: 1, path: 'acme' }),
  sampleEntry({ key: 2, kind: 'project', id: 2, path: 'acme/core', source: 'harvested' }),
];
const line = (n: number, text: string, why: string | null): CatalogueAdded['lines'][number] =>
  why === null
    ? { line: n, text, outcome: 'added', kind: 'group', scope: `group:${text}`, why }
    : { line: n, text, outcome: 'unread', kind: null, scope: null, why };
const added: CatalogueAdded = {
  ...{ added: 1, known: 0, unreadCount: 2, unread: [], keys: [1] },
  lines: [
    line(1, 'acme', null),
    line(2, 'https://elsewhere.example/a/b', 'elsewhere.example isn’t the open instance'),
    line(3, 'what is this', 'A path can’t contain spaces'),
  ],
};
const dialog = page.getByRole('dialog');
const field = dialog.getByRole('textbox', { name: 'Groups and projects', exact: true });
const button = (name: string) => dialog.getByRole('button', { name, exact: true });

const places = (answers: FakeAnswers['catalogue'] = {}, world: object = {}): Promise<RenderedPage> =>
  renderPage(CataloguePage, { path: '/catalogue', world: { catalogue, ...world }, answers: { catalogue: answers } });

async function choose(item: string): Promise<void> {
  await click(page.getByRole('button', { name: 'More', exact: true }));
  await click(page.getByRole('menuitem', { name: item }));
}

test('each pasted line has its outcome, invalid lines come first and can be corrected', async () => {
  const rendered = await places({ add: () => added });
  const { calls } = rendered;
  await rendered.table();
  await run(rendered, 'catalogue.add');
  await click(button('Add groups and projects'));
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  expect(calls('catalogue.add')).toEqual([]);
  await fill(field, added.lines.map(({ text }) => text).join('\n'));
  await click(button('Add groups and projects'));
  await expect.element(dialog.getByRole('status')).toMatchTextContent('1 added, 0 already added, 2 invalid');
  const rows = dialog.getByRole('row');
  await expect.element(rows.nth(1)).toMatchTextContent('elsewhere.example isn’t the open instance');
  await expect.element(rows.nth(3)).toMatchTextContent('acme');
  await click(button('Correct and retry'));
  await expect.element(field).toHaveValue('https://elsewhere.example/a/b\nwhat is this');
  expect(calls('catalogue.add')).toMatchObject([{ kind: 'auto', isPinned: true }]);
});

test('offline, only lines whose kind is known can be added, and the button says why', async () => {
  const rendered = await places({ add: () => added }, { connection: sampleConnection({ state: 'offline' }) });
  const { calls } = rendered;
  await rendered.table();
  await run(rendered, 'catalogue.add');
  await fill(field, 'acme/core');
  await expect.element(button('Add groups and projects')).toHaveAttribute('aria-disabled', 'true');
  await click(dialog.getByText('Projects', { exact: true }));
  await expect.element(button('Add groups and projects')).not.toHaveAttribute('aria-disabled', 'true');
  await click(button('Add groups and projects'));
  await eventually(() => expect(calls('catalogue.add')).toMatchObject([{ kind: 'project', text: 'acme/core' }]));
});

test('an imported file shows its lines with errors first, and a file without columns is explained', async () => {
  const long = '"'.repeat(1_000_000);
  const results: (CatalogueAdded | Failure)[] = [
    new Failure('invalid', 'too long', { field: 'text', reason: 'text-too-long' }),
    new Failure('invalid', 'no columns', { field: 'text' }),
    { ...added, lines: [...added.lines, line(4, long, 'This line isn’t valid CSV')] },
  ];
  const { table, calls } = await places({
    import: () => {
      const result = results.shift() ?? added;
      if (result instanceof Failure) throw result;
      return result;
    },
  });
  await table();
  await choose('Import CSV…');
  const file = dialog.getByLabelText('CSV file');
  const upload = (): Promise<void> => userEvent.upload(file, new File(['kind;path\ngroup;acme'], 'list.csv'));
  await upload();
  await expect.element(dialog).toMatchTextContent('This text is too long.');
  await upload();
  await expect.element(file).toHaveAttribute('aria-invalid', 'true');
  await upload();
  await expect.element(dialog).toMatchTextContent('1 added, 0 already added, 2 invalid');
  await expect.element(dialog.getByRole('row').nth(1)).toMatchTextContent('elsewhere.example');
  expect(calls('catalogue.import').at(-1)).toMatchObject({ text: 'kind;path\ngroup;acme' });
  expect(dialog.getByRole('table').element().textContent.length).toBeLessThan(2_000);
});

test('endpoints that the instance lacks are shown as not offered', async () => {
  const probe = (name: string) => ({
    ...{ name, endpoint: `GET /${name}`, outcome: 'not-offered' as const, status: 404, detail: null, rows: null },
    ...{ isCapped: false, checkedAt: Date.now(), reportedMessage: null },
  });
  const { table, calls } = await places({}, { probes: [probe('groups'), probe('projects')] });
  await table();
  await choose('Discovery…');
  await expect.element(dialog.getByRole('cell', { name: /Not offered/ }).first()).toBeVisible();
  expect(dialog.getByRole('cell', { name: /Not offered/ }).elements()).toHaveLength(2);
  await click(button('Check again'));
  await eventually(() => expect(calls('catalogue.discover')).toHaveLength(1));
});

test('entries are removed together, and the removal can be undone', async () => {
  const rendered = await places();
  const { press, calls, core } = rendered;
  await rendered.table();
  await press('{Control>}a{/Control}');
  await expect.element(page.getByText('2 selected')).toBeVisible();
  await run(rendered, 'catalogue.remove');
  await eventually(() => expect(core.world.catalogue).toEqual([]));
  await click(page.getByRole('button', { name: 'Undo' }));
  await eventually(() => expect(core.world.catalogue).toHaveLength(2));
  expect(calls('catalogue.restore')).toEqual([{ keys: [1, 2] }]);
});

test('a filter of the menu is shown as a chip, and removed with it', async () => {
  const { table, calls } = await places();
  await table();
  const asked = () => (calls('catalogue.list') as { query: { isPinned?: boolean; source?: string } }[]).at(-1)?.query;
  await click(page.getByRole('button', { name: 'Filter', exact: true }));
  await click(page.getByRole('menuitemcheckbox', { name: 'Pasted list' }));
  const chip = page.getByRole('button', { name: 'Remove filter: Pasted list' });
  await expect.element(chip).toBeVisible();
  expect(asked()?.source).toBeDefined();
  await click(chip);
  await eventually(() => expect(asked()?.source).toBeUndefined());
});

test('the name of an entry is a link to its overview, so that it can be opened in a second window', async () => {
  const { table } = await places();
  await table();
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-row-link]')].map(({ href }) => new URL(href));
  expect(links.map(({ hash }) => hash)).toEqual(['#/overview', '#/overview']);
  expect(links.map(({ searchParams }) => searchParams.get('s'))).toEqual(['group:1', 'project:2']);
});
