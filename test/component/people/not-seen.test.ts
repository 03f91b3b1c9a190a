import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import NotSeen from '../../../src-renderer/console/coverage/NotSeen.svelte';
import { renderPage } from '../console/render-page.ts';

/** A core that knows these places of each state. `statuses`: of the refused lists. */
async function show(counts: Record<string, number>, statuses: readonly number[] = []) {
  const list = () => ({
    ...{ total: statuses.length, isCapped: false, from: 0, revision: 1, queryMs: 1, places: 9, counts },
    rows: statuses.map((status, key) => ({
      ...{ key, collection: 'members', scope: `project:${key}`, label: `acme/${key}`, state: 'refused' as const },
      ...{ rows: 0, bytes: 0, unreadable: 0, undetailed: 0, cutAt: null, completedAt: null, syncedIn: null },
      ...{ syncedInLabel: null, syncIn: `project:${key}`, gap: null, below: null },
      refusal: { at: 1, status, reason: null, message: null },
    })),
  });
  return renderPage(NotSeen, { props: { collection: 'members', kind: 'project' }, answers: { coverage: { list } } });
}
const link = () => page.getByRole('link', { name: 'Show' });

test('places from which a list was not synced are counted with the reason, and lead to the coverage', async () => {
  const { calls } = await show({ complete: 4, refused: 3, never: 2 }, [403, 403, 403]);
  await expect
    .element(page.getByText(/3 projects/))
    .toMatchTextContent(/3 projects can’t be read with this token \(403\), 2 were never synced\. Show/);
  await expect.element(link()).toHaveAttribute('href', '#/coverage?collection=members&kind=project');
  expect(calls('coverage.list')).toMatchObject([{ query: { collection: 'members', kind: 'project' } }]);
});

test('one state of places leads to the coverage with only this state, and each status is named once', async () => {
  await show({ refused: 3 }, [404, 403, 404]);
  await expect.element(page.getByText(/3 projects can’t be read with this token \(403, 404\)\./)).toBeVisible();
  await expect.element(link()).toHaveAttribute('href', '#/coverage?collection=members&kind=project&state=refused');
});

test('without a missing place there is no sentence', async () => {
  const { core } = await show({ complete: 4 });
  await expect.poll(() => core.calls.length).toBeGreaterThan(0);
  expect(document.body.textContent).not.toMatch(/never synced|Show/);
});

test('if the coverage can’t be loaded, the sentence says that missing places are unknown', async () => {
  await renderPage(NotSeen, {
    props: { collection: 'members', kind: 'project' },
    answers: { coverage: { list: () => Promise.reject(new Error('broken')) } },
  });
  await expect.element(page.getByText('Reeve couldn’t find out which places are missing here.')).toBeVisible();
});
