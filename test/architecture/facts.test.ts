import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { endpoints } from '#main/api/endpoints/index.ts';

const folder = 'docs/facts';
const headings = ['States', 'Behavior', 'Limits', 'Roles and tiers', 'Refusals', 'Not documented'];

/** Lines of the documents that are about every endpoint: conventions, authentication, errors, versioning. */
const common = ['1:11-18', '1:201-207', '1:223-235', '1:241', '1:251', '1:255-258'];

/** Lines about a resource. The lines of its endpoints need no entry. */
const about: Record<string, readonly string[]> = {
  artifacts: ['1:63-64', '1:164-173', '1:249'],
  branches: ['1:54-55', '1:153-159'],
  commits: ['1:37-52', '1:148-151', '1:244-245'],
  'context-commits': ['2:39-42'],
  'dependency-exports': ['1:111-112', '2:28-29', '2:85-88'],
  deployments: ['1:22-35', '1:80-89', '1:131-136'],
  'enterprise-users': ['3:16-17', '3:58-63'],
  files: ['1:57-58', '1:138-146', '1:243-245'],
  'group-releases': ['2:25-26', '2:82-83'],
  'group-service-accounts': ['3:10-14', '3:49-56'],
  imports: ['1:103-109', '3:34-35', '3:97-104'],
  issues: ['1:91-92', '2:7-8', '2:33-34'],
  'job-token-scope': ['1:60-61', '1:121-129'],
  keys: ['3:19-20', '3:65-67'],
  members: ['3:28-29', '3:80-86'],
  'merge-requests': ['1:94-95', '2:10-11', '2:36-37'],
  notes: ['2:13-14', '2:44-49'],
  'notification-settings': ['1:75-76', '1:192-197', '1:219'],
  'personal-snippets': ['2:16-17', '2:51-58'],
  'project-snippets': ['2:16-17', '2:57', '2:60-65'],
  'protected-branches': ['1:54-55', '1:156-159'],
  'push-rules': ['3:25-26', '3:74-78'],
  'remote-mirrors': ['1:72-73', '1:97-98', '1:182-190', '1:247'],
  runners: ['1:100-101', '3:31-32', '3:88-95'],
  'service-accounts': ['3:10-11', '3:44-47', '3:56'],
  'ssh-certificates': ['3:22-23', '3:69-72'],
  submodules: ['1:161-162'],
  uploads: ['2:22-23', '2:75-80'],
  users: ['1:114-115', '1:242', '3:7-8', '3:39-42'],
  webhooks: ['1:66-70', '1:175-180', '1:209-217', '1:246', '1:248'],
  wikis: ['2:19-20', '2:67-73'],
};

const resources = [...new Set([...endpoints.keys()].map((name) => name.split('.')[0] ?? ''))];
const files = [...resources, 'all-endpoints'];
const linesOf = (name: string): string[] => readFileSync(`${folder}/${name}.md`, 'utf8').trimEnd().split('\n');

test('each resource has a file of facts, and each file of facts has its resource', () => {
  expect(Object.keys(about).filter((name) => !resources.includes(name))).toEqual([]);
  const how = 'Write what the documents say about a new resource into docs/facts/<resource>.md.';
  expect(readdirSync(folder).sort(), how).toEqual([...files, 'readings'].map((name) => `${name}.md`).sort());
});

test('facts are lists under the known headings, in their order', () => {
  for (const name of files) {
    const text = linesOf(name).filter((line) => line !== '');
    const titles = text.filter((line) => line.startsWith('#')).map((line) => line.replace('## ', ''));
    expect([name, titles]).toEqual([name, headings.filter((heading) => titles.includes(heading))]);
    const empty = text.filter((line, at) => line.startsWith('#') && text[at + 1]?.startsWith('- ') !== true);
    const other = text.filter((line, at) => !(at === 0 ? /^## / : /^(- |## )/).test(line));
    expect([name, empty, other]).toEqual([name, [], []]);
  }
});

test('each fact ends with lines of the documents that are about its resource', () => {
  for (const name of files) {
    const own = [...endpoints.values()].filter((one) => one.name.startsWith(`${name}.`)).map(({ doc }) => doc);
    const known = new Set([...common, ...own, ...(about[name] ?? [])].flatMap(expanded));
    const facts = linesOf(name).filter((line) => line.startsWith('- '));
    const wrong = facts.filter((fact) => {
      const references = /\. \((\d+:\d+(?:, \d+:\d+)*)\)$/.exec(fact)?.[1]?.split(', ') ?? [];
      return references.length === 0 || references.some((one) => !known.has(one));
    });
    const how = `Each fact of ${name} must end with its lines: those of an endpoint, or lines in \`about\` of this test.`;
    expect([name, facts.length > 0, wrong], how).toEqual([name, true, []]);
  }
});

test('each reading has its number and names lines of the documents', () => {
  const rows = linesOf('readings').slice(2);
  rows.forEach((row, at) => {
    expect(row).toMatch(new RegExp(`^\\| ${at + 1} \\| [123]:\\d+(, [123]:\\d+)* \\| .+\\. \\|$`));
  });
  const last = { 1: 258, 2: 88, 3: 104 } as Record<string, number>;
  const missing = rows.flatMap((row) =>
    [...row.matchAll(/\b([123]):(\d+)\b/g)].filter(([, document = '', line]) => Number(line) > (last[document] ?? 0)),
  );
  expect(missing).toEqual([]);
});

/** `'1:8-10'` → `['1:8', '1:9', '1:10']`. */
function expanded(range: string): string[] {
  const [, document, first = '', last = first] = /^(\d):(\d+)(?:-(\d+))?$/.exec(range) ?? [];
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => `${document}:${Number(first) + at}`);
}
