import { expect, test } from 'vitest';
import { click } from '../click.ts';
import { sampleJob } from '../samples.ts';
import {
  button,
  core,
  dialog,
  enter,
  field,
  images,
  inDialog,
  jobTokenPage,
  others,
  reachOf,
  shown,
  website,
} from './rig.ts';

async function addForm(given: Parameters<typeof jobTokenPage>[0] = {}) {
  const rendered = await jobTokenPage(given);
  await click(button('Add to allowlist…'));
  await expect.element(field('Projects')).toBeVisible();
  const nothingSent = (): void =>
    expect([...rendered.calls('changes.run'), ...rendered.calls('changes.plan')]).toEqual([]);
  return { ...rendered, nothingSent };
}
const add = () => click(inDialog('Add to allowlist'));

test('a form without any entry is refused at the field', async () => {
  const { nothingSent } = await addForm();
  await add();
  await expect.element(shown('Enter at least one project or group.')).toBeVisible();
  await expect.element(field('Projects')).toHaveFocus();
  nothingSent();
});

test.each([
  ['a text that is no project', 'Projects', 'nothing', '“nothing” is not a project of this instance.'],
  ['a text that is no group', 'Groups', 'not a group', '“not a group” is not a group of this instance.'],
  ['a listed project, by its ID', 'Projects', String(website.id), 'acme/website is already in the allowlist.'],
  ['a listed project, by its path', 'Projects', 'acme/website', 'acme/website is already in the allowlist.'],
  ['a listed group, by its path', 'Groups', 'acme/tools', 'acme/tools is already in the allowlist.'],
  ['the project itself', 'Projects', String(core.id), 'A project always accepts its own job tokens.'],
  ['a path whose ID isn’t known', 'Projects', 'unknown/project', 'The ID of unknown/project isn’t known'],
  ['a group whose ID isn’t known', 'Groups', 'unknown', 'The ID of unknown isn’t known'],
])('%s is refused at its field, and nothing is sent', async (_, name, text, why) => {
  const { nothingSent } = await addForm();
  await enter(name, text);
  await add();
  await expect.element(shown(why)).toBeVisible();
  await expect.element(field(name)).toHaveFocus();
  await expect.element(field(name)).toHaveAttribute('aria-invalid', 'true');
  nothingSent();
  await click(button(`Remove ${text}`));
  await expect.element(shown(why)).not.toBeInTheDocument();
});

test('an entry that the platform does not find is refused at the field', async () => {
  const failure = { code: 'missing', reason: 'hidden-or-missing', message: 'x' };
  const answer = () => ({ state: 'refused', status: 404, reportedMessage: '404 Project Not Found', failure }) as const;
  await addForm({ writes: { answer } });
  await enter('Projects', '987654');
  await add();
  await expect.element(shown(/^The entry or the project doesn’t exist, or this token can’t see it\./)).toBeVisible();
  await expect.element(field('Projects')).toHaveFocus();
});

test('the refusal of a token without the role says who can change the allowlist', async () => {
  const failure = { code: 'denied', reason: 'role', message: 'x' };
  const { core: fake } = await addForm({
    writes: { answer: () => ({ state: 'refused', status: 403, reportedMessage: '403 Forbidden', failure }) },
  });
  await enter('Projects', String(images.id));
  await add();
  await expect
    .element(shown(/Use the token of a Maintainer or Owner, or ask one to make this change\.$/))
    .toBeVisible();
  expect(fake.world.writes.things).toEqual({});
});

test('one project is added at once, by its ID or path, with a message that offers the undo', async () => {
  const { calls } = await addForm();
  await enter('Projects', 'acme/tools/images');
  await add();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(calls('changes.run')).toMatchObject([
    { op: 'job-token-scope.addProject', path: { id: 7 }, body: { target_project_id: images.id } },
  ]);
  const message = () => document.querySelector('[aria-label^="Messages"]')?.textContent;
  await expect.poll(message).toMatch(/acme\/tools\/images added to the allowlist.*Undo/);
});

test('projects and groups together are one plan, which says what they get', async () => {
  const { calls } = await addForm();
  await enter('Projects', String(images.id));
  await enter('Groups', String(others.id));
  await add();
  await expect.element(inDialog(/^Add 2 entries to the allowlist/)).toBeVisible();
  await expect
    .element(shown('Their job tokens will be accepted in acme/core while its allowlist is on.'))
    .toBeVisible();
  expect(calls('changes.plan')).toMatchObject([
    {
      calls: [
        { op: 'job-token-scope.addProject', body: { target_project_id: images.id } },
        { op: 'job-token-scope.addGroup', body: { target_group_id: others.id } },
      ],
    },
  ]);
  expect(calls('changes.apply')).toEqual([]);
});

test('while the allowlist is off, the form says that entries have no effect yet', async () => {
  await addForm({ reach: reachOf({ flag: { inbound: false, outbound: false } }) });
  await expect.element(shown(/The allowlist of this project is off/)).toBeVisible();
});

test('if a sync of the allowlist was already running when an entry was added, another one follows it', async () => {
  const input = { collection: 'jobTokenProjects', scope: core.scope };
  const running = sampleJob({ id: 'j9', kind: 'lists.crawl', input, startedAt: 1 });
  const { core: fake, calls } = await addForm({ world: { jobs: [running] } });
  await enter('Projects', String(images.id));
  await add();
  await expect.poll(() => calls('jobs.sync')).toContainEqual(input);
  expect(calls('jobs.again')).toEqual([]);
  fake.emit('jobs', 'changed', { jobs: [{ ...running, state: 'done', finishedAt: 2 }], removed: [] });
  await expect.poll(() => calls('jobs.again')).toEqual([{ id: 'j9' }]);
});
