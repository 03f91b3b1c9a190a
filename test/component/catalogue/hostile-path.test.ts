import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import CataloguePage from '../../../src-renderer/pages/catalogue/CataloguePage.svelte';
import { cell, renderPage } from '../console/render-page.ts';
import { sampleEntry } from '../samples.ts';

test('the panel of a group makes a direction override character in its path and its name visible', async () => {
  const hostile = 'acme/\u202Egnp';
  const catalogue = [sampleEntry({ path: hostile, name: hostile })];
  const { table, press } = await renderPage(CataloguePage, { path: '/catalogue', world: { catalogue } });
  await table();
  expect(cell(0).textContent).toContain('⟨U+202E⟩');
  await press('j{Enter}');
  const panel = page.getByRole('complementary');
  await expect.element(panel).toMatchTextContent(/⟨U\+202E⟩/);
  expect(panel.element().outerHTML).not.toContain('\u202E');
});
