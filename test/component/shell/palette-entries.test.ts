import { expect, onTestFinished, test } from 'vitest';
import { withPageVerbs } from '../../../src-renderer/app/palette/page-verbs.ts';
import { matching } from '../../../src-renderer/app/palette/palette-entries.ts';
import { createStores } from '../../../src-renderer/stores/context.ts';
import type { Command } from '../../../src-renderer/stores/window/commands.svelte.ts';
import { fakeCore } from '../fake-core.ts';

const command = (title: string, keywords?: string): Command => ({
  ...{ id: title, title, keywords },
  run: () => undefined,
});
const commands = [
  { ...command('Runners'), isGoto: true },
  command('Sync users', 'sync refresh'),
  command('Register runner', 'new create add'),
  command('Sync runners of git.corp.example'),
];
const found = (words: string): string[] => matching(commands, words).map(({ title }) => title);

test('an action matches by the beginnings of its words, not by scattered letters', () => {
  expect(found('runners')).toEqual(['Runners', 'Sync runners of git.corp.example']);
  expect(found('run reg')).toEqual(['Register runner']);
  expect(found('USERS sync')).toEqual(['Sync users']);
  expect(found('corp')).toEqual(['Sync runners of git.corp.example']);
});

test('canceling a job is found only by words that begin with "cancel"', () => {
  const cancel: Command = { ...command('Cancel: Syncing users'), isFoundByVerb: true };
  const of = (words: string): string[] => matching([...commands, cancel], words).map(({ title }) => title);
  expect(of('sync users')).toEqual(['Sync users']);
  expect(of('canc users')).toEqual(['Cancel: Syncing users']);
});

test('a command that the page offers is not offered again for another page', async () => {
  const stores = createStores(fakeCore().session);
  onTestFinished(stores.profiles.follow());
  await expect.poll(() => stores.profiles.open).not.toBe(null);
  const title = 'Change allowlists of several projects…';
  const titlesOf = (offered: readonly Command[]): string[] =>
    withPageVerbs(stores, offered).flatMap((command) => (command.title === title ? command.id : []));
  expect(titlesOf([])).toEqual(['catalogue.allowlists']);
  const own: Command = { id: 'job-token-scope.bulk', title, run: () => undefined };
  expect(titlesOf([own])).toEqual([own.id]);
});
