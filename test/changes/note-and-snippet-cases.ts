import { projectSnippets } from '#main/api/endpoints/snippets.ts';
import type { Write } from '#main/changes/operation-kit/write.ts';
import { filesOf } from '../platform/world/snippets.ts';
import type { Snippet } from '../platform/world/snippets.ts';
import { must, type CaseContext, type Cases, type Prepare } from './undo-case.ts';

const snippetCalled = ({ world }: CaseContext, called: string) =>
  must(world.snippets.find(({ title }) => title === called));
const pathsOf = (snippet: Snippet) => filesOf(snippet).map(({ path }) => path);
const newSnippet = {
  title: 'New',
  description: 'About',
  visibility: 'public',
  files: [{ file_path: 'a.txt', content: 'a' }],
};

function noteCases(kind: 'Issue' | 'Snippet'): Cases {
  const noteOn = ({ world, project }: CaseContext) =>
    must(
      world.notes.find(
        (note) => note.noteable_type === kind && note.project_id === project.id && !note.system && note.author_id !== 1,
      ),
    );
  const placeOf = async ({ send, at }: CaseContext) =>
    kind === 'Issue'
      ? { id: at.project, issue_iid: 1 }
      : { id: at.project, snippet_id: must((await send(projectSnippets.list, { path: { id: at.project } }))[0]).id };
  const pathTo = ({ at }: CaseContext, note: { id: number; noteable_iid: number | null; noteable_id: number }) => ({
    id: at.project,
    note_id: note.id,
    ...(kind === 'Issue' ? { issue_iid: must(note.noteable_iid) } : { snippet_id: note.noteable_id }),
  });
  const removal =
    (change: object): Prepare =>
    (bench) => {
      const note = noteOn(bench);
      Object.assign(note, change);
      return { op: `notes.removeOf${kind}`, path: pathTo(bench, note) };
    };
  return {
    [`notes.createOn${kind}`]: ['Looks good', ':thumbsup:'].map((body) => async (bench: CaseContext) => ({
      op: `notes.createOn${kind}`,
      path: await placeOf(bench),
      body: { body },
    })),
    [`notes.editOf${kind}`]: (bench) => {
      const note = noteOn(bench);
      const body = { body: 'Other words', ...(kind === 'Issue' ? { confidential: !note.internal } : {}) };
      return { op: `notes.editOf${kind}`, path: pathTo(bench, note), body };
    },
    [`notes.removeOf${kind}`]: [
      removal({ internal: kind === 'Issue', body: 'One of a kind' }),
      (bench) => removal({ body: 'Own words', author_id: 1, updated_at: noteOn(bench).created_at })(bench),
      removal({ body: '🎉' }),
    ],
  };
}

function wikiCase(slug: string, body: object): Prepare {
  return ({ at }) => ({ op: 'wikis.edit', path: { id: at.project, slug }, body: { ...body } });
}

const filesOfEdit = ([first = '', second = '']: readonly string[]) => [
  { action: 'delete', file_path: first },
  { action: 'move', file_path: 'moved.txt', previous_path: second },
  { action: 'create', file_path: 'new.txt', content: 'new' },
];

/** Edits of a personal or a project snippet: all fields and several files, or the given fields. */
function snippetCase(op: string, called: string, bodyOf: (paths: readonly string[]) => object): Prepare {
  return (bench) => {
    const snippet = snippetCalled(bench, called);
    const path = snippet.project_id === null ? { id: snippet.id } : { id: bench.at.project, snippet_id: snippet.id };
    return { op, path, body: { ...bodyOf(pathsOf(snippet)) } };
  };
}
const everything = (paths: readonly string[]) => ({
  title: 'Renamed',
  description: 'Other',
  visibility: 'public',
  files: filesOfEdit(paths),
});
const updateOf = (paths: readonly (string | undefined)[]) => ({
  files: paths.map((file_path) => ({ action: 'update', file_path, content: 'other' })),
});

export const cases: Cases = {
  'context-commits.add': async (bench) => contextCase(bench, 'add'),
  'context-commits.remove': async (bench) => contextCase(bench, 'remove'),
  ...noteCases('Issue'),
  ...noteCases('Snippet'),
  'notes.createOnMergeRequest': ({ at }) => ({
    op: 'notes.createOnMergeRequest',
    path: { id: at.project, merge_request_iid: 4 },
    body: { body: 'Looks good' },
  }),
  'personal-snippets.create': () => ({ op: 'personal-snippets.create', path: {}, body: newSnippet }),
  'personal-snippets.edit': [
    snippetCase('personal-snippets.edit', 'Say hello', () => ({ title: 'Say goodbye' })),
    snippetCase('personal-snippets.edit', 'Secret notes', everything),
    snippetCase('personal-snippets.edit', 'Say hello', () => ({ content: 'echo bye\n', file_name: 'bye.sh' })),
  ],
  'personal-snippets.remove': (bench) => {
    const snippet = snippetCalled(bench, 'Colleagues only');
    snippet.expires_at = bench.platform.clock.now() + 90_000_000;
    return { op: 'personal-snippets.remove', path: { id: snippet.id } };
  },
  'project-snippets.create': ({ at }) => ({
    op: 'project-snippets.create',
    path: { id: at.project },
    body: newSnippet,
  }),
  'project-snippets.edit': [
    snippetCase('project-snippets.edit', 'For the team', everything),
    snippetCase('project-snippets.edit', 'For the team', updateOf),
    snippetCase('project-snippets.edit', 'For the team', ([, second]) => updateOf([second])),
    async (bench) => {
      const path = { id: bench.at.project };
      const three = ['a.txt', 'b.txt', 'c.txt'].map((file_path) => ({ file_path, content: file_path }));
      const { id } = await bench.send(projectSnippets.create, {
        path,
        body: { ...newSnippet, visibility: 'public', files: three },
      });
      const files = ['a.txt', 'b.txt'].map((file_path) => ({ action: 'delete', file_path }));
      return { op: 'project-snippets.edit', path: { ...path, snippet_id: id }, body: { files } };
    },
  ],
  'project-snippets.remove': [
    (bench) => {
      const snippet = snippetCalled(bench, 'For the team');
      snippet.expires_at = bench.platform.clock.now() + 90_000_000;
      return { op: 'project-snippets.remove', path: { id: bench.at.project, snippet_id: snippet.id } };
    },
    async (bench) => {
      const path = { id: bench.at.project };
      const { id } = await bench.send(projectSnippets.create, { path, body: { ...newSnippet, visibility: 'private' } });
      return { op: 'project-snippets.remove', path: { ...path, snippet_id: id } };
    },
  ],
  'wikis.create': ({ at }) => ({
    op: 'wikis.create',
    path: { id: at.project },
    body: { title: 'guides/Größe v1.2', content: '# Größe' },
  }),
  'wikis.edit': [
    wikiCase('docs/setup-guide', { content: 'Other', format: 'org' }),
    wikiCase('docs/setup-guide', { title: 'Set up' }),
    wikiCase('docs/api/error-codes', { title: '/Error codes', content: 'Other' }),
    wikiCase('home', { title: 'inner/home' }),
  ],
  'wikis.remove': ({ at }) => ({ op: 'wikis.remove', path: { id: at.project, slug: 'docs/api/error-codes' } }),
  'wikis.attach': ({ at }) => {
    const file = { fileName: 'plan.txt', base64: Buffer.from('The plan').toString('base64') };
    return { op: 'wikis.attach', path: { id: at.project }, body: { file } };
  },
};

async function contextCase({ world, project, at }: CaseContext, verb: 'add' | 'remove'): Promise<Write> {
  const row = must(
    world.mergeRequests.find(
      ({ project_id, context_commits }) => project_id === project.id && context_commits.length > 1,
    ),
  );
  const log = await world.repositories.of(project).log({ revisions: ['main'], count: 20 });
  const free = log.map(({ id }) => id).filter((id) => !row.context_commits.includes(id));
  const path = { id: at.project, merge_request_iid: row.iid };
  const commits = verb === 'add' ? free.slice(0, 2) : row.context_commits.slice(0, 1);
  return { op: `context-commits.${verb}`, path, body: { commits } };
}
