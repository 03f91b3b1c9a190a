import type { Component } from 'svelte';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import FormHost from '../../../src-renderer/console/forms/FormHost.svelte';
import { form } from '../../../src-renderer/pages/deployments/forms/repair-stuck.ts';
import { renderPage } from '../console/render-page.ts';

const stuck = (id: number, job: string | null) => ({
  row: { id, status: 'running', deployable: job === null ? null : { status: job } },
  ...{ key: id, scope: 'project:7', fetchedAt: 0, notReturnedSince: null },
});

test.each([
  { jobs: ['running'], isChosen: true },
  { jobs: ['running', null], isChosen: false },
])('deployments of unfinished jobs are chosen only if there are no others: $jobs', async ({ jobs, isChosen }) => {
  const target = { scope: 'project:7', hours: 6, stuck: jobs.map((job, at) => stuck(at + 1, job)) };
  await renderPage(FormHost as Component<never>, { props: { make: form, target, onclose: () => undefined } });
  const choice = page.getByRole('checkbox', { name: 'Also repair 1 deployment whose job hadn’t finished' });
  await (isChosen ? expect.element(choice).toBeChecked() : expect.element(choice).not.toBeChecked());
});
