import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { click } from '../click.ts';
import { render } from 'vitest-browser-svelte';
import { nestedFields } from '#shared/text/en/nested-fields.ts';
import NewestCommit from '../../../src-renderer/pages/branches/NewestCommit.svelte';
import '../../../src-renderer/styles/index.css';

const [id, parent, other] = ['a', 'b', 'c'].map((letter) => letter.repeat(40)) as [string, string, string];
const commits = '/p/7/code/commits';

test('all documented fields of the newest commit are shown, and its SHA and parents are links', async () => {
  const commit = {
    ...{ id, short_id: 'aaaaaaaa', title: 'Merge wraps', message: 'Merge wraps\n\nReviewed-by: Bo\n' },
    ...{ author_name: 'Ada', author_email: 'ada@example.com', authored_date: '2026-10-01T08:00:00.000Z' },
    ...{ committer_name: 'Bo', committer_email: 'bo@example.com', committed_date: '2026-10-02T08:00:00.000Z' },
    ...{ created_at: '2026-10-03T08:00:00.000Z', parent_ids: [parent, other], web_url: 'https://git.example/-/c/a' },
    trailers: { 'Reviewed-by': 'Bo' },
    extended_trailers: { 'Reviewed-by': ['Bo', 'Cy \u202e'] },
  };
  const { container } = await render(NewestCommit, { commit, commits });
  const labels = [...container.querySelectorAll('dt')].map((one) => one.textContent);
  const values = [...container.querySelectorAll('dd')].map((one) => one.textContent.trim().replaceAll(/\s+/g, ' '));
  expect(Object.fromEntries(labels.map((label, at) => [label, values[at]]))).toMatchObject({
    ...{ Title: 'Merge wraps', SHA: id, 'Short SHA': 'aaaaaaaa', Message: 'Merge wraps Reviewed-by: Bo' },
    ...{ Author: 'Ada', 'Author email': 'ada@example.com', Committer: 'Bo', 'Committer email': 'bo@example.com' },
    ...{ Parents: `${parent}${other}`, 'Web address': 'https://git.example/-/c/a', Trailers: 'Reviewed-by: Bo' },
    'Trailers with all values': 'Reviewed-by: Bo, Cy ⟨U+202E⟩',
  });
  for (const [label, date] of Object.entries({ Authored: 'Oct 1', Committed: 'Oct 2', Created: 'Oct 3' }))
    expect(values[labels.indexOf(label)]).toContain(`${date}, 2026`);
  for (const sha of [id, parent, other])
    await expect.element(page.getByRole('link', { name: sha })).toHaveAttribute('href', `#${commits}/${sha}`);
});

test('a first commit has no parents, and a field that was not returned differs from an empty one', async () => {
  const { container } = await render(NewestCommit, { commit: { id, parent_ids: [], trailers: {} }, commits });
  const shown = container.textContent;
  expect(shown).toMatch(/Parents\s*None \(root commit\)/);
  expect(shown).toMatch(/Trailers\s*None/);
  expect(shown).toMatch(/Trailers with all values\s*–/);
  expect(shown).toMatch(/Message\s*–/);
});

test('a field that the documents do not name is listed once, below the others', async () => {
  const { container } = await render(NewestCommit, { commit: { id, title: 'Fix', signed_by: 'Ada' }, commits });
  await click(page.getByText(nestedFields.all));
  await expect.element(page.getByText('Ada', { exact: true })).toBeVisible();
  expect(container.textContent.split('Fix')).toHaveLength(2);
});

test('a commit with only documented fields has no second list of them', async () => {
  await render(NewestCommit, { commit: { id, title: 'Fix' }, commits });
  await expect.element(page.getByText(nestedFields.all)).not.toBeInTheDocument();
});
