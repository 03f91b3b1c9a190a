import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messages } from '../../../src-renderer/components/messages/messages.svelte.ts';
import { click } from '../click.ts';
import { button, dialog, inDialog, refusing } from '../plan/render-with-plan.ts';
import { content, wiki, wikiPage } from './rig.ts';

const title = () => dialog().getByLabelText('Title');

test('a new page without a title or a content, or with a path that the wiki has, is explained at its field', async () => {
  const { calls } = await wiki();
  await click(button('Create wiki page…'));
  await click(inDialog('Create wiki page'));
  await expect.element(dialog().getByText('Enter a title.')).toBeVisible();
  await expect.element(dialog().getByText(/^Enter the content\. The instance/)).toBeVisible();
  await expect.element(title()).toHaveFocus();
  await title().fill('docs/setup guide');
  await expect.element(dialog().getByText('The wiki already has a page with the path docs/setup-guide.')).toBeVisible();
  await title().fill('docs//guide');
  await expect.element(dialog().getByText(/^Enter a name between the slashes\./)).toBeVisible();
  expect(calls('changes.run')).toEqual([]);
});

test('a new page is suggested in the folder of the shown one, previewed as Markdown only, and opened after it was created', async () => {
  const { calls, stores, pages } = await wiki({ at: 'docs/setup-guide' });
  await click(button('Create wiki page…'));
  await expect.element(title()).toHaveValue('docs/');
  await title().fill('docs/Release notes');
  await content().fill('Released on **Friday**.');
  await click(inDialog('Preview'));
  await expect
    .poll(
      () =>
        dialog()
          .getByRole('region', { name: /^Preview/ })
          .element()
          .querySelector('strong')?.textContent,
    )
    .toBe('Friday');
  await click(dialog().getByText('AsciiDoc', { exact: true }));
  await expect.element(inDialog('Preview')).not.toBeInTheDocument();
  pages.set('docs/Release-notes', wikiPage('docs/Release-notes', 'Released on **Friday**.'));
  await click(inDialog('Create wiki page'));
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.poll(() => stores.route.path).toBe('/p/7/wiki/docs%2FRelease-notes');
  const body = { title: 'docs/Release notes', content: 'Released on **Friday**.', format: 'asciidoc' };
  expect(calls('changes.run')).toMatchObject([{ op: 'wikis.create', path: { id: 7 } }]);
  expect(calls('changes.run')).toHaveProperty('0.body', body);
  expect(messages.shown.map((one) => one.title)).toEqual(['Created page docs/Release notes']);
});

test('an edited page shows its changes, and only its content is sent by Ctrl+Enter', async () => {
  const { calls } = await wiki({ at: 'docs/setup-guide' });
  await click(button('Edit…'));
  await expect.element(content()).toMatchTextContent(/Set \*\*up\*\*/);
  await content().fill('Set **down**');
  await click(inDialog('Changes'));
  const changes = dialog().getByRole('textbox', { name: 'Changes to Content' });
  await expect.element(changes).toMatchTextContent(/Set \*\*up\*\*.*Set \*\*down\*\*/s);
  await click(inDialog('Write'));
  await userEvent.click(content());
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(calls('changes.run')).toMatchObject([{ op: 'wikis.edit', path: { id: 7, slug: 'docs/setup-guide' } }]);
  expect(calls('changes.run')).toHaveProperty('0.body', { content: 'Set **down**' });
  expect(messages.shown.map((one) => one.title)).toEqual(['Saved page docs/setup-guide']);
});

test('a page that was changed on the instance in the meantime is compared before it is overwritten', async () => {
  const { calls, pages } = await wiki();
  await click(button('Edit…'));
  await expect.element(content()).toMatchTextContent(/# Welcome/);
  await content().fill('# Mine');
  pages.set('home', wikiPage('home', '# Theirs\n'));
  await click(inDialog('Edit wiki page'));
  await expect.element(dialog().getByText(/^The page was changed on the instance after you opened/)).toBeVisible();
  await expect.element(content()).toMatchTextContent(/# Mine/);
  expect(calls('changes.run')).toEqual([]);
  await click(inDialog('Changes'));
  await expect.element(dialog().getByRole('textbox', { name: 'Changes to Content' })).toMatchTextContent(/# Theirs/);
  await click(inDialog('Edit wiki page'));
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(calls('changes.run')).toHaveProperty('0.body', { content: '# Mine' });
});

test('a refused edit is explained in its form, which keeps the input', async () => {
  const { pages } = await wiki({ writes: refusing(403, '403 Forbidden') });
  await click(button('Edit…'));
  await expect.element(content()).toMatchTextContent(/# Welcome/);
  await content().fill('# Refused');
  await click(inDialog('Edit wiki page'));
  await expect.element(dialog().getByRole('alert')).toMatchTextContent(/(role|token)/);
  await expect.element(content()).toMatchTextContent(/# Refused/);
  expect(pages.get('home')?.content).toBe('# Welcome\n');
  expect(page.getByRole('alert').elements()).toHaveLength(1);
});
