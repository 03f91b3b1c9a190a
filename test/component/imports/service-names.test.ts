import type { ImportEntry } from '#shared/contract/imports.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { click } from '../click.ts';
import { sampleProfile } from '../samples.ts';
import { button, openWindow } from '../shell/window.ts';

const imported: ImportEntry = {
  ...{ id: 1, planId: 'plan 1', op: 'imports.fromCodehostB', label: 'team/shop', at: Date.now(), state: 'applied' },
  ...{ status: 201, reportedMessage: null, project: null, import_status: null, human_import_status_name: null },
  ...{ import_warning: null, import_error: null, isInferred: false, statusAt: null, watch: null, isCancellable: false },
  ...{ isUnreported: false, checkedAt: null, seen: null },
};

const openImports = (dialect: 'documented' | 'gitlab') =>
  openWindow({
    path: '/imports',
    world: {
      profiles: [
        sampleProfile({ dialect }),
        sampleProfile({ id: 'p2', name: 'Other', dialect: dialect === 'gitlab' ? 'documented' : 'gitlab' }),
      ],
    },
    answers: { imports: { history: () => ({ entries: [imported], found: [], older: 0, isStatusOffered: null }) } },
  });

const row = () => page.getByRole('listitem').filter({ hasText: 'team/shop' });
const choices = (): (string | undefined)[] =>
  page
    .getByRole('menuitem')
    .elements()
    .map((item) => item.textContent?.trim());

async function chooseWay(name: string): Promise<void> {
  await click(button('Import repositories').first());
  await click(page.getByRole('menuitem', { name, exact: true }));
}

test('in the documented dialect, imports have the neutral names of the documents', async () => {
  await openImports('documented');
  await expect.element(row()).toMatchTextContent(/Code host B/);
  await click(button('Import repositories').first());
  const ways = ['From code host A…', 'From code host B…', 'From code host B server…'];
  await expect.poll(choices).toEqual([...ways, 'Gists…', 'From a CSV…']);
  await click(page.getByRole('menuitem', { name: 'From code host A…' }));
  const form = page.getByRole('dialog', { name: 'Import a repository from code host A' });
  await expect.element(form).toMatchTextContent(/The ID of the repository at code host A\./);
});

test('in the gitlab dialect, imports have the names of the real services', async () => {
  await openImports('gitlab');
  await expect.element(row()).toMatchTextContent(/Bitbucket Cloud/);
  await click(button('Import repositories').first());
  const ways = ['From GitHub…', 'From Bitbucket Cloud…', 'From Bitbucket Server…'];
  await expect.poll(choices).toEqual([...ways, 'Gists…', 'From a CSV…']);
  await click(page.getByRole('menuitem', { name: 'From Bitbucket Cloud…' }));
  const form = page.getByRole('dialog', { name: 'Import a repository from Bitbucket Cloud' });
  await expect.element(form).toMatchTextContent(/read:repository:bitbucket/);
  await click(form.getByRole('radio', { name: /^Username and app password/ }));
  await expect.element(form).toMatchTextContent(/The newest versions of GitLab no longer accept app passwords\./);
  expect(document.body.textContent).not.toMatch(/code ?host/i);
  await userEvent.keyboard('{Escape}');
  await expect.element(form).not.toBeInTheDocument();
  await chooseWay('From a CSV…');
  const sample = page.getByRole('region', { name: 'Sample with all columns' });
  await expect.element(sample).toMatchTextContent(/github_hostname/);
  expect(document.body.textContent).not.toMatch(/code ?host/i);
});

test('the names follow when the window opens an instance with the other dialect', async () => {
  const { session } = await openImports('documented');
  await expect.element(row()).toMatchTextContent(/Code host B/);
  await session.client.profiles.open({ id: 'p2' });
  await expect.element(row()).toMatchTextContent(/Bitbucket Cloud/);
  await chooseWay('From GitHub…');
  await expect.element(page.getByRole('dialog', { name: 'Import a repository from GitHub' })).toBeVisible();
});
