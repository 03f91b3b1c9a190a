import type { Mutant } from '../mutant.ts';

const was = (spec: string, name: string): string => `test/e2e/project/${spec}.spec.ts › ${name}`;
const isNow = (folder: string, file: string, name: string): string =>
  `test/component/${folder}/${file}.test.ts › ${name}`;

/** Pages of a project: coverage, places, the summary, what a read-only profile and a refused list show, releases. */
export const mutants: readonly Mutant[] = [
  {
    fault: 'The page of coverage is not loaded again after a sync.',
    file: 'src-renderer/stores/stored/coverage.svelte.ts',
    text: 'return [...collectionNames.map((name) => client[name]), jobs, catalogue, repositoryFiles, snippetFiles];',
    replacement: 'return [];',
    noticedBy: [
      isNow('project', 'coverage-changes', 'the coverage is loaded again when a list, a file or a job has changed'),
    ],
    formerly: was('coverage', 'the page of coverage is opened and used by keyboard'),
  },
  {
    fault: 'A filter of the coverage is not written to the address.',
    file: 'src-renderer/pages/coverage/CoveragePage.svelte',
    text: '    route.restate(pathOf(filter));\n',
    replacement: '',
    noticedBy: [
      was('coverage', 'the filters of the coverage are in its address, so that a reload and Back return to them'),
    ],
  },
  {
    fault: 'Changes are offered although the instance can’t be reached.',
    file: 'src-renderer/stores/availability.ts',
    text: '  return shell.needsNetwork(explainWord(connection.current?.reason ?? ' + "'offline').what);\n}",
    replacement: '  return null;\n}',
    noticedBy: [
      was(
        'matrix',
        'online, the pages are synced and changes are offered; offline, they are the same and say why nothing is sent',
      ),
    ],
  },
  {
    fault: 'Changes are offered with a read-only profile.',
    file: 'src-renderer/stores/availability.ts',
    text: '  if (stores.session.isReachable && stores.profiles.open?.readOnly === true) return shell.readOnlyWhy;\n',
    replacement: '',
    noticedBy: ['Create webhook…', 'Create mirror…', 'Add members…'].map((label) =>
      isNow(
        'project',
        'no-writes',
        `with a read-only profile, “${label}” of a project is disabled, and says why when it has the focus`,
      ),
    ),
    formerly: was('matrix', 'a read-only profile › syncs everything, and says why changes are disabled'),
  },
  {
    fault: 'Webhooks whose list the instance refused are shown as never synced.',
    file: 'src-renderer/pages/webhooks/WebhookConsole.svelte',
    text: 'return refusal === undefined ? words.neverSynced : words.refused(refusal);',
    replacement: 'return refusal === undefined ? words.neverSynced : words.neverSynced;',
    noticedBy: [
      isNow(
        'project',
        'no-writes',
        'webhooks that the instance refused are shown as refused with the role that they require, not as never synced',
      ),
    ],
    formerly: was(
      'matrix',
      'a developer › reads what the token may see, and the pages of the job token scope and of webhooks say what was refused',
    ),
  },
  {
    fault: 'Developers are listed as people who may push to a branch that only maintainers may push to.',
    file: 'src-renderer/pages/branches/push-rule-of.ts',
    text: 'return developersPush === true',
    replacement: 'return developersPush !== true',
    noticedBy: [
      isNow(
        'project',
        'who-may-push',
        'who may push to a protected branch is inferred from the roles of the members, and marked as inferred',
      ),
    ],
    formerly: was(
      'branches',
      'who may push to a protected branch is inferred from the members, a regular expression is evaluated by the instance, and both answers are kept offline',
    ),
  },
  {
    fault: 'If members were never synced, the page says that no member may push.',
    file: 'src-renderer/stores/project/branches/people-by-level.svelte.ts',
    text: 'this.value?.completedAt ?? null',
    replacement: 'this.value?.completedAt ?? 0',
    noticedBy: [
      isNow(
        'project',
        'who-may-push',
        'if the members were never synced, the panel shows this instead of an empty list',
      ),
    ],
    formerly: was(
      'branches',
      'who may push to a protected branch is inferred from the members, a regular expression is evaluated by the instance, and both answers are kept offline',
    ),
  },
  {
    fault: 'The commits of a path are stored in the list of the whole branch.',
    file: 'src-shared/contract/commit-list.ts',
    text: '...(hasPath ? [`path=${encodeURIComponent(path.toWellFormed())}`] : []),',
    replacement: '',
    noticedBy: ['src-shared/contract/commit-list.test.ts › a list of commits is one text, and read back unchanged'],
    formerly: was(
      'commits',
      'the commits of a path are a list of their own, and the newest of a branch shows what it changed in numbers, offline after a reload',
    ),
  },
  {
    fault: 'The description of a release is not shown.',
    file: 'src-renderer/pages/group-releases/ReleasesPage.svelte',
    text: "typeof description === 'string' && description.trim() !== ''",
    replacement: "typeof description === 'string' && description.trim() === ''",
    noticedBy: [
      isNow(
        'project',
        'releases',
        'the description of a release is shown as formatted text in its panel, and scripts as text',
      ),
    ],
    formerly: was(
      'releases-and-uploads',
      'the largest upload of a project is found offline, and a release of a group shows its description',
    ),
  },
  {
    fault: 'A notification level that is inherited is shown as the own level of the project.',
    file: 'src-renderer/pages/notification-settings/SettingsOfScope.svelte',
    text: 'return from.scope === scope ? words.own(level) : words.inherited(level, nameOf(from.scope));',
    replacement: 'return from.scope !== null ? words.own(level) : words.inherited(level, nameOf(from.scope));',
    noticedBy: [
      isNow(
        'project',
        'notification-events',
        'a project without its own level shows the custom events that it inherits from its group',
      ),
    ],
    formerly: was(
      'notification-settings',
      'the level of a project is explained by the levels of its groups and of the instance, also without the network',
    ),
  },
  {
    fault: 'A default branch without commits is shown as never synced.',
    file: 'src-renderer/pages/summary/NewestCommits.svelte',
    text: '{news.completedAt === null ?',
    replacement: '{news.completedAt === null || news.commits.length === 0 ?',
    noticedBy: [
      isNow(
        'project',
        'summary',
        'without alarms, the summary shows the time of the sync; for a default branch without commits it says so',
      ),
    ],
    formerly: was('summary', 'a project without commits says so after a sync, and offers no other one'),
  },
  {
    fault: 'For a project that is not in the catalogue, the page does not say so.',
    file: 'src-renderer/app/routing/PlaceSlot.svelte',
    text: "return key === unlistedKey || verdict === 'denied' || verdict === 'missing';",
    replacement: "return verdict === 'denied' || verdict === 'missing';",
    noticedBy: [
      isNow('project', 'places', 'a project that is not in the catalogue is shown, and can be added and verified'),
    ],
    formerly: was('summary', 'an address names a project by its path, also one that the catalogue does not have'),
  },
  {
    fault: 'Choosing another project in the top bar opens its summary instead of the same page.',
    file: 'src-renderer/app/scope/ScopeLevel.svelte',
    text: 'pathOfPlace(next, route.segments)',
    replacement: 'pathOfPlace(next, [])',
    noticedBy: [isNow('project', 'places', 'another choice in the top bar shows the same page of the other project')],
    formerly: was(
      'summary',
      'another choice in the top bar shows the same page of another project, and then the group',
    ),
  },
  {
    fault: 'If the instance refused a list, the summary says that there are no alarms.',
    file: 'src-renderer/pages/summary/alarms.ts',
    text: "state === 'refused' || completedAt === null;",
    replacement: "state !== 'refused' && completedAt === null;",
    noticedBy: [
      isNow(
        'project',
        'summary',
        'lists that were never synced or were refused are not shown as lists without alarms, and can be synced',
      ),
    ],
    formerly: was('summary', 'lists that the instance refuses are not shown as lists without alarms'),
  },
  {
    fault: 'Members that were never synced are counted as 0 members in the home of a group.',
    file: 'src-main/cache/read/places/group-places.ts',
    text: 'members: noMembers.get(scope) ??',
    replacement: "members: noMembers.get('') ??",
    noticedBy: [
      'test/core/project/group-home.test.ts › before the first sync nothing of a group is counted, and each list of its projects was never synced',
    ],
  },
  {
    fault: 'The former address of the home of a group leads nowhere.',
    file: 'src-renderer/app/place-tabs.ts',
    text: "title: tabs.home, formerly: 'summary' }",
    replacement: 'title: tabs.home }',
    noticedBy: [
      isNow(
        'project',
        'group-home',
        'alarms of everything below the group lead to their rows; the address keeps the search and what is shown',
      ),
    ],
  },
  {
    fault: 'The choice to pin everything pins only the lists.',
    file: 'src-renderer/pages/coverage/CoveragePage.svelte',
    text: 'label: pinWords.everything, depths: pinDepths }',
    replacement: "label: pinWords.everything, depths: ['facts'] }",
    noticedBy: [isNow('project', 'pins', 'everything is pinned after its estimate and the quota were shown')],
    formerly: was(
      'pins',
      'everything is made available offline by keyboard; the pin is paused, continued, and has a quota',
    ),
  },
  {
    fault: 'A text has too little contrast in the dark theme.',
    file: 'src-renderer/styles/tokens.css',
    text: '--fg-3: light-dark(#5c6474, #929aaa);',
    replacement: '--fg-3: light-dark(#5c6474, #5b6372);',
    noticedBy: [
      'test/node/contrast.test.ts › each color of a text has enough contrast on each background in both themes',
    ],
    formerly:
      'test/e2e/every-page.spec.ts › every page is reached by keyboard, online and offline, without findings of axe, and a reload returns to it',
  },
  {
    fault: 'A component uses a color that is not in the themes, and is unreadable in the dark theme.',
    file: 'src-renderer/pages/notification-settings/EventList.svelte',
    text: '</style>',
    replacement: '  dt {\n    color: #4a5160;\n  }\n</style>',
    noticedBy: ['test/node/contrast.test.ts › components use only colors of texts whose contrast is tested'],
    formerly:
      'test/e2e/every-page.spec.ts › every page is reached by keyboard, online and offline, without findings of axe, and a reload returns to it',
  },
  {
    fault: 'A regular expression for branch names is evaluated in the cache instead of on the platform.',
    file: 'src-shared/contract/branches.ts',
    text: "sides: { search: 'server', regex: 'server' },\n  where: {",
    replacement: "sides: { search: 'server' },\n  where: {\n    regex: { by: 'contains', column: 'name' },",
    noticedBy: [
      'test/core/lists/server-filters.test.ts › the platform evaluates the regular expression for names of branches, and its answer is kept',
    ],
    formerly:
      'test/e2e/project/branches.spec.ts › who may push to a protected branch is inferred from the members, a regular expression is evaluated by the instance, and both answers are kept offline',
  },
];
