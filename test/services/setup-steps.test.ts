import { expect, test } from 'vitest';
import { setup as words } from '#shared/text/en/setup.ts';
import { collectionSteps, isForPlaces, isInChoice, stepIds } from '#main/services/setup/setup-steps.ts';

const idsOf = (has: (step: (typeof collectionSteps)[number]) => unknown) =>
  collectionSteps.filter(has).map(({ id }) => id);

test('the search for places comes after the lists of the instance, before those of groups and projects', () => {
  const known = ['users', 'runners', 'serviceAccounts', 'places', 'members', 'accessTokens', 'webhooks', 'branches'];
  expect(stepIds.filter((id) => known.includes(id))).toEqual(known);
});

test('each step syncs at least one list, so that it can end', () => {
  expect(idsOf(({ scopes }) => scopes.length === 0)).toEqual([]);
});

test('only some steps sync lists of groups and projects, of top-level groups, or details', () => {
  expect(idsOf((step) => !isForPlaces(step))).toEqual(['users', 'runners']);
  const ofTopLevel = idsOf(({ isTopLevelOnly }) => isTopLevelOnly);
  expect(ofTopLevel).toEqual(expect.arrayContaining(['enterpriseUsers', 'sshCertificates']));
  expect(ofTopLevel).not.toContain('members');
  expect(idsOf(({ hasDetails }) => hasDetails)).toEqual(['runners']);
});

test('the choice of essentials contains the lists in its name, and the search for places', () => {
  expect(words.cost.choices.essentials).toBe('Users, runners and access tokens');
  expect(stepIds.filter((id) => isInChoice(id, 'essentials'))).toEqual(['users', 'runners', 'places', 'accessTokens']);
});
