import { expect, test } from 'vitest';
import type { Command } from '../../../src-renderer/stores/window/commands.svelte.ts';
import { matching } from '../../../src-renderer/app/palette/palette-entries.ts';

const command = (title: string, group: Command['group'], keywords?: string): Command => ({
  ...{ id: title, title, group, keywords },
  run: () => undefined,
});
const commands = [
  command('Runners', 'goto'),
  command('Read all users again', 'action', 'sync crawl refresh'),
  command('Register a runner', 'action', 'new create add'),
  command('Read all runners of git.corp.example', 'action'),
];
const found = (words: string): string[] => matching(commands, words).map(({ title }) => title);

test('an action matches by the beginnings of its words, not by scattered letters', () => {
  expect(found('runners')).toEqual(['Runners', 'Read all runners of git.corp.example']);
  expect(found('run reg')).toEqual(['Register a runner']);
  expect(found('USERS sync')).toEqual(['Read all users again']);
  expect(found('corp')).toEqual(['Read all runners of git.corp.example']);
});
