import type { Mutant } from '../mutant.ts';

const edit = 'test/component/runners/edit-runners.test.ts';
const views = 'test/component/runners/fleet-views.test.ts';
const ofRunners = 'test/e2e/pages/runners.spec.ts';
const keyboardOnly = `${ofRunners} › one runner is paused, resumed by undo, and edited, and several are edited by one plan, by keyboard alone`;
const details = `${ofRunners} › coverage, versions and stale runners are shown when details are synced; offline, they and the jobs of a runner stay`;
const created = `${ofRunners} › a runner is created by a plan in a group, and its token is revealed once; the runners of a project can’t be counted on the instance`;
const places = 'test/component/catalogue/add-and-import.test.ts';
const ofCatalogue = 'test/e2e/pages/catalogue.spec.ts';
const imported = `${ofCatalogue} › a file is imported with errors reported by line, missing endpoints are shown as not available, and the palette finds groups and users`;
const explorer = 'test/component/explorer/explorer-page.test.ts';
const overview =
  'test/e2e/pages/overview.spec.ts › before the first sync, each chart says so and offers to sync; after it, figures link to what they count, and changes can be undone';
const shown = 'test/component/overview/shown-list.test.ts';

/** Runners, groups and projects, the API explorer, the Overview, push rules, users, addresses and second windows. */
export const mutants: readonly Mutant[] = [
  {
    fault: 'A note of a runner that is too long is accepted.',
    file: 'src-shared/contract/runners.ts',
    text: 'textUpTo(maxMaintenanceNote)',
    replacement: 'textUpTo(10 * maxMaintenanceNote)',
    noticedBy: [
      `${edit} › a note that is too long and a broken timeout are explained at their fields, and nothing is sent`,
    ],
    formerly: keyboardOnly,
  },
  {
    fault: 'A cleanup rule with an invalid number of days can be applied.',
    file: 'src-renderer/pages/runners/cleanup/CleanupRuleForm.svelte',
    text: '$derived(isDays(daysTyped) ? null : words.daysWrong)',
    replacement: "$derived(daysTyped === 'x' ? words.daysWrong : null)",
    noticedBy: [`${views} › a cleanup rule with an invalid number of days or ID is explained, and can’t be applied`],
    formerly: details,
  },
  {
    fault: 'The what-if view does not use the selected runners.',
    file: 'src-renderer/pages/runners/FleetList.svelte',
    text: 'fleetOf(stores, listState).assumedPaused = { selection, count };',
    replacement: 'fleetOf(stores, listState).assumedPaused = count < 0 ? { selection, count } : null;',
    noticedBy: [
      `${views} › what-if shows the tags that no runner would serve without the selected ones, and sends no request`,
    ],
    formerly: details,
  },
  {
    fault: 'The link of the number of available runners of a tag lists all runners with this tag.',
    file: 'src-renderer/pages/runners/CoverageView.svelte',
    text: "{ ...tags, status: 'online', paused: false }",
    replacement: '{ ...tags }',
    noticedBy: [
      `${views} › coverage shows which tags one runner serves, and its links list exactly the counted runners`,
    ],
    formerly: details,
  },
  {
    fault: 'The link for versions with the same beginning lists only the runners with exactly this version.',
    file: 'src-renderer/pages/runners/VersionsView.svelte',
    text: 'cached === null ? { version_prefix: version } : { version }',
    replacement: '{ version }',
    noticedBy: [`${views} › versions are counted in the cache, and on the instance on request`],
  },
  {
    fault: 'A cleanup pauses excluded runners too.',
    file: 'src-renderer/stores/runners/runner-fleet.svelte.ts',
    text: "const query: CleanupQuery = { ...this.cleanupQuery, verdict: 'pause' };",
    replacement:
      "const query: CleanupQuery = { ...this.cleanupQuery, verdict: 'pause', rule: { ...this.rule, excludeIds: [] } };",
    noticedBy: [`${views} › one plan pauses the stale runners with a note, except those that were excluded`],
    formerly: details,
  },
  {
    fault:
      'The button that counts the versions of a project on the instance is enabled, although the API has no filter for it.',
    file: 'src-renderer/pages/runners/VersionsView.svelte',
    text: "$derived(listState.scope === '' ? remoteReason(stores) : words.noFilter)",
    replacement: '$derived(remoteReason(stores))',
    noticedBy: [`${views} › the versions of a project can’t be counted on the instance, and the button says why`],
    formerly: created,
  },
  {
    fault: 'Other fields of a new runner that are not pairs are left out, and no error is shown.',
    file: 'src-renderer/pages/runners/edit/register-runner.ts',
    text: 'linesOf(text).every((line) => linePattern.test(line))',
    replacement: "linesOf(text).every((line) => line !== '')",
    noticedBy: [`${edit} › a new runner of a group begins with its type and group, and other fields must be pairs`],
    formerly: created,
  },
  {
    fault: 'In the result of pasted lines, invalid lines are shown last instead of first.',
    file: 'src-renderer/pages/catalogue/LineResults.svelte',
    text: "Number(b.outcome === 'unread') - Number(a.outcome === 'unread')",
    replacement: 'a.line - b.line',
    noticedBy: [
      `${places} › each pasted line has its outcome, invalid lines come first and can be corrected`,
      `${places} › an imported file shows its lines with errors first, and a file without columns is explained`,
    ],
    formerly: imported,
  },
  {
    fault: 'Endpoints that the instance does not offer are shown as unknown.',
    file: 'src-renderer/pages/catalogue/ProbesDialog.svelte',
    text: '{words.outcomes[outcome]}',
    replacement: "{words.outcomes[outcome === 'not-offered' ? 'unknown' : outcome]}",
    noticedBy: [`${places} › endpoints that the instance lacks are shown as not offered`],
    formerly: imported,
  },
  {
    fault: 'The link of an entry of the catalogue leads to the catalogue, not to its overview.',
    file: 'src-renderer/pages/catalogue/CatalogueBody.svelte',
    text: "stores.route.linkTo('/overview', scope)",
    replacement: "stores.route.linkTo('/catalogue', scope)",
    noticedBy: [
      `${places} › the name of an entry is a link to its overview, so that it can be opened in a second window`,
    ],
    formerly:
      'test/e2e/pages/beside.spec.ts › a hit of the palette and an entry of the catalogue open in another window with Ctrl or Cmd',
  },
  {
    fault: 'The link of an entry of the journal leads to the journal, not to the entry.',
    file: 'src-renderer/pages/activity/JournalTab.svelte',
    text: 'route.linkTo(`/activity/journal/${id}`, null)',
    replacement: "route.linkTo(id < 0 ? '' : '/activity/journal', null)",
    noticedBy: [
      'test/e2e/pages/plan.spec.ts › a plan is reviewed, applied, continued and undone by keyboard alone and has a journal, and a new token is revealed once',
    ],
    formerly: 'test/e2e/pages/beside.spec.ts › an entry of the journal opens in another window with Ctrl or Cmd',
  },
  {
    fault: 'In the catalogue, an active filter is not shown as a chip.',
    file: 'src-renderer/pages/catalogue/CatalogueToolbar.svelte',
    text: 'query.source !== undefined && { label: words.sources[query.source]',
    replacement: "query.source === 'pinned' && { label: words.sources[query.source]",
    noticedBy: [`${places} › a filter of the menu is shown as a chip, and removed with it`],
    formerly: `${ofCatalogue} › entries are pasted, verified, pinned, removed and restored by keyboard, and none is lost`,
  },
  {
    fault: 'A chosen scope is not saved.',
    file: 'src-renderer/stores/instance/scope.svelte.ts',
    text: 'await this.#preferences.set({ scopes: { ...scopes, [this.#profileId]: this.#kept } });',
    replacement: 'await this.#preferences.set({ scopes });',
    noticedBy: [
      'test/component/shell/frame.test.ts › a group chosen by path and by ID is listed once, and saved by its ID',
    ],
    formerly: `${ofCatalogue} › a group and its project are chosen by keyboard alone, and are still chosen after a restart`,
  },
  {
    fault: 'A missing value of a request is not explained.',
    file: 'src-renderer/pages/explorer/form.ts',
    text: "if (entry.trim() === '') return isRequired ? words.missing : null;",
    replacement: "if (entry.trim() === '') return isRequired && kind === 'file' ? words.missing : null;",
    noticedBy: [`${explorer} › a missing and an invalid value are explained below their field, and nothing is sent`],
    formerly:
      'test/e2e/pages/explorer.spec.ts › every endpoint is listed, found and tried, and a write is sent from a plan, without an axe finding',
  },
  {
    fault: 'A figure links to all rows instead of those that it counts.',
    file: 'src-renderer/stores/window/address.ts',
    text: 'return viewPath(`/${segmentOf(collection)}`, { filter, notReturned });',
    replacement:
      'return viewPath(`/${segmentOf(collection)}`, { filter: filter === null ? filter : {}, notReturned });',
    noticedBy: [
      'test/component/overview/overview-page.test.ts › figures, legends and problems link to exactly the rows that they count',
    ],
    formerly: overview,
  },
  {
    fault: 'The sync button of the frame does not name the push rule.',
    file: 'src-renderer/pages/push-rules/GroupRule.svelte',
    text: 'label: words.readRuleAgain(pageState.name),',
    replacement: 'label: words.ruleOf(pageState.name),',
    noticedBy: [`${shown} › the frame shows the age of a push rule, and refreshes it`],
    formerly: overview,
  },
  {
    fault: 'The button that looks up all known keys again is enabled although no key is known.',
    file: 'src-renderer/pages/keys/shown-keys.ts',
    text: 'if (live === 0) return words.unlisted;',
    replacement: 'if (live < 0) return words.unlisted;',
    noticedBy: [
      `${shown} › keys have no list to sync, so the frame looks up all known keys again; if none is known, it says so`,
    ],
    formerly: overview,
  },
  {
    fault: 'A window is reloaded without a question while it has input.',
    file: 'src-renderer/stores/window/unsaved-input.ts',
    text: 'checks.add(isUnsaved);',
    replacement: 'void isUnsaved;',
    noticedBy: [
      'test/component/console/unsaved-input.test.ts › the window asks before a reload while there is unsaved input',
    ],
    formerly:
      'test/e2e/pages/unsaved-input.spec.ts › the window asks before a reload that would lose input, and keeps it',
  },
  {
    fault: 'The address of a removed instance opens the page in another instance.',
    file: 'src-renderer/stores/instance/profiles.svelte.ts',
    text: "this.#route.navigate('/open', { replace: true, profile: openId, scope: null });",
    replacement: 'void openId;',
    noticedBy: [
      'test/component/shell/window-address.test.ts › the address of a removed instance leads to an explanation, whichever request for the instances is answered first',
    ],
    formerly:
      'test/e2e/pages/addresses.spec.ts › reload, Back, Forward, a bookmark and a copied link return to the same list, search and row, and an address of a removed instance says so',
  },
  {
    fault: 'The key x opens a row instead of selecting it.',
    file: 'src-renderer/components/grid/keyboard.ts',
    text: "x: { kind: 'toggle' },",
    replacement: "x: { kind: 'open' },",
    noticedBy: [
      'src-renderer/components/grid/keyboard.test.ts › x and Space select, Enter opens, Esc closes, and a slash moves to the filter',
    ],
    formerly:
      'test/e2e/pages/users-by-keyboard.spec.ts › a list page and the palette work by keyboard alone, and the shown rows are exported',
  },
  {
    fault: 'An invalid pattern of a push rule is not explained.',
    file: 'src-renderer/stores/push-rules/push-rules.svelte.ts',
    text: '[pattern, problems[field] ?? null] as const',
    replacement: "[pattern, pattern === '' ? (problems[field] ?? null) : null] as const",
    noticedBy: [
      'test/component/push-rules/push-rules-page.test.ts › an RE2 error is never shown for another pattern, and an invalid draft is not sent',
    ],
    formerly:
      'test/e2e/pages/push-rules.spec.ts › a rule is created, changed, undone and deleted, and a draft is replayed on cached data, also when the network is cut, by keyboard alone',
  },
];
