import { expect, test } from 'vitest';
import CoveragePage from '../../../src-renderer/pages/coverage/CoveragePage.svelte';
import { renderPage } from '../console/render-page.ts';
import { eventually } from '../eventually.ts';

function open(path: string) {
  const list = { total: 0, isCapped: false, from: 0, rows: [], revision: 1, queryMs: 1, counts: {}, places: 3 };
  return renderPage(CoveragePage, { path, answers: { coverage: { list: () => list } } });
}

test('the coverage is loaded again when a list, a file or a job has changed', async () => {
  const { core, calls } = await open('/coverage');
  for (const emit of [
    () => core.emit('runners', 'changed', { revision: 2 }),
    () => core.emit('jobs', 'changed', { jobs: [], removed: [] }),
  ]) {
    await eventually(() => expect(calls('coverage.list').length).toBeGreaterThan(0));
    const before = calls('coverage.list').length;
    emit();
    await eventually(() => expect(calls('coverage.list').length).toBeGreaterThan(before));
  }
});
