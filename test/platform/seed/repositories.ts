import { DAY_MS } from '../clock.ts';
import type { Random } from '../random.ts';
import { LEVEL } from '../world/levels.ts';
import type { Project } from '../world/projects.ts';
import type { Planned } from '../world/git/planned-repository.ts';
import type { User } from '../world/user.ts';
import type { World } from '../world/world.ts';
import type { Cast } from './cast.ts';
import { companyHistory } from './company/history.ts';
import { companyProjects, contentOf } from './company/projects.ts';
import { PROJECT_PATHS } from './groups.ts';
import { createHistory } from './history.ts';
import type { Author, History } from './history.ts';
import { createStations, firstFiles, hugeFile, PATHS, sourceLines } from './repository-files.ts';

/** Branches that every seeded repository has. */
export const BRANCHES = {
  default: 'main',
  protected: 'stable',
  merged: 'fix-typo',
  slash: 'feature/login-form',
  dot: 'docs-v2.1',
} as const;

const FIRST_COMMIT_MS = Date.UTC(2026, 0, 12, 9);

/** Histories for three projects. The repositories of the others are empty. */
export function seedRepositories(world: World, cast: Cast): void {
  const projectOf = (path: string) => {
    const project = world.projects.lookup(path);
    if (project === undefined) throw new Error(`there is no project ${path}`);
    return project;
  };
  const images = projectOf(PROJECT_PATHS.sub);
  const website = projectOf(PROJECT_PATHS.public);
  const core = projectOf(PROJECT_PATHS.private);
  const headOf = (project: Project) => world.repositories.planned(project)?.commits.at(20)?.id ?? '';
  const outside = world.random('repositories').hex(40);
  plan(world, cast, images, 44, { url: 'https://git.example/shared.git', commit: () => outside });
  plan(world, cast, website, 46, { url: '../platform/runner-images.git', commit: () => headOf(images) });
  plan(world, cast, core, 58, { url: '../website.git', commit: () => headOf(website) });
}

/** The source of a submodule, and its commit. */
interface Submodule {
  url: string;
  commit: () => string;
}

/** A history depends only on the seed and the seeded time, so all platforms of a process share it. */
const histories = new Map<string, Planned>();

function plan(world: World, cast: Cast, project: Project, count: number, submodule: Submodule) {
  planOne(world, project, [BRANCHES.default, BRANCHES.protected], (random) =>
    historyOf(random, authorsOf(cast), project, count, submodule),
  );
}

function planOne(world: World, project: Project, protectedNames: string[], make: (random: Random) => Planned) {
  const key = `${world.settings.seed} ${world.seeded.untilMs} ${project.path}`;
  world.repositories.plan(project, () => {
    const random = world.random(`repositories ${project.path}`);
    const made = histories.get(key) ?? make(random);
    histories.set(key, made);
    return made;
  });
  const access = (level: number) => [
    { id: world.protectedBranches.nextAccessId(), access_level: level, user_id: null, group_id: null },
  ];
  for (const name of protectedNames) {
    world.protectedBranches.add({
      project_id: project.id,
      name,
      push_access_levels: access(LEVEL.maintainer),
      merge_access_levels: access(name === BRANCHES.default ? LEVEL.developer : LEVEL.maintainer),
      unprotect_access_levels: access(LEVEL.maintainer),
      allow_force_push: false,
      code_owner_approval_required: false,
    });
  }
}

/** Histories for the projects of the company that have files. */
export function seedCompanyRepositories(world: World, cast: Cast): void {
  const headOf = (path: string) => {
    const project = world.projects.lookup(path);
    return (project && world.repositories.planned(project)?.branches.get(BRANCHES.default)) ?? '';
  };
  for (const content of companyProjects) {
    const project = world.projects.lookup(content.path);
    if (project === undefined || content.files === undefined) continue;
    const names = content.branches === undefined ? [BRANCHES.default] : [BRANCHES.default, BRANCHES.protected];
    planOne(world, project, names, (random) =>
      companyHistory(random, content, contributorsOf(world, cast, project), world.seeded.untilMs, headOf),
    );
  }
}

/** The people who may write to a project of the company, its first Maintainer first. */
function contributorsOf(world: World, cast: Cast, project: Project): Author[] {
  const levelOf = ({ id }: User) => world.members.levelInProject(project, id);
  const ids = new Set(world.members.all().map(({ user_id }) => user_id));
  const people = [...ids].flatMap((id) => world.users.get(id) ?? []).filter((user) => levelOf(user) >= LEVEL.developer);
  const others = people.filter(({ id }) => id !== cast.owner.id);
  const maintainer = others.find((user) => levelOf(user) >= LEVEL.maintainer) ?? cast.owner;
  return [maintainer, ...others, ...others.slice(0, 2)].map(({ name, email }) => ({ name, email }));
}

/** Names of the branches of a project: those of the seed, or those of the company. */
export function branchesOf(world: World, project: Project): Record<'merged' | 'topic' | 'slash' | 'dot', string> {
  if (world.settings.hostile) return { ...BRANCHES, topic: 'topic/cache' };
  const work = contentOf(world.projects.fullPath(project)).branches;
  const { merged, topic, feature, docs } = work ?? {};
  return { merged: merged?.name ?? '', topic: topic?.name ?? '', slash: feature?.name ?? '', dot: docs?.name ?? '' };
}

function authorsOf(cast: Cast): [Author, ...Author[]] {
  const { name, email } = cast.maintainer;
  const others = [cast.owner, cast.developer].map((user) => ({ name: user.name, email: user.email }));
  return [
    { name, email },
    ...others,
    { name: 'Zoë Dvořák', email: 'zoe@mail.example' },
    { name: 'Юлия Шевченко', email: 'yulia@mail.example' },
    { name: '佐藤 さくら', email: 'sakura@mail.example' },
    { name: 'ليلى النجار', email: 'layla@mail.example' },
    { name: 'נועם כהן', email: 'noam@mail.example' },
    { name: 'अनिता शर्मा', email: 'anita@mail.example' },
    { name: "Mairéad O'Neill-Ó Súilleabháin", email: 'mairead+git@bücher.example' },
  ];
}

const MESSAGES = [
  'Answer faster when the cache is cold',
  'Keep the order of equal rows',
  'Größe der Seite in den Einstellungen',
  'Say what went wrong, and what to do',
  'ログの形式を変更',
  'Refuse names that differ in case only\n\nTwo of them made one file on some disks.\nNow the second one is refused.\n',
  'Count <b>all</b> rows & show "none" as a dash',
  'Drop support for the old format\n\nNobody has sent it for a year.\n',
  'Исправить порядок сортировки',
  'Retry once when the connection breaks',
];

/**
 * Commits that come along with releases, branches, deployments and jobs have no trailers: a client library of this
 * platform family cannot read the arrays of `extended_trailers`, and would lose those lists as a whole.
 */
const PLAIN_AT_LAST = 16;
/** The commit that becomes `v0.9.0`. */
const TAGGED_EARLY = 7;

/** At least `count` commits over several months, the same for the same stream. */
function historyOf(
  random: Random,
  authors: [Author, ...Author[]],
  project: Project,
  count: number,
  submodule: Submodule,
): Planned {
  const history = createHistory(BRANCHES.default);
  const stations = createStations(random);
  const [maintainer] = authors;
  // Branches and merges add about a dozen commits.
  const meanPauseS = (240 * DAY_MS) / 1000 / (count + 14);
  let atMs = FIRST_COMMIT_MS;
  const next = () => {
    atMs += Math.ceil((0.1 + random.next() * 1.8) * meanPauseS) * 1000;
    return atMs;
  };
  const by = () => ({ author: random.pick(authors), atMs: next() });
  history.commit(BRANCHES.default, {
    author: maintainer,
    atMs,
    message: 'Begin\n',
    put: {
      ...firstFiles(project.name, submodule.url),
      [PATHS.largeFile]: history.large(Buffer.from(`The whole film, not its pointer: ${random.hex(64)}\n`)),
      [PATHS.stations]: stations.next(400),
    },
    executable: [PATHS.script],
    submodules: { [PATHS.submodule]: submodule.commit() },
  });
  for (let i = 1; i < count; i += 1) {
    milestone(history, i, { by, maintainer });
    const isPlain = i === TAGGED_EARLY || i > count - PLAIN_AT_LAST;
    if (i % 3 === 1) {
      const message = `Stations, as measured in week ${i}\n${isPlain ? '' : `\n${signedOff(random, authors)}`}`;
      history.commit(BRANCHES.default, { ...by(), message, put: { [PATHS.stations]: stations.next(150) } });
    } else {
      const { message, put } = change(random, i);
      const text = isPlain || i % 10 !== 7 ? message : `${message}\nChangelog: removed\n`;
      history.commit(BRANCHES.default, { message: text, put, ...by(), ...rebased(random, maintainer, atMs) });
    }
  }
  openBranches(history, by);
  if (project.visibility === 'public') {
    history.fork('large-files', BRANCHES.default);
    history.commit('large-files', { ...by(), message: 'Add measurements', put: { [PATHS.huge]: hugeFile() } });
  }
  return history.planned();
}

/** A change of one of a few files. */
function change(random: Random, i: number) {
  const topic = ['session', 'queue', 'render', 'store'][i % 4] ?? '';
  const path = i % 5 === 0 ? `src/${topic}/deep/er/part-${i}.ts` : `src/${topic}/index.ts`;
  const lines = sourceLines(topic, random.integer(4, 30)) + sourceLines(`more${i}`, random.integer(1, 9));
  return { message: MESSAGES[i % MESSAGES.length] ?? '', put: { [path]: lines } };
}

/** Some commits have an earlier author date and another author. */
const rebased = (random: Random, committer: Author, atMs: number) =>
  random.chance(0.2) ? { committer, authoredAtMs: atMs - random.integer(1, 400) * 60_000 } : {};

function signedOff(random: Random, authors: readonly Author[]) {
  const people = Array.from({ length: random.integer(1, 3) }, () => random.pick(authors));
  const [first, ...rest] = people.map(({ name, email }) => `${name} <${email}>`);
  return [`Signed-off-by: ${first}`, ...rest.map((other) => `Co-authored-by: ${other}`)].join('\n');
}

interface Hands {
  by: () => { author: Author; atMs: number };
  maintainer: Author;
}

/** Events at certain points of the history: branches, merges, tags, a rename and a deletion. */
function milestone(history: History, i: number, { by, maintainer }: Hands) {
  const main = BRANCHES.default;
  const { merged } = BRANCHES;
  if (i === 8) history.tag('v0.9.0', main);
  if (i === 12) {
    history.fork(merged, main);
    history.commit(merged, {
      ...by(),
      message: 'Fix a typo',
      put: { 'docs/guide/getting-started.md': '# Getting started\n\n1. Clone it.\n2. Build it.\n3. Run it.\n' },
    });
  }
  if (i === 15) history.commit(main, { ...by(), message: `Merge branch '${merged}' into '${main}'`, merge: merged });
  if (i === 20) {
    history.commit(main, {
      ...by(),
      message: 'Wrap lines where words end',
      move: { [PATHS.before]: PATHS.after },
      put: { 'src/main.ts': "import { wrap } from './text/wrap.ts';\n\nprocess.stdout.write(wrap('ready', 80));\n" },
    });
  }
  if (i === 23)
    history.commit(main, { ...by(), message: 'Drop the kinds of errors', drop: ['src/api/errors/kinds.ts'] });
  if (i === 26) {
    history.fork('topic/cache', main);
    const put = { 'src/cache.ts': sourceLines('cache', 30) };
    history.commit('topic/cache', { ...by(), message: 'Cache what was read', put });
  }
  if (i === 28) {
    const message = `Merge branch 'topic/cache' into '${main}'\n\nReviewed-by: ${maintainer.name} <${maintainer.email}>\n`;
    history.commit(main, { author: maintainer, atMs: by().atMs, message, merge: 'topic/cache' });
    history.forget('topic/cache');
  }
  if (i === 30) {
    history.fork(BRANCHES.protected, main);
    history.tag('v1.0.0', main, { tagger: maintainer, atMs: by().atMs, message: 'Version 1.0.0\n\nThe first one.\n' });
  }
  if (i === 40) history.tag('v1.1.0', main, { tagger: maintainer, atMs: by().atMs, message: 'Version 1.1.0\n' });
}

function openBranches(history: History, by: Hands['by']) {
  const { slash, dot, default: main } = BRANCHES;
  history.fork(slash, main);
  history.commit(slash, {
    ...by(),
    message: 'A form to sign in',
    put: { 'src/login/form.ts': sourceLines('form', 20) },
  });
  history.commit(slash, {
    ...by(),
    message: 'Remember the name',
    put: { 'src/login/form.ts': sourceLines('form', 26) },
  });
  history.fork(dot, main);
  history.commit(dot, {
    ...by(),
    message: 'Docs: second edition',
    put: { 'docs/guide/second.md': '# Second edition\n' },
  });
}
