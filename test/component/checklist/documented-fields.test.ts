import type { Component } from 'svelte';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { collectionNames, collections, type CollectionName } from '#shared/contract/collections.ts';
import { Preferences } from '#shared/contract/host.ts';
import { outlines } from '#shared/contract/window.constant.ts';
import { labelOf, type Labels } from '#shared/text/en/fields.ts';
import { jobTokenGroups, jobTokenPage, jobTokenProjects } from '#shared/text/en/job-token-scope.ts';
import { nestedFields } from '#shared/text/en/nested-fields.ts';
import { fullMoment } from '#shared/text/en/moments.ts';
import { notes } from '#shared/text/en/notes.ts';
import { remoteMirrors } from '#shared/text/en/remote-mirrors.ts';
import { uploads } from '#shared/text/en/uploads.ts';
import { userFields } from '#shared/text/en/user-fields.ts';
import { webhookEvents } from '#shared/text/en/webhook-events.ts';
import type { DetailGroup, ListSpec } from '../../../src-renderer/console/list-spec.ts';
import { detailsOf } from '../../../src-renderer/console/declared-list.ts';
import type { PlaceTabProps } from '../../../src-renderer/console/place-tab.ts';
import BranchesPage from '../../../src-renderer/pages/branches/BranchesPage.svelte';
import { branchesList } from '../../../src-renderer/pages/branches/branches-list.ts';
import CommitValue from '../../../src-renderer/pages/commits/CommitValue.svelte';
import { commitsList } from '../../../src-renderer/pages/commits/commits-list.ts';
import ArtifactTree from '../../../src-renderer/pages/deployments/artifacts/ArtifactTree.svelte';
import DeploymentsPage from '../../../src-renderer/pages/deployments/DeploymentsPage.svelte';
import { deploymentsList } from '../../../src-renderer/pages/deployments/deployments-list.ts';
import { enterpriseList } from '../../../src-renderer/pages/enterprise-users/enterprise-list.ts';
import ReleasesPage from '../../../src-renderer/pages/group-releases/ReleasesPage.svelte';
import IssuesPage from '../../../src-renderer/pages/issues/IssuesPage.svelte';
import { issuesList } from '../../../src-renderer/pages/issues/issues-list.ts';
import JobTokenScope from '../../../src-renderer/pages/job-token-scope/JobTokenScope.svelte';
import ContextCommits from '../../../src-renderer/pages/merge-requests/ContextCommits.svelte';
import MergeRequestsPage from '../../../src-renderer/pages/merge-requests/MergeRequestsPage.svelte';
import { mergeRequestsList } from '../../../src-renderer/pages/merge-requests/merge-requests-list.ts';
import SettingsOfScope from '../../../src-renderer/pages/notification-settings/SettingsOfScope.svelte';
import PushRulesPage from '../../../src-renderer/pages/push-rules/PushRulesPage.svelte';
import SnippetsPage from '../../../src-renderer/pages/snippets/SnippetsPage.svelte';
import { userDetails } from '../../../src-renderer/pages/users/details.ts';
import { segmentOf } from '../../../src-renderer/stores/window/address.ts';
import { click } from '../click.ts';
import { loadPage, renderPage } from '../console/render-page.ts';
import { eventually } from '../eventually.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import type { FakeAnswers } from '../fake-core.ts';
import { sampleEntry } from '../samples.ts';
import FieldsHost from './FieldsHost.svelte';
import { ownFields } from '../../architecture/own-fields.ts';
import { sampleOf, type Leaf } from './sample.ts';

type Row = Record<string, unknown>;
/** How the page of a collection is shown with an open row, and the labels of its fields. */
interface Shown {
  show: (row: Row) => Promise<unknown>;
  labels?: Labels | undefined;
  /** Values that are shown as something else. */
  asText?: Readonly<Record<string, (value: Leaf['value']) => string>>;
  /** Documented fields that the page does not show, with the reason. */
  notShown?: Readonly<Record<string, string>>;
}

const group = sampleEntry({ key: 1, kind: 'group', ref: 5, id: 5, scope: 'group:5', path: 'platform' });
const project = sampleEntry({ key: 2, kind: 'project', ref: 7, id: 7, scope: 'project:7', path: 'platform/web' });
const scopes = { p1: { group: group.scope, project: project.scope, recent: [] } };
const world = { catalogue: [group, project], preferences: Preferences.parse({ scopes }) };
const placeAnswers: FakeAnswers = {
  catalogue: { get: ({ scope }) => [group, project].find((one) => one.scope === scope) ?? null },
};
const ages = { listFetchedAt: 1, detailFetchedAt: 1, notReturnedSince: null };
const localTime = { local_time: 'A cached time of day is wrong a minute later.' };

/** The answers of a list that contains one row. */
function answersOf(name: CollectionName, row: Row, scope: string): FakeAnswers {
  const list = listAnswers<'issues'>(fakeList([row], { scope }));
  const found = { ...list, get: () => ({ row, ...ages, key: 1 }), refresh: () => ({ fetchedAt: 1 }) };
  return { ...placeAnswers, [name]: found };
}

/** The page of a collection with its open side panel. */
function paged(name: CollectionName, scope: string, more: FakeAnswers = {}): Shown['show'] {
  return async (row) => {
    const { default: Page } = await loadPage(name);
    const key = encodeURIComponent(String(row[collections[name].key]));
    const path = `/${segmentOf(name)}/${key}${scope === '' ? '' : `?at=${encodeURIComponent(scope)}`}`;
    return renderPage(Page, { path, world, answers: { ...answersOf(name, row, scope), ...more } });
  };
}

/** The tab of a project or group with an open row. */
function tabbed(name: CollectionName, Tab: Component<PlaceTabProps>, base: string, scope: string): Shown['show'] {
  return (row) => {
    const place = collections[name].place?.id ?? collections[name].key;
    const Page: Component = (anchor) => Tab(anchor, { base });
    const path = `${base}/${encodeURIComponent(String(row[place]))}`;
    return renderPage(Page, { path, world, answers: answersOf(name, { ...row, iids: [row['iid']] }, scope) });
  };
}

/** The fields of the side panel, for a page that shows no others. */
function fields(details: readonly DetailGroup[], value?: Component<{ value: unknown; name: string; path: string }>) {
  return (row: Row) => {
    const props = { row, details, ...(value !== undefined && { value }) };
    return renderPage(component(FieldsHost, props), { world });
  };
}

function component<P extends Record<string, unknown>>(Own: Component<P>, props: P): Component {
  return (anchor) => Own(anchor, props);
}

function labelsOf({ details }: Pick<ListSpec, 'details'>): Readonly<Record<string, string>> {
  const groups = typeof details === 'function' ? userDetails : details;
  return Object.fromEntries(
    groups.flatMap(({ fields: own }) => own.map(({ name, label }) => [name, typeof label === 'string' ? label : name])),
  );
}

const first8 = (value: Leaf['value']): string => String(value).slice(0, 8);

/** Collections whose fields are not shown in the panel of their page in the navigation, and where they are shown. */
const special: Readonly<Partial<Record<CollectionName, Shown>>> = {
  artifacts: {
    show: (row) => {
      const entry = { ...row, path: 'value of path/value of name', type: 'file' };
      const props = { filter: '', stored: [], shown: null, onopen: () => undefined };
      return render(ArtifactTree, { ...props, entries: [entry] });
    },
    notShown: { type: 'Folders and files have different icons.' },
  },
  branches: {
    show: tabbed('branches', BranchesPage, '/p/7/code/branches', project.scope),
    labels: labelsOf(branchesList),
  },
  commits: {
    show: fields(commitsList.details as DetailGroup[], CommitValue),
    asText: { parent_ids: first8 },
    notShown: { title: 'The heading of the side panel.' },
  },
  contextCommits: {
    show: async (row) => {
      const scope = 'project:7/mr:3';
      const answers = answersOf('contextCommits', row, scope);
      await renderPage(component(ContextCommits, { scope }), { world, answers });
      await click(page.getByRole('button', { name: /^Show all/ }));
    },
    asText: { parent_ids: first8 },
  },
  deployments: {
    show: tabbed('deployments', DeploymentsPage, '/p/7/deployments', project.scope),
    labels: { ...labelsOf(deploymentsList) },
  },
  enterpriseUsers: {
    show: paged('enterpriseUsers', group.scope),
    labels: labelsOf(enterpriseList),
    notShown: localTime,
  },
  groupReleases: { show: tabbed('groupReleases', ReleasesPage, '/g/5/releases', group.scope) },
  issues: { show: tabbed('issues', IssuesPage, '/p/7/issues', project.scope), labels: labelsOf(issuesList) },
  jobTokenGroups: { show: fields(detailsOf('jobTokenGroups', jobTokenGroups)) },
  jobTokenProjects: { show: fields(detailsOf('jobTokenProjects', jobTokenProjects)) },
  jobTokenScope: {
    show: (row) => {
      const list = { syncedAt: 1, refusal: null };
      const counts = { into: 0, from: 0, unknownGroups: 0, broad: 0, dead: 0, projects: 0, synced: 0 };
      const flag = { inbound: row['inbound_enabled'] === true, outbound: row['outbound_enabled'] === true };
      const lists = { flag: list, projects: list, groups: list };
      const reach = { path: 'platform/web', flag, syncedAt: 1, lists, entries: [], rows: [], counts };
      const page = component(JobTokenScope, { scope: project.scope, base: '/p/7/access/job-token' });
      return renderPage(page, { world, answers: { ...placeAnswers, jobTokenReach: { get: () => reach } } });
    },
    labels: { inbound_enabled: jobTokenPage.on, outbound_enabled: jobTokenPage.outbound },
  },
  mergeRequests: {
    show: tabbed('mergeRequests', MergeRequestsPage, '/p/7/merge-requests', project.scope),
    labels: labelsOf(mergeRequestsList),
  },
  notes: { show: fields(detailsOf('notes', notes)) },
  notificationSettings: {
    show: (row) => {
      const link = { scope: '', setting: { ...row, level: 'custom' }, fetchedAt: 1 };
      const answers: FakeAnswers = {
        ...placeAnswers,
        notificationSettings: { get: () => ({ chain: [link] }), refresh: () => ({ fetchedAt: 1 }) },
      };
      return renderPage(component(SettingsOfScope, { scope: '' }), { world, answers });
    },
    asText: { level: () => 'Custom', events: () => 'Unknown events' },
  },
  pushRules: {
    show: (row) =>
      renderPage(PushRulesPage, {
        path: '/push-rules',
        world,
        answers: {
          ...placeAnswers,
          pushRules: {
            get: () => ({ state: 'configured', rule: row, fetchedAt: Date.now() }),
            refresh: () => ({ fetchedAt: Date.now() }),
            check: () => ({ problems: {} }),
          },
        },
      }),
  },
  remoteMirrors: {
    show: paged('remoteMirrors', project.scope),
    labels: {
      enabled: remoteMirrors.panel.enabled,
      only_protected_branches: remoteMirrors.panel.protectedBranches,
      keep_divergent_refs: remoteMirrors.panel.divergent,
    },
  },
  snippets: {
    show: tabbed('snippets', SnippetsPage, '/p/7/snippets', project.scope),
    labels: { imported: 'Imported' },
  },
  uploads: { show: fields(detailsOf('uploads', uploads)) },
  users: {
    show: paged('users', ''),
    labels: { ...userFields.fields, ...labelsOf({ details: userDetails }) },
    notShown: localTime,
  },
  webhookEvents: { show: fields(detailsOf('webhookEvents', webhookEvents)) },
};

/** The texts of all lists, with the labels of their fields. An entry of `special` can have other labels. */
const words = Object.assign(
  {},
  ...Object.values(import.meta.glob(['../../../src-shared/text/en/*.ts', '!**/*.test.ts'], { eager: true })),
) as Readonly<Record<string, { fields?: Labels } | undefined>>;

/** The page in the navigation. If groups or projects have the list, with a row of one of them. */
function ofNavigation(name: CollectionName): Shown {
  const { lists } = outlines[name];
  return { show: paged(name, lists.group ? group.scope : lists.project ? project.scope : '') };
}

/** Returns a function to call repeatedly: each call expands sections and returns all texts shown so far. */
function reader(): () => string {
  let text = '';
  let turn = 0;
  return () => {
    for (const details of document.querySelectorAll('details')) details.open = true;
    text += ` ${document.body.textContent}`;
    for (const one of document.querySelectorAll<HTMLElement>('[title], input, time')) {
      text += ` ${one.title} ${one instanceof HTMLInputElement ? one.value : ''}`;
    }
    const tabs = [...document.querySelectorAll<HTMLElement>('[role="tab"]')];
    // Every fourth call changes the tab, so that expanded sections are rendered first
    if (turn++ % 4 === 3) tabs[Math.floor(turn / 4) % tabs.length]?.click();
    return text;
  };
}

function missingIn(
  text: string,
  leaves: readonly Leaf[],
  { labels = {}, asText = {}, notShown = {} }: Shown,
): string[] {
  const lines = text.replaceAll(/\s+/g, ' ');
  return leaves
    .filter(({ path }) => !((path.split('.')[0] ?? '') in notShown))
    .filter(({ path, value }) => {
      const [name = '', ...inner] = path.split('.');
      const own = asText[name]?.(value);
      if (own !== undefined) return !lines.includes(own);
      if (typeof value === 'number') return !new RegExp(`(?<!\\d)${value}(?!\\d)`).test(lines);
      if (typeof value === 'boolean') {
        const label = inner.length === 0 ? labelOf(name, labels) : nestedFields.label(inner.at(-1) ?? '');
        return label === undefined || !lines.toLowerCase().includes(label.toLowerCase());
      }
      const at = /^\d{4}-\d\d-\d\dT/.test(value) ? fullMoment(Date.parse(value)) : value;
      return !lines.includes(value) && !lines.includes(at.replaceAll(/\s+/g, ' '));
    })
    .map(({ path }) => path);
}

test.each(collectionNames)('the page of %s shows every field of its schema, and those of its objects', async (name) => {
  const one = { labels: words[name]?.fields, ...(special[name] ?? ofNavigation(name)) };
  const { row, leaves } = sampleOf(collections[name].row);
  const own = ownFields[name] ?? [];
  const documented = leaves.filter(({ path }) => !own.includes(path.split('.')[0] ?? ''));
  expect(documented.length).toBeGreaterThan(0);
  await one.show(row);
  const read = reader();
  await eventually(() => expect(missingIn(read(), documented, one)).toEqual([]));
});
