import type { Mutant } from '../mutant.ts';

const file = 'test/core/setup.test.ts';
const ofOwner = `${file} › after the connection of an Owner, every list has rows, and the checklist counts rows, requests and places and names what the token cannot see`;
const ofForeign = `${file} › with 300 public projects of other people, a search of an Owner tries at most 50 groups and finds the projects of the Owner`;
const paused = `${file} › a paused setup sends no requests, also after a restart; a resumed one continues where it stopped, also after a restart`;
const large = `${file} › the setup of a large instance asks before it starts, with three choices, and never requests what is switched off`;
const demo =
  'test/core/demo.test.ts › the demo is set up with fewer than 400 requests, without a window and without a question, also if that takes more than five minutes';
const run = 'src-main/services/setup/run-setup.ts';
const setup = 'src-main/services/setup/setup.ts';

export const mutants: readonly Mutant[] = [
  {
    fault: 'The search for places does not read issues and merge requests.',
    file: 'src-main/services/catalogue/place-search.ts',
    text: 'const mostStalePages = 5;',
    replacement: 'const mostStalePages = 0;',
    noticedBy: [
      'test/services/place-search.test.ts › an administrator finds every active project and its groups, with seed 1',
    ],
    formerly: `${file} › after a connection, every list has rows without any command, as admin with seed 77`,
  },
  {
    fault: 'Figures count all rows of their lists.',
    file: 'src-main/services/overview/row-counter.ts',
    text: 'wholeList(scope, { filter: asked, notReturned })',
    replacement: 'wholeList(scope, { filter: {}, notReturned })',
    noticedBy: [
      'test/core/figures.test.ts › each figure with a name is the same number in the world and in all places of the window that show it',
    ],
    formerly: `${file} › figures count the rows of the list that they name`,
  },
  {
    fault: 'A further search adds places again that a person removed.',
    file: 'src-main/state/catalogue.ts',
    text: 'removedAt: revives ? null : merged.removedAt };',
    replacement: 'removedAt: null };',
    noticedBy: [
      'test/services/place-search.test.ts › a group or project that a person removed stays removed, and is not requested',
    ],
  },
  {
    fault: 'Members in places below the found groups are not counted.',
    file: run,
    text: "if (id === 'members') await countMembers(own);",
    replacement: 'if (own.length < 0) await countMembers(own);',
    noticedBy: [ofOwner],
    formerly: `${file} › the checklist counts rows, figures, requests and places, and names what the token cannot see`,
  },
  {
    fault: 'Without administrator rights, a search requests up to 500 paths as groups instead of 50.',
    file: 'src-main/services/catalogue/place-search.ts',
    text: 'const mostCandidates = { administrator: 500, other: 50 };',
    replacement: 'const mostCandidates = { administrator: 500, other: 500 };',
    noticedBy: [ofForeign],
  },
  {
    fault: 'A further search syncs all places that it found, without a question.',
    file: setup,
    text: "progress.setup.choice === 'everything' ? null : progress.setup.choice",
    replacement: 'progress.setup.choice',
    noticedBy: [ofForeign],
    formerly: `${file} › with 700 public projects of other people, the setup of an Owner sends at most 50 requests for groups and finds the projects of the Owner`,
  },
  {
    fault: 'A paused setup continues by itself after a restart.',
    file: setup,
    text: "progress === null || progress.setup.state === 'running' ||",
    replacement: "progress === null || ['running', 'paused'].includes(progress.setup.state) ||",
    noticedBy: [paused],
    formerly: `${file} › a paused setup sends no requests, and continues after a restart where it was`,
  },
  {
    fault: 'After a restart, the setup forgets which of its steps are done.',
    file: 'src-main/services/setup/setup-progress.ts',
    text: 'return stored === null ? null : add(profileId, stored);',
    replacement:
      'return stored === null ? null : add(profileId, { ...stored, doc: { ...stored.doc, steps: {}, freshSince: clock.now() } });',
    noticedBy: [paused],
    formerly: `${file} › a setup that Reeve’s end interrupted continues by itself`,
  },
  {
    fault: 'A setup that is resumed starts again from the beginning.',
    file: run,
    text: 'if (syncedAt !== null && syncedAt >= progress.setup.doc.freshSince) {',
    replacement: 'if (syncedAt !== null && syncedAt < 0) {',
    noticedBy: [`${file} › lists that were synced recently are not synced again`],
    formerly: `${file} › lists that were synced recently are not synced again`,
  },
  {
    fault: 'The setup of a large instance starts without a question.',
    file: 'src-main/services/setup/setup-costs.ts',
    text: 'return requests > mostRequests || (ms ?? 0) > mostMs;',
    replacement: 'return (ms ?? 0) > mostMs;',
    noticedBy: [large],
    formerly: `${file} › the setup of a large instance asks before it starts, with three choices`,
  },
  {
    fault: 'The setup syncs collections that are switched off.',
    file: run,
    text: "return !isInChoice(id, progress.setup.choice) || tables.setups.off(profileId, 'collection').includes(id);",
    replacement: 'return !isInChoice(id, progress.setup.choice);',
    noticedBy: [large],
    formerly: `${file} › collections and places that are switched off are never requested`,
  },
  {
    fault: 'The search for places sends requests about places that are switched off.',
    file: run,
    text: 'isLeftOut: (place) => isOffIn(off, place),',
    replacement: 'isLeftOut: () => off.size < 0,',
    noticedBy: [large],
    formerly: `${file} › collections and places that are switched off are never requested`,
  },
  {
    fault: 'Each event of a setup contains all steps.',
    file: 'src-main/services/setup/setup-progress.ts',
    text: 'const steps = [...changed].filter((id) => id !== null).map((id) => progress.step(id));',
    replacement: 'const steps = [...stepIds].map((id) => progress.step(id));',
    noticedBy: [large],
    formerly: `${file} › events carry only the steps that have changed`,
  },
  {
    fault: 'The setup of the demo asks how much to sync.',
    file: setup,
    text: "const choice = asks ? null : ('everything' as const);",
    replacement: "const choice = asks ? null : (null as 'everything' | null);",
    noticedBy: [demo],
    formerly: `${file} › the demo is set up at once, without a window and without a question`,
  },
];
