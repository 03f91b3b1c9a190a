import { createCore } from '#main/core/create-core.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import { days, hours, minutes, seconds, toIso } from '#shared/time.ts';
import { fakePorts } from '../../helpers/fake-ports.ts';
import { simulatedTime } from '../../helpers/simulated-time.ts';
import { openWindow, type ReeveClient } from '../../helpers/window.ts';
import { createPlatform, type Platform } from '../../platform/platform.ts';
import { createRandom, type Random } from '../../platform/random.ts';
import { administration } from './administration.ts';
import { listsThen, type ListAt, type Row } from './lists-then.ts';

interface Order {
  folder: string;
  seed: number;
  days: number;
  questions: number;
  users: number;
}
export interface MonthReport {
  syncs: number;
  events: number;
  /** Questions with at least one expected row. */
  answered: number;
  wrong: string[];
}

const startMs = Date.parse('2026-10-20T06:00:00Z');
const everyMs = hours(6);

/**
 * A month of administration that is synced every 6 hours, with days offline, a revoked token and a weaker one. Then random
 * questions, each a list with a filter at a moment, are compared with what the platform replied at the last completed
 * sync before that moment.
 */
export async function askAboutMonth({ folder, seed, days: length, questions, users }: Order): Promise<MonthReport> {
  const platform = await createPlatform({ users, seed, atMs: startMs, limits: false });
  const clock = simulatedTime((now) => platform.clock.set(now), startMs);
  const core = await createCore({ ...fakePorts(folder), clock }, { isAutomatic: false });
  const { client } = openWindow(core);
  const random = createRandom(seed, 'month');
  const passDuring = async <T>(call: Promise<T>): Promise<T> => {
    let isOver = false;
    const ended = call.finally(() => (isOver = true));
    ended.catch(() => undefined);
    while (!isOver) await clock.advance(seconds(1));
    return ended;
  };
  try {
    await passDuring(
      client.profiles.add({ name: 'Month', colour: 'iris', url: platform.url, token: platform.tokens.admin }),
    );
    const lists = listsOf(platform);
    const then = listsThen(platform);
    const played = administration(platform, seed, [startMs + hours(1), startMs + days(length)]);
    const report: MonthReport = { syncs: 0, events: 0, answered: 0, wrong: [] };
    const quiet: { from: number; until: number }[] = [];
    const round = { count: Math.floor(days(length) / everyMs), token: platform.tokens.admin };
    for (let at = 0; at < round.count; at += 1) {
      const share = at / round.count;
      report.events += played.play(platform, clock.now());
      await changeToken(share);
      // Some days without a network
      if (share < 0.4 || share > 0.47) {
        for (const list of lists) {
          const isSynced = await synced(client, list);
          if (!isSynced) continue;
          report.syncs += 1;
          await then.note(list, round.token, clock.now());
        }
      }
      const from = clock.now() + minutes(1);
      await clock.advance(startMs + (at + 1) * everyMs - clock.now());
      quiet.push({ from, until: clock.now() });
    }
    for (let asked = 0; asked < questions; asked += 1) {
      const { from, until } = random.pick(quiet);
      const moment = random.integer(from, until - 1);
      const question = random.pick(questionsAbout(random.pick(lists), random));
      const rows = then.at(question.collection, question.scope, moment);
      const wrong = await answer(openWindow(core, undefined, undefined, () => moment).client, question, rows);
      if (rows !== null && rows.size > 0) report.answered += 1;
      if (wrong !== null) report.wrong.push(`${describe(question)} as of ${toIso(moment)}: ${wrong}`);
    }
    return report;

    async function changeToken(share: number): Promise<void> {
      const admin = platform.world.tokens.byValue(platform.tokens.admin);
      if (admin !== undefined) admin.revoked = share > 0.6 && share < 0.64;
      const token = share > 0.75 && share < 0.8 ? platform.tokens.auditor : platform.tokens.admin;
      if (token === round.token) return;
      round.token = token;
      const [profile] = (await client.profiles.list()).profiles;
      if (profile !== undefined) await passDuring(client.profiles.edit({ ...profile, token }));
    }
    async function synced(window: ReeveClient, { collection, scope }: ListAt): Promise<boolean> {
      const { id } = await passDuring(window.jobs.sync({ collection: collection as 'users', scope }));
      for (;;) {
        const job = (await window.jobs.list()).jobs.find((one) => one.id === id);
        if (job === undefined || job.state === 'done') return true;
        if (job.state === 'needs-person') {
          await passDuring(window.jobs.confirmNotReturned({ id }));
        } else if (!['queued', 'running'].includes(job.state)) {
          await window.jobs.cancel({ id }).catch(() => undefined);
          return false;
        }
        await clock.advance(seconds(1));
      }
    }
  } finally {
    await core.close();
    clock.end();
    await platform.close();
  }
}

/** The lists that are synced: of the instance, of the groups, and of all projects. */
function listsOf({ world }: Platform): ListAt[] {
  const at = (collection: CollectionName, scope: string, path: string): ListAt => ({ collection, scope, path });
  return [
    at('users', '', '/users'),
    at('runners', '', '/runners/all'),
    ...world.groups
      .all()
      .flatMap(({ id, parent_id }) =>
        parent_id === null
          ? [
              at('pushRules', `group:${id}`, `/groups/${id}/push_rule`),
              at('serviceAccounts', `group:${id}`, `/groups/${id}/service_accounts`),
            ]
          : [],
      ),
    ...world.projects
      .all()
      .flatMap(({ id }) => [
        at('members', `project:${id}`, `/projects/${id}/members/all`),
        at('webhooks', `project:${id}`, `/projects/${id}/hooks`),
        at('jobTokenScope', `project:${id}`, `/projects/${id}/job_token_scope`),
        at('jobTokenProjects', `project:${id}`, `/projects/${id}/job_token_scope/allowlist`),
      ]),
  ];
}

interface Question extends ListAt {
  query: { filter?: Record<string, unknown>; search?: string };
  /** Whether a row of the platform belongs to the answer. */
  test: (row: Row) => boolean;
  /** Recorded fields that are compared. */
  fields: readonly string[];
}

function questionsAbout(list: ListAt, random: Random): Question[] {
  const make = (query: Question['query'], test: Question['test'], fields: readonly string[]): Question => ({
    ...list,
    query,
    test,
    fields,
  });
  const all = () => true;
  switch (list.collection) {
    case 'users': {
      const fields = ['username', 'name', 'state', 'email', 'is_admin', 'two_factor_enabled', 'external'];
      const word = random.pick(['joiner', 'renamed', 'acme', 'a']);
      const isFound = (row: Row): boolean =>
        ['name', 'username', 'email', 'public_email', 'commit_email', 'unconfirmed_email', 'note'].some((name) =>
          JSON.stringify(row[name] ?? '')
            .toLowerCase()
            .includes(word),
        );
      return [
        make({}, all, fields),
        make({ filter: { admins: true } }, ({ is_admin }) => is_admin === true, fields),
        make({ filter: { auditors: true } }, ({ is_auditor }) => is_auditor === true, fields),
        make({ filter: { two_factor: 'disabled' } }, ({ two_factor_enabled }) => two_factor_enabled === false, fields),
        make({ filter: { external: true } }, ({ external }) => external === true, fields),
        make({ filter: { blocked: true } }, ({ state }) => state === 'blocked', fields),
        make({ search: word }, isFound, fields),
      ];
    }
    case 'members': {
      const fields = ['username', 'access_level', 'expires_at'];
      const level = random.pick([10, 30, 40, 50]);
      return [
        make({}, all, fields),
        make({ filter: { access_level_min: level } }, ({ access_level }) => Number(access_level) >= level, fields),
        make({ filter: { access_level: level } }, ({ access_level }) => access_level === level, fields),
      ];
    }
    case 'runners':
      return [
        make({}, all, ['description', 'paused', 'runner_type']),
        make({ filter: { paused: true } }, ({ paused }) => paused === true, ['description']),
      ];
    case 'pushRules':
      return [make({}, all, ['commit_message_regex', 'prevent_secrets'])];
    case 'webhooks':
      return [make({}, all, ['name', 'url', 'enable_ssl_verification'])];
    case 'jobTokenScope':
      return [make({}, all, ['inbound_enabled'])];
    case 'jobTokenProjects':
      return [make({}, all, ['path_with_namespace'])];
    default:
      return [make({}, all, ['name', 'username'])];
  }
}

/** What differs from the expected rows; null: nothing. */
async function answer(
  client: ReeveClient,
  question: Question,
  rows: ReadonlyMap<number | string, Row> | null,
): Promise<string | null> {
  const { collection, scope, query, test, fields } = question;
  const expected = [...(rows ?? [])].filter(([, row]) => test(row));
  const found = new Map<number | string, Row>();
  if (collection === 'pushRules') {
    const { rule } = await client.pushRules.get({ scope });
    if (rule !== null) found.set(0, rule);
  }
  for (let from = 0; collection !== 'pushRules'; from += 200) {
    const window = await client[collection as 'users'].list({
      query: { scope, ...query },
      slice: { from, count: 200 },
    });
    for (const { row } of window.rows)
      found.set(collection === 'users' || 'username' in row || 'id' in row ? ((row as Row)['id'] as number) : 0, row);
    if (from + 200 >= window.total) break;
  }
  const single = ['jobTokenScope', 'pushRules'].includes(collection);
  const shown = single ? new Map([...found.values()].map((row) => [0, row] as const)) : found;
  const missing = expected.filter(([id]) => !shown.has(id)).map(([id]) => id);
  const ids = new Set(expected.map(([id]) => id));
  const extra = [...shown.keys()].filter((id) => !ids.has(id));
  if (missing.length + extra.length > 0) return `without ${missing.join()}, with ${extra.join()}`;
  for (const [id, row] of expected) {
    for (const field of fields) {
      const [is, was] = [shown.get(id)?.[field], row[field]].map((value) => JSON.stringify(value));
      if (was !== undefined && is !== was) return `${field} of ${id} is ${is}, was ${was}`;
    }
  }
  return null;
}

const describe = ({ collection, scope, query }: Question): string =>
  `${collection} of ${scope || 'the instance'} ${JSON.stringify(query)}`;
