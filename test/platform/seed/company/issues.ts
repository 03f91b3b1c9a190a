import type { World } from '../../world/world.ts';
import type { Cast } from '../cast.ts';
import { issueRow, linkDuplicates } from '../issues.ts';
import { writersOf } from '../people.ts';
import type { IssueText } from './content.ts';
import { companyProjects } from './projects.ts';
import { recently } from './work-hours.ts';

const DAYS = 160;
const HOUR_MS = 3_600_000;
/** The age of issues of archived projects. */
const OLD_MS = 600 * 24 * HOUR_MS;

/** The issues of the projects of the company. Those of all projects alternate, and the newest are from today. */
export function seedCompanyIssues(world: World, cast: Cast): void {
  const random = world.random('issues');
  const writers = writersOf(world, cast);
  const { untilMs } = world.seeded;
  const turns = companyProjects.flatMap(({ path, issues }) =>
    issues.map((text, i) => ({ path, text, i, share: (i + 0.5) / issues.length })),
  );
  turns.sort((a, b) => a.share - b.share || (a.path < b.path ? -1 : 1));
  turns.forEach(({ path, text, i }, n) => {
    const project = world.projects.lookup(path);
    if (project === undefined) return;
    const lastMs = untilMs - (project.archived ? OLD_MS : random.integer(20, 90) * 60_000);
    const createdAt = recently((n + random.next()) / turns.length, DAYS, lastMs, untilMs);
    const row = issueRow(world, random, project, writers, { n, iid: i + 1, createdAt });
    const isClosed = text.isClosed === true;
    const closedAt = isClosed
      ? Math.min(createdAt + random.integer(20, 200) * HOUR_MS, untilMs - random.integer(20, 400) * 60_000)
      : null;
    world.issues.add({
      ...row,
      title: text.title,
      description: text.description,
      state: isClosed ? 'closed' : 'opened',
      closed_at: closedAt,
      closed_by_id: isClosed ? random.pick(writers) : null,
      updated_at: closedAt ?? createdAt,
      issue_type: text.kind === 'incident' ? 'incident' : text.kind === 'task' ? 'task' : 'issue',
      severity: text.kind === 'incident' ? 'HIGH' : 'UNKNOWN',
      label_ids: labelsOf(world, row.label_ids, text, n),
      due_date: project.archived || (row.due_date ?? 0) > untilMs + 100 * 24 * HOUR_MS ? null : row.due_date,
      confidential: text.isConfidential ?? false,
      imported: false,
      imported_from: 'none',
    });
  });
  linkDuplicates(world);
}

/** Labels of the whole company, which an issue has for a reason. */
const GENERAL = ['bug', 'feature', 'documentation', 'incident', 'priority::high', 'good first issue'];

/** The label of its kind, labels of the project, and sometimes one for its priority or size. */
function labelsOf(world: World, ids: readonly number[], { kind }: IssueText, n: number): number[] {
  const idOf = (wanted: string) => world.labels.find(({ name }) => name === wanted)?.id ?? [];
  const ofProject = ids.filter((id) => !GENERAL.includes(world.labels.get(id)?.name ?? ''));
  const isUrgent = kind === 'incident' || (kind === 'bug' && n % 5 === 0);
  const isSmall = kind === 'documentation' && n % 2 === 0;
  return [
    idOf(kind),
    isUrgent ? idOf('priority::high') : [],
    isSmall ? idOf('good first issue') : [],
    ofProject,
  ].flat();
}
