import { createPlatform, type Platform } from '../platform/platform.ts';
import { GROUP_PATHS, PROJECT_PATHS } from '../platform/seed/groups.ts';
import { plainIssue } from '../platform/seed/plain-issue.ts';
import type { Samples } from './figures.ts';
import { openReeve, syncList } from './programs/open-reeve.ts';

const size = 20_000;
/** One issue of this number changes. */
const changedOneOf = 100;

/** The requests of a sync of issues after 1 % of them have changed, and the rows of issues that three lists returned. */
export async function issueSamples(folder: string): Promise<Samples> {
  const platform = await createPlatform({ users: 60 });
  const { world, requests } = platform;
  const { client, close } = await openReeve(folder, { url: platform.url, token: platform.tokens.admin });
  /** Returns the number of requests. */
  const sync = async (scope: string): Promise<number> => {
    requests.clear();
    await syncList(client, { collection: 'issues', scope });
    return requests.count();
  };
  try {
    addIssues(platform);
    const whole = await sync('');
    changeIssues(platform);
    const changed = await sync('');
    for (const path of [GROUP_PATHS.top, GROUP_PATHS.sub]) await sync(`group:${world.groups.lookup(path)?.id ?? 0}`);
    const { total } = await client.issues.list({ query: { scope: null }, slice: { from: 0, count: 1 } });
    return {
      changedIssues: { ours: changed, against: whole },
      issueRows: { ours: total, against: world.issues.size },
    };
  } finally {
    await close();
    await platform.close();
  }
}

/** Issues of a project in a subgroup, so that the lists of the instance and of both groups return them. */
function addIssues({ world, clock }: Platform): void {
  const project = world.projects.lookup(PROJECT_PATHS.sub);
  const author = world.users.byUsername('admin');
  if (project === undefined || author === undefined) throw new Error('the seed lacks a project or the administrator');
  for (let at = 1; at <= size; at += 1) {
    const fields = { iid: 10_000 + at, title: `Problem ${at}`, created_at: clock.now() - (size - at) * 1_000 };
    world.issues.add(plainIssue({ project_id: project.id, author_id: author.id, ...fields }));
  }
}

function changeIssues({ world, clock }: Platform): void {
  const chosen = world.issues.all().filter((_, at) => at % changedOneOf === 0);
  for (const [at, issue] of chosen.entries()) {
    Object.assign(issue, { title: `Changed ${issue.iid}`, updated_at: clock.now() + at * 1_000 });
  }
}
