import { expect, test } from 'vitest';
import { setup as words } from '#shared/text/en/setup.ts';
import { collectionSteps, isForPlaces, isInChoice, stepIds } from '#main/services/setup/setup-steps.ts';

const idsOf = (has: (step: (typeof collectionSteps)[number]) => unknown) =>
  collectionSteps.filter(has).map(({ id }) => id);

test('the search for places comes after the lists of the instance, before those of groups and projects', () => {
  expect(stepIds).toEqual([
    ...['users', 'runners', 'serviceAccounts', 'snippets', 'notificationSettings'],
    'places',
    ...['members', 'enterpriseUsers', 'accessTokens', 'sshCertificates', 'pushRules'],
    ...['webhooks', 'remoteMirrors', 'deployments'],
    ...['jobTokenScope', 'jobTokenProjects', 'branches', 'jobTokenGroups'],
    ...['wikis', 'uploads', 'groupReleases'],
  ]);
});

test('each step syncs at least one list, so that it can end', () => {
  expect(idsOf(({ scopes }) => scopes.length === 0)).toEqual([]);
});

test('only some steps sync lists of groups and projects, of top-level groups, or details', () => {
  expect(idsOf((step) => !isForPlaces(step))).toEqual(['users', 'runners']);
  expect(idsOf(({ isTopLevelOnly }) => isTopLevelOnly)).toEqual(['enterpriseUsers', 'sshCertificates']);
  expect(idsOf(({ hasDetails }) => hasDetails)).toEqual(['runners']);
});

test('the choice of essentials contains the lists in its name, and the search for places', () => {
  expect(words.cost.choices.essentials).toBe('Users, runners and access tokens');
  expect(stepIds.filter((id) => isInChoice(id, 'essentials'))).toEqual(['users', 'runners', 'places', 'accessTokens']);
});
