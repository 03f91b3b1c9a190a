import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { click } from '../click.ts';
import { eventually } from '../eventually.ts';
import BranchesPage from '../../../src-renderer/pages/branches/BranchesPage.svelte';
import RunnersPage from '../../../src-renderer/pages/runners/RunnersPage.svelte';
import { base, fakeRepository, showCode } from '../code/fake-repository.ts';
import { listAnswers } from '../fake-list.ts';
import { fakeRunners } from './fake-runners.ts';
import { cell, renderPage } from './render-page.ts';

/** With its direction reversed it reads "runner-gnp.exe", and it has 200,000 characters. */
const hostile = `runner-\u202Eexe.png${'x'.repeat(200_000)}`;
const mark = '⟨U+202E⟩';

/** All texts of the document, including names and tooltips. */
function everyText(): string {
  const named = [...document.body.querySelectorAll('*')].flatMap((element) =>
    ['title', 'aria-label', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
  );
  return [document.body.innerText, ...named].join('\n');
}

test('a name of 200,000 characters with a direction override is shortened and marked everywhere', async () => {
  const list = fakeRunners(1);
  const [first] = list.rows;
  if (first === undefined) throw new Error('no runner');
  const odd = { description: hostile, name: hostile, maintenance_note: hostile, tag_list: [hostile], status: hostile };
  first.row = { ...first.row, ...odd };
  list.detailOf = (row) => row;
  const answers = { runners: { ...listAnswers<'runners'>(list) } };
  const { table, press } = await renderPage(RunnersPage, { answers, path: '/runners' });
  await table();
  await eventually(() => expect(cell(0).textContent).toContain(mark));
  await press('j{Enter}');
  await expect.element(page.getByRole('heading', { level: 2 })).toMatchTextContent(mark);
  await click(page.getByRole('button', { name: 'Copy Maintenance note' }).first());
  await press('{Shift>}{F10}{/Shift}');
  const drawn = everyText();
  expect(drawn).toContain(mark);
  expect(drawn).not.toContain('\u202E');
  expect(drawn.length).toBeLessThan(40_000);
});

test('the panel of a row that is not loaded marks a direction override in its ID everywhere', async () => {
  const own = { base: `${base}/branches` };
  const branches = [{ name: 'main', default: true, protected: true }];
  const id = 'feature-\u202Egpj.exe';
  await showCode(BranchesPage, fakeRepository({ branches }), { path: `${own.base}/${encodeURIComponent(id)}`, own });
  await expect.element(page.getByRole('tablist', { name: `Sections of Branch feature-${mark}gpj.exe` })).toBeVisible();
  expect(everyText()).not.toContain('\u202E');
});
