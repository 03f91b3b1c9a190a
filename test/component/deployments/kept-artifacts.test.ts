import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { click, fill } from '../click.ts';
import type { ArtifactSource, ChosenArtifact } from '#shared/contract/artifact-files.ts';
import { Preferences } from '#shared/contract/host.ts';
import { Failure } from '#shared/errors.ts';
import DeploymentsPage from '../../../src-renderer/pages/deployments/DeploymentsPage.svelte';
import { renderPage } from '../console/render-page.ts';
import { eventually } from '../eventually.ts';
import { sampleEntry } from '../samples.ts';

const scope = 'project:7';
const base = '/p/7/deployments';
const project = sampleEntry({ key: 2, kind: 'project', ref: 7, id: 7, scope, path: 'platform/web' });
const ofRef: ArtifactSource = {
  ...{ by: 'ref', scope, ref: 'main', job: 'build', path: 'build.json', searchRecent: false },
};
const archive: ArtifactSource = { by: 'job', scope: `${scope}/job:12`, path: null };

/** The start page of artifacts. `load`: downloads a file. */
async function show(chosen: ChosenArtifact[] = [], { query = '', load = () => ({ sizeBytes: 2 }) } = {}) {
  await page.viewport(1440, 900);
  const artifacts = [...chosen];
  return renderPage(DeploymentsPage as never, {
    path: `${base}/artifacts${query}`,
    props: { base },
    world: {
      catalogue: [project],
      preferences: Preferences.parse({ scopes: { p1: { group: null, project: scope, recent: [] } } }),
    },
    answers: {
      artifactFiles: {
        load,
        knownJobs: () => ({ jobs: [] }),
        content: () => ({ content: null, sizeBytes: null }),
        chosen: () => ({ artifacts: [...artifacts] }),
        choose: ({ source, isChosen }) => {
          const at = artifacts.findIndex(({ source: other }) => other.path === source.path);
          if (isChosen) artifacts.push({ key: String(artifacts.length), source, chosenAt: 1, sizeBytes: null });
          else artifacts.splice(at, 1);
          return { isChosen };
        },
      },
      pins: {
        list: () => ({
          pins: [],
          gaps: { lists: 0, requests: 0, isGuess: false },
          quota: { usedBytes: 0, quotaBytes: 1, fileBytes: 1 },
        }),
      },
    },
  });
}
const kept = () => page.getByRole('region', { name: 'Kept offline', exact: true });
const field = (label: string) => page.getByLabelText(label, { exact: true });

test('a job ID that is no number, and a branch that the API does not support, are explained at their fields', async () => {
  const { calls } = await show();
  await fill(field('Job ID'), '1.5');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Enter a job ID, for example 4711.')).toBeVisible();
  expect(location.hash).toBe(`#${base}/artifacts`);
  await fill(field('Job ID'), '4711');
  await expect.element(page.getByText('Enter a job ID, for example 4711.')).not.toBeInTheDocument();
  await fill(field('Branch or tag'), 'HEAD');
  await expect.element(page.getByText(/^The API doesn’t support HEAD here\./)).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Keep offline', exact: true }))
    .toHaveAttribute('aria-disabled', 'true');
  expect(calls('artifactFiles.load')).toEqual([]);
});

test('a job ID opens the artifacts of the job', async () => {
  await show();
  await fill(field('Job ID'), ' 4711 ');
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(location.hash).toBe(`#${base}/jobs/4711`));
});

test('an artifact of a branch is kept with all that the fields name, and without a pin the list says that nothing stores it', async () => {
  const { calls } = await show([], { query: '?ref=main&job=build&path=build.json' });
  await expect.element(field('Branch or tag')).toHaveValue('main');
  await click(page.getByRole('button', { name: 'Keep offline', exact: true }));
  await eventually(() => expect(calls('artifactFiles.choose')).toEqual([{ source: ofRef, isChosen: true }]));
  await expect
    .element(kept().getByRole('listitem'))
    .toMatchTextContent(/build\.json\s*latest job build of main\s*not stored/);
  await expect.element(kept().getByRole('button', { name: 'Pin…', exact: true })).toBeVisible();
  const save = kept().getByRole('button', { name: 'Save build.json, latest job build of main…', exact: true });
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
});

test('an artifact that a person stops keeping leaves the list, and the others stay', async () => {
  const { calls } = await show([
    { key: 'a', source: archive, chosenAt: 1, sizeBytes: 2_048 },
    { key: 'b', source: ofRef, chosenAt: 1, sizeBytes: 12 },
  ]);
  await expect.element(kept().getByRole('listitem').first()).toMatchTextContent(/Archive\s*job 12\s*2 KB/);
  await click(kept().getByRole('button', { name: 'Stop keeping Archive, job 12' }));
  await eventually(() => expect(calls('artifactFiles.choose')).toEqual([{ source: archive, isChosen: false }]));
  await expect.element(kept().getByRole('listitem')).toMatchTextContent(/build\.json/);
  expect(kept().getByRole('listitem').elements()).toHaveLength(1);
});

test('a download that breaks says what to do, and the file stays “not stored”', async () => {
  const load = (): never => {
    throw new Failure('offline', 'reset', { reason: 'connection-lost' });
  };
  const { calls } = await show([], { query: '?ref=main&job=build&path=build.json', load });
  await click(page.getByRole('button', { name: 'Download the file' }));
  await expect.element(page.getByText(/The connection was lost\. Check the network, then retry\./)).toBeVisible();
  await expect.element(page.getByText('Not stored on this computer.')).toBeVisible();
  expect(calls('artifactFiles.load')).toHaveLength(1);
});
