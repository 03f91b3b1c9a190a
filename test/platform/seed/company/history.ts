import type { Random } from '../../random.ts';
import type { Planned } from '../../world/git/planned-repository.ts';
import { createHistory } from '../history.ts';
import type { Author, History } from '../history.ts';
import { PIXEL_PNG } from '../repository-files.ts';
import type { Change, ProjectContent } from './content.ts';
import { changedText } from './sources.ts';
import { recently } from './work-hours.ts';

const MAIN = 'main';
const STABLE = 'stable';

/** Files of the first commit of every repository. */
const commonFiles = ({ name, path, description }: ProjectContent): Record<string, string | Buffer> => ({
  'README.md': `# ${name}\n\n${description}.\n\nQuestions? Open an issue, or ask in the channel of the team.\n\n- [Contributing](CONTRIBUTING.md)\n- Clone it: \`git clone ${path}.git\`\n`,
  'CONTRIBUTING.md':
    '# Contributing\n\n1. Open an issue first.\n2. Create a branch, and a merge request as soon as it has a commit.\n3. One approval is enough, two for migrations.\n',
  CODEOWNERS: '* @acme\n/docs/ @acme/platform\n',
  '.gitignore': 'node_modules/\ndist/\n*.log\n',
  '.ci.yml':
    'stages: [build, test, package, deploy]\n\nbuild:\n  stage: build\n  script: make build\n\ntest:\n  stage: test\n  script: make test\n',
  'assets/logo.png': PIXEL_PNG,
});

const gitmodules = ({ folder, url }: NonNullable<ProjectContent['submodule']>) =>
  `[submodule "${folder}"]\n\tpath = ${folder}\n\turl = ${url}\n\tbranch = main\n`;

/**
 * The commits of a project of the company; the last ones are from today and yesterday. The first author is the
 * maintainer. `headOf`: the newest commit of another project, by its path.
 */
export function companyHistory(
  random: Random,
  content: ProjectContent,
  authors: readonly Author[],
  untilMs: number,
  headOf: (path: string) => string,
): Planned {
  const { files = {}, changes = [], branches, submodule } = content;
  const history = createHistory(MAIN);
  const [maintainer = { name: '', email: '' }] = authors;
  const texts = new Map(Object.entries(files));
  const days = Math.min(content.ageDays - 5, 270 + (content.ageDays % 41));
  // The last commit of each project is some hours old, that of Core twenty minutes.
  const lastMs = untilMs - 20 * 60_000 - (900 - content.ageDays) * 97_000;
  const at = (share: number) => recently(share, days, lastMs, untilMs);
  const commit = (branch: string, [message, path, added]: Change, share: number, trailers = '') => {
    const author = random.pick(authors);
    const text = changedText(random, path, texts.get(path), message, added);
    texts.set(path, text);
    const atMs = at(share);
    return history.commit(branch, { author, atMs, message: `${message}\n${trailers}`, put: { [path]: text } });
  };
  history.commit(MAIN, {
    author: maintainer,
    atMs: at(0),
    message: 'Initial commit\n',
    put: { ...commonFiles(content), ...files, ...(submodule ? { '.gitmodules': gitmodules(submodule) } : {}) },
    ...(submodule ? { submodules: { [submodule.folder]: headOf(submodule.path) } } : {}),
    executable: Object.keys(files).filter((path) => path.endsWith('.sh')),
  });
  const count = changes.length;
  changes.forEach((change, i) => {
    const share = (i + 1) / count;
    // Only old commits, see `PLAIN_AT_LAST` in repositories.ts.
    const trailers = i === 2 || i === 5 ? `\nCo-authored-by: ${maintainer.name} <${maintainer.email}>\n` : '';
    commit(MAIN, change, share, trailers);
    if (branches !== undefined) addMilestone(history, { branches, i, count, at, maintainer, commit });
  });
  return history.planned();
}

interface Milestone {
  branches: NonNullable<ProjectContent['branches']>;
  i: number;
  count: number;
  /** The moment at this share of the history. */
  at: (share: number) => number;
  maintainer: Author;
  commit: (branch: string, change: Change, share: number) => string;
}

/** Branches, merges and tags at certain points of the history. */
function addMilestone(history: History, { branches, i, count, at, maintainer, commit }: Milestone) {
  const isAt = (share: number) => i === Math.floor(count * share);
  /** Between the last change and the next one. */
  const between = (part: number) => (i + 1 + part) / count;
  const atMs = (part: number) => at(between(part));
  const merge = ({ name, change }: { name: string; change: Change }) => {
    history.fork(name, MAIN);
    commit(name, change, between(0.3));
    const message = `Merge branch '${name}' into '${MAIN}'\n\n${change[0]}\n`;
    history.commit(MAIN, { author: maintainer, atMs: atMs(0.6), message, merge: name });
  };
  if (isAt(0.25)) history.tag('v0.9.0', MAIN);
  if (isAt(0.4)) merge(branches.merged);
  if (isAt(0.6)) {
    merge(branches.topic);
    history.forget(branches.topic.name);
  }
  if (isAt(0.7)) {
    history.fork(STABLE, MAIN);
    history.tag('v1.0.0', MAIN, { tagger: maintainer, atMs: atMs(0.2), message: 'Version 1.0.0\n' });
  }
  if (i === count - 3) {
    let part = 0;
    for (const { name, changes } of [branches.feature, branches.docs]) {
      history.fork(name, MAIN);
      for (const change of changes) commit(name, change, between((part += 0.2)));
    }
  }
  if (isAt(0.85)) history.tag('v1.1.0', MAIN, { tagger: maintainer, atMs: atMs(0.2), message: 'Version 1.1.0\n' });
}
