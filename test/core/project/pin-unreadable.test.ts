import { expect, test } from 'vitest';
import type { CollectionName } from '#shared/contract/collections.ts';
import type { PinDepthName } from '#shared/contract/pins.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { ended, pinFilled, rig, syncList, type Rig } from '../../helpers/rig.ts';

interface Case {
  collection: CollectionName;
  depth: PinDepthName;
  /** The endpoint of the list. */
  match: string;
  scopeOf: (one: Rig, project: string) => string;
}
const cases: Case[] = [
  {
    ...{ collection: 'commits', depth: 'facts', match: 'GET /projects/:id/repository/commits' },
    scopeOf: (_, project) => `${project}/ref:HEAD`,
  },
  {
    ...{ collection: 'notes', depth: 'text', match: 'GET /projects/:id/issues/:issue_iid/notes' },
    scopeOf: ({ platform }, project) => `${project}/issue:${iidWithNotes(platform, project)}`,
  },
  {
    ...{ collection: 'artifacts', depth: 'files', match: 'GET /projects/:id/jobs/:job_id/artifacts/tree' },
    scopeOf: ({ platform }, project) => `${project}/job:${jobWithFiles(platform, project)}`,
  },
];

function iidWithNotes({ world, clock }: Rig['platform'], project: string): number {
  const found = world.issues.filter(
    ({ id, project_id: of }) => project === `project:${of}` && world.notes.on('Issue', id).length > 1,
  )[0];
  if (found === undefined) throw new Error('no issue with two notes');
  // A pin has the notes of issues that changed in the last 90 days
  found.updated_at = clock.now();
  return found.iid;
}
function jobWithFiles({ world }: Rig['platform'], project: string): number {
  const found = world.jobs.filter(
    ({ artifacts, pipeline_id: id }) =>
      (artifacts?.files.size ?? 0) > 1 && project === `project:${world.pipelines.get(id)?.project_id}`,
  )[0];
  if (found === undefined) throw new Error('no job with two files');
  return found.id;
}

test.each(cases)(
  'a pin names the list of $collection whose rows another sync could not read, until a full sync reads them',
  async ({ collection, depth, match, scopeOf }) => {
    const one = await rig();
    const { client, platform } = one;
    const project = `project:${platform.world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0}`;
    const scope = scopeOf(one, project);
    if (collection === 'notes') await syncList(client, 'issues');
    if (collection === 'artifacts')
      await client.artifactFiles.choose({ source: { by: 'job', scope, path: null }, isChosen: true });
    platform.faults.add({ kind: 'wrong-types', match, every: 2 });
    await syncList(client, collection, scope);
    platform.faults.clear();
    const named = async () => {
      const { id } = await client.pins.pin({ target: { kind: 'place', scope: project }, depths: [depth] });
      await pinFilled(client, id);
      const { rows } = await client.pins.problems({ id, slice: { from: 0, count: 50 } });
      return rows.filter(({ problem }) => problem === 'unreadable').map((row) => row.scope);
    };
    // The list is fresh, so the pin does not request it again
    expect(await named()).toEqual([scope]);
    // Other syncs of commits read only the new ones
    const { id } = await client.jobs.sync({ collection, scope, full: true });
    await ended(client, id);
    expect(await named()).toEqual([]);
  },
);
