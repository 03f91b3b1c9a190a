import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { JobTokenReach } from '#shared/contract/job-token-reach.ts';
import ReachFigures from '../../../src-renderer/pages/job-token-scope/ReachFigures.svelte';

const list = { syncedAt: 1_000, refusal: null };
const counts = { into: 2, from: 0, unknownGroups: 0, broad: 0, dead: 0, projects: 4, synced: 1 };
const shown = (changed: Partial<typeof counts>) =>
  render(ReachFigures, {
    reach: {
      path: 'platform/web',
      flag: { inbound: true, outbound: false },
      syncedAt: 1_000,
      lists: { flag: list, projects: list, groups: list },
      entries: [],
      rows: [],
      counts: { ...counts, ...changed },
    } satisfies JobTokenReach,
  });
/** The value and the note of the second figure. */
const reached = () => page.getByRole('definition').elements().slice(2, 4);

test('which projects a project can reach is unknown until the allowlist of another project is synced', async () => {
  await shown({});
  expect(reached().map((one) => one.textContent.trim())).toEqual(['–', 'no allowlist of another project is synced']);
});

test('with the allowlist of another project, the number of reached projects is shown', async () => {
  await shown({ synced: 2 });
  expect(reached().map((one) => one.textContent.trim())).toEqual(['0', 'of 4 projects']);
});
