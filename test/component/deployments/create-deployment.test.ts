import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { click, fill } from '../click.ts';
import { cannotWrite, expectDisabled } from '../page-rig.ts';
import { button, dialog, inDialog, irreversible, refusal } from '../plan/render-with-plan.ts';
import { branchHead, deployments, option } from './writes-rig.ts';

afterEach(() => page.viewport(1280, 800));

const label = (text: string) => dialog().getByLabelText(text, { exact: true });
const newest = irreversible('the newest deployment of an environment can’t be deleted');
async function open(options: Parameters<typeof deployments>[0] = {}) {
  const rendered = await deployments(options);
  await click(button('Create deployment…'));
  await expect.element(label('Environment')).toBeVisible();
  return rendered;
}

test('a deployment without values, or with a branch as its commit, is explained at each field and not sent', async () => {
  const { calls } = await open();
  await fill(label('Commit SHA'), 'main');
  await click(inDialog('Create deployment…'));
  for (const text of [
    'Environment is required.',
    'Branch or tag is required.',
    'Enter a commit SHA. A SHA has 7 to 64 characters: 0–9 and a–f.',
    'Status is required.',
  ])
    await expect.element(dialog().getByText(text, { exact: true })).toBeVisible();
  await expect.element(label('Environment')).toHaveFocus();
  expect(calls('changes.run')).toEqual([]);
});

test('in a small window, the button of the form stays visible below its fields', async () => {
  await page.viewport(720, 450);
  await open();
  await page.viewport(720, 450);
  const { bottom } = inDialog('Create deployment…').element().getBoundingClientRect();
  expect(bottom).toBeLessThanOrEqual(450);
});

test('the form warns of an unknown environment, offers the last synced commit of a branch, and its plan says what can’t be undone', async () => {
  const { calls } = await open({ writes: newest });
  await fill(label('Environment'), 'canary');
  await expect.element(dialog().getByText(/^No synced deployment is in an environment with this name\./)).toBeVisible();
  await fill(label('Environment'), 'Staging');
  await expect.element(dialog().getByText(/^No synced deployment is in/)).not.toBeInTheDocument();
  await fill(label('Branch or tag'), 'main');
  await click(inDialog('Use ffffffff, the last synced commit of main'));
  await expect.element(label('Commit SHA')).toHaveValue(branchHead);
  await click(option('Succeeded'));
  await click(inDialog('Create deployment…'));
  await expect.element(dialog().getByText(/Can’t be undone: the newest deployment/)).toBeVisible();
  await expect.element(dialog().getByText(/^It becomes the newest deployment of its environment\./)).toBeVisible();
  await click(inDialog('Create deployment in Staging'));
  await expect.element(dialog()).not.toBeInTheDocument();
  const body = { environment: 'Staging', ref: 'main', sha: branchHead, status: 'success', tag: false };
  expect(calls('changes.plan')).toMatchObject([{ calls: [{ op: 'deployments.create', path: { id: 7 }, body }] }]);
});

test('the last synced commit of a branch is also offered if the list of branches is not loaded yet', async () => {
  await open({ listsBranches: false });
  await fill(label('Branch or tag'), 'main');
  await expect.element(inDialog('Use ffffffff, the last synced commit of main')).toBeVisible();
  await fill(label('Branch or tag'), 'unknown');
  await expect.element(inDialog(/^Use /)).not.toBeInTheDocument();
});

test('a refused commit that the project doesn’t have is explained at its field, and the other values are kept', async () => {
  await open({ writes: { ...newest, answer: () => refusal(400, '400 Bad request') } });
  await fill(label('Environment'), 'canary');
  await fill(label('Branch or tag'), 'main');
  await fill(label('Commit SHA'), '0123456789abcdef');
  await click(option('Succeeded'));
  await click(inDialog('Create deployment…'));
  await click(inDialog('Create deployment in canary'));
  await click(inDialog('Edit values'));
  await expect.element(dialog().getByText(/^No commit of this project has the SHA 0123456789abcdef\./)).toBeVisible();
  await expect.element(label('Commit SHA')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(label('Environment')).toHaveValue('canary');
});

test.each(cannotWrite)(
  '%s, deployments can’t be created, changed, deleted or repaired, and the reason is shown',
  async (_, world, reason) => {
    const { calls, stores } = await deployments({ tail: '/1', stuck: [2], world });
    await expectDisabled(button('Create deployment…'), reason);
    await expectDisabled(button('Repair 1 deployment…'), reason);
    await expectDisabled(button('Change status…'), reason);
    await expectDisabled(button('Delete…'), reason);
    expect(stores.commands.list.find(({ id }) => id === 'deployments.create')?.disabledReason).toMatch(reason);
    expect(calls('changes.plan')).toEqual([]);
  },
);
