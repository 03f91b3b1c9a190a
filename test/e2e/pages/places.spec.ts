import type { Page } from '@playwright/test';
import { goTo } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

const grid = (window: Page) => window.getByRole('grid');

test('notes of an issue are opened from its row, and webhook events by the web address of the webhook', async ({
  window,
  network,
  simulator: { world },
}) => {
  const issue = world.issues.all().find(({ id }) => world.notes.on('Issue', id).length > 1);
  const ofIssue = world.projects.get(issue?.project_id ?? 0);
  if (issue === undefined || ofIssue === undefined) throw new Error('no issue has notes');
  const reference = `${world.projects.fullPath(ofIssue)}#${issue.iid}`;
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await goTo(window, 'Issues');
  await window.keyboard.press('r');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', String(world.issues.all().length + 1));
  await window.getByRole('toolbar').getByRole('textbox').fill(reference);
  await grid(window).getByText(reference, { exact: true }).click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Open notes' }).press('Enter');
  const place = window.getByRole('navigation', { name: 'Place' });
  await expect(window.getByText(/^No notes of issue .* synced yet/)).toBeVisible();
  await window.keyboard.press('r');
  const notes = String(world.notes.on('Issue', issue.id).length + 1);
  await expect(grid(window)).toHaveAttribute('aria-rowcount', notes);
  await window.reload();
  await expect(place).toContainText(`Issue #${issue.iid} of project`);
  await expect(grid(window)).toHaveAttribute('aria-rowcount', notes);
  await window.goBack();
  await expect(window.getByRole('heading', { level: 1 })).toHaveText('Issues');
  await expect(window.getByRole('toolbar').getByRole('textbox')).toHaveValue(reference);

  const [event] = world.webhooks.events.all();
  const hook = world.webhooks.get(event?.webhook_id ?? 0);
  const project = world.projects.get(hook?.project_id ?? 0);
  if (hook === undefined || project === undefined) throw new Error('no webhook has events');
  await goTo(window, 'Webhook events');
  await expect(window.getByText('Webhook events belong to a webhook.')).toBeVisible();
  const field = window.getByLabel('Web address');
  const path = `${world.projects.fullPath(project)}/-/hooks/${hook.id}/edit`;
  await field.fill(`https://elsewhere.example/${path}`);
  await field.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill(`${network.url}/${path}`);
  await field.press('Enter');
  await expect(place).toContainText(`Webhook ${hook.id} of project`);
  await window.keyboard.press('r');
  const count = String(world.webhooks.recentEvents(hook).length + 1);
  await expect(grid(window)).toHaveAttribute('aria-rowcount', count);
  await grid(window).getByRole('row').nth(1).dblclick();
  await expect(window.getByRole('complementary')).toContainText('Response headers');
  await window.getByRole('button', { name: 'Choose another' }).press('Enter');
  // A project is chosen now, so a number is enough
  await window.getByLabel('Number or web address').fill(String(hook.id));
  await window.getByLabel('Number or web address').press('Enter');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', count);
});
