import { runners as api } from '#main/api/endpoints/runners.ts';
import type { Clock } from '#main/ports.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { maxRawCharacters, type ShownJob } from '#shared/contract/runners.ts';
import { fromIso } from '#shared/time.ts';
import type { Instance } from '../instances/instance.ts';

/** Rows per page; the platform's default. */
const pageSize = 20;
const mostLetters = 200;

/** The jobs of a runner, page by page from the platform. They are not cached. */
export function runnerJobs(open: () => Instance, clock: Clock): Pick<Services<ReeveContract>['runners'], 'jobs'> {
  return {
    jobs: async ({ id, page }, signal) => {
      const input = { path: { id }, query: { page, per_page: pageSize } };
      const { rows, unreadable, hasNext, total } = await open().send.rows(api.listJobs, input, signal);
      const hasMore = hasNext ?? rows.length + unreadable > 0;
      return { rows: rows.slice(0, pageSize * 5).map(shownJob), total, hasMore, at: clock.now() };
    },
  };
}

/** The readable fields of a job. The documents do not show its fields (document 3:95), so any value is accepted. */
export function shownJob(value: unknown): ShownJob {
  const job = fieldsOf(value);
  const whole = JSON.stringify(value, null, 2);
  const webUrl = textOf(job['web_url']);
  return {
    id: wordOf(job['id']),
    status: textOf(job['status']),
    name: textOf(job['name']),
    stage: textOf(job['stage']),
    ref: textOf(job['ref']),
    project: projectOf(job['project']) ?? wordOf(job['project_id']),
    webUrl: webUrl !== null && /^https?:\/\//i.test(webUrl) ? webUrl : null,
    at: [job['finished_at'], job['started_at'], job['created_at']].map(momentOf).find((at) => at !== null) ?? null,
    raw: whole.slice(0, maxRawCharacters),
    isCut: whole.length > maxRawCharacters,
  };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return value as Record<string, unknown>;
}

function projectOf(value: unknown): string | null {
  const project = fieldsOf(value);
  const names = ['path_with_namespace', 'name_with_namespace', 'path', 'name'].map((name) => textOf(project[name]));
  return names.find((name) => name !== null) ?? wordOf(project['id']) ?? wordOf(value);
}

function wordOf(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : textOf(value);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, mostLetters) : null;
}

function momentOf(value: unknown): string | null {
  const text = textOf(value);
  return text !== null && fromIso(text) !== null ? text : null;
}
