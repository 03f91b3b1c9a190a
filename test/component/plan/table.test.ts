import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { violations } from '../axe.ts';
import { click } from '../click.ts';
import type { Call, PlanRow } from '#shared/contract/changes.ts';
import { ask, pauseAll, runners } from './rig.ts';

test('resent deliveries are named by webhook, project and event, with the status before and after', async () => {
  const calls = [1, 2].map((id) => ({
    op: 'webhooks.resend' as const,
    path: { id: 7, hook_id: 1, hook_event_id: id },
  }));
  const status = (before: string, after?: string): Partial<PlanRow> => ({
    changes: [{ field: 'response_status', before, ...(after !== undefined && { after }), isSecret: false }],
  });
  const nameOf = () => ({ label: 'Release board', place: 'acme/core', detail: 'Push, release/main-8' });
  const answer = ({ path }: Call): Partial<PlanRow> =>
    path?.['hook_event_id'] === 1 ? status('503', '200') : { state: 'failed-again', ...status('503', '502') };
  const change = pauseAll(2, { calls, title: (n) => `Resend ${n} deliveries`, isShown: true });
  await ask(change, { writes: { things: {}, nameOf, found: () => status('503'), answer } });
  const row = page.getByRole('row', { name: /Release board/ });
  await expect
    .element(row.first())
    .toMatchTextContent(/Release board\s*acme\/core · Push, release\/main-8\s*Response status\s*503/);
  await expect.element(page.getByText('Resend webhook delivery')).not.toBeInTheDocument();
  await click(page.getByRole('button', { name: 'Resend 2 deliveries' }));
  await expect.element(page.getByText('1 delivered, 1 failed again')).toBeVisible();
  await expect.element(row.nth(0)).toMatchTextContent(/503.*200.*Delivered/);
  await expect.element(row.nth(1)).toMatchTextContent(/503.*502.*Failed again/);
  await expect.element(page.getByRole('button', { name: 'Retry 1 failed row…' })).toBeVisible();
  expect(await violations()).toEqual([]);
});

test('an unchanged row shows what its object already is', async () => {
  const found = ({ path }: Call): Partial<PlanRow> =>
    path?.['id'] === 1 ? { state: 'unchanged', reportedMessage: 'Already Owner' } : {};
  await ask(pauseAll(2), { writes: { things: runners(2), found } });
  await expect.element(page.getByRole('row', { name: /runner 1/ })).toMatchTextContent(/No change\s*Already Owner/);
  await expect.element(page.getByText('No change in 1 of 2 rows.')).toBeVisible();
});

test('the name of a field is above its values, also in rows that create objects', async () => {
  const calls = ['build', 'docs'].map((name) => ({
    op: 'branches.create' as const,
    path: { id: 1 },
    body: { branch: name },
  }));
  await ask(pauseAll(2, { calls, isShown: true }), { writes: { things: {} } });
  await expect.element(page.getByRole('gridcell', { name: 'Branch docs' })).toBeVisible();
  const leftOf = (selector: string): number => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector(selector) ?? document);
    return range.getBoundingClientRect().left;
  };
  expect(leftOf('.names [title="Branch"]')).toBeCloseTo(leftOf('.change bdi:last-of-type'), 0);
});

test('rows of a plan that adds and removes entries show whether they add or remove one', async () => {
  const change = pauseAll(2, {
    calls: [
      { op: 'job-token-scope.addProject', path: { id: 1 }, body: { target_project_id: 9 } },
      { op: 'job-token-scope.removeProject', path: { id: 1, target_project_id: 8 } },
    ],
    isShown: true,
  });
  const nameOf = ({ body }: Call) => ({ label: body === undefined ? 'acme/old' : 'acme/tools' });
  await ask(change, { writes: { things: {}, nameOf } });
  await expect.element(page.getByRole('row', { name: /acme\/tools Add project to the allowlist/ })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /acme\/old Remove project from the allowlist/ })).toBeVisible();
});
