import { projectSnippets } from '#main/api/endpoints/snippets.ts';
import { filesOf } from '../platform/world/snippets.ts';
import type { Snippet } from '../platform/world/snippets.ts';
import { must, type CaseContext, type Cases, type Prepare, type UndoCase } from './undo-case.ts';

const history = 'the history of its files';
const order = 'the order of its files';
const others = 'files besides the first';

const snippetCalled = ({ world }: CaseContext, called: string) => world.snippets.find(({ title }) => title === called);
const filesIn = (snippet: Snippet | undefined) =>
  snippet === undefined
    ? []
    : filesOf(snippet)
        .map(({ path, content }) => [path, content])
        .sort();
const writableOf = (snippet: Snippet | undefined) =>
  snippet === undefined ? null : [snippet.title, snippet.description, snippet.visibility, filesIn(snippet)];
const pathsOf = (snippet: Snippet) => filesOf(snippet).map(({ path }) => path);
const newSnippet = {
  title: 'New',
  description: 'About',
  visibility: 'public',
  files: [{ file_path: 'a.txt', content: 'a' }],
};

function noteCases(kind: 'Issue' | 'Snippet'): Cases {
  const rowsOn = ({ world, project }: CaseContext) =>
    world.notes.filter(
      (note) => note.noteable_type === kind && note.project_id === project.id && !note.system && note.author_id !== 1,
    );
  const placeOf = async ({ send, at }: CaseContext) =>
    kind === 'Issue'
      ? { id: at.project, issue_iid: 1 }
      : { id: at.project, snippet_id: must((await send(projectSnippets.list, { path: { id: at.project } }))[0]).id };
  const bodies = ({ world }: CaseContext) =>
    world.notes
      .all()
      .map(({ body, internal, noteable_type, noteable_id }) =>
        JSON.stringify([body, internal, noteable_type, noteable_id]),
      )
      .sort();
  const pathTo = ({ at }: CaseContext, note: { id: number; noteable_iid: number | null; noteable_id: number }) => ({
    id: at.project,
    note_id: note.id,
    ...(kind === 'Issue' ? { issue_iid: must(note.noteable_iid) } : { snippet_id: note.noteable_id }),
  });
  return {
    [`notes.createOn${kind}`]: [
      async (bench) => ({
        write: { op: `notes.createOn${kind}`, path: await placeOf(bench), body: { body: 'Looks good' } },
        restored: () => bodies(bench),
      }),
      async (bench) => ({
        write: { op: `notes.createOn${kind}`, path: await placeOf(bench), body: { body: ':thumbsup:' } },
        isIrreversible: true,
      }),
    ],
    [`notes.editOf${kind}`]: (bench) => {
      const note = must(rowsOn(bench)[0]);
      const body = { body: 'Other words', ...(kind === 'Issue' ? { confidential: !note.internal } : {}) };
      return {
        write: { op: `notes.editOf${kind}`, path: pathTo(bench, note), body },
        restored: () => [note.body, note.internal],
      };
    },
    [`notes.removeOf${kind}`]: [
      (bench) => {
        const note = must(rowsOn(bench)[0]);
        const now = () =>
          bench.world.notes.find(({ body, noteable_id }) => body === note.body && noteable_id === note.noteable_id);
        const updated_at = note.created_at + 60_000;
        Object.assign(note, { internal: kind === 'Issue', body: 'One of a kind', updated_at });
        return {
          write: { op: `notes.removeOf${kind}`, path: pathTo(bench, note) },
          restored: () => [bodies(bench), now()?.created_at],
          lost: { id: () => now()?.id, author: () => now()?.author_id, updated_at: () => now()?.updated_at },
          invisibleLosses: {
            'the date unless you are an administrator or Owner': 'the test writes as an administrator',
          },
        };
      },
      (bench) => {
        const note = must(rowsOn(bench)[0]);
        note.body = '🎉';
        return { write: { op: `notes.removeOf${kind}`, path: pathTo(bench, note) }, isIrreversible: true };
      },
    ],
  };
}

function wikiCase(slug: string, body: object): Prepare {
  return ({ world, project, at }) => ({
    write: { op: 'wikis.edit', path: { id: at.project, slug }, body: { ...body } },
    restored: () => [...world.wikis.of(project).pages().values()].map((page) => [page.slug, page.format, page.content]),
  });
}

/** Changes a snippet of several files with all kinds of actions. */
function editedSnippet(
  op: string,
  path: (snippet: Snippet, bench: CaseContext) => Record<string, number | string>,
  called: string,
): Prepare {
  return (bench) => {
    const snippet = must(snippetCalled(bench, called));
    const [first = '', second = ''] = pathsOf(snippet);
    const files = [
      { action: 'delete', file_path: first },
      { action: 'move', file_path: 'moved.txt', previous_path: second },
      { action: 'create', file_path: 'new.txt', content: 'new' },
    ];
    const body = { title: 'Renamed', description: 'Other', visibility: 'public', files };
    return {
      write: { op, path: path(snippet, bench), body },
      restored: () => writableOf(snippet),
      lost: { [history]: () => snippet.versions.length, [order]: () => pathsOf(snippet) },
    };
  };
}

export const noteAndSnippetCases: Cases = {
  'context-commits.add': async (bench) => contextCase(bench, 'add'),
  'context-commits.remove': async (bench) => contextCase(bench, 'remove'),
  ...noteCases('Issue'),
  ...noteCases('Snippet'),
  'notes.createOnMergeRequest': ({ at }) => ({
    write: {
      op: 'notes.createOnMergeRequest',
      path: { id: at.project, merge_request_iid: 4 },
      body: { body: 'Looks good' },
    },
  }),
  'personal-snippets.create': ({ world }) => ({
    write: { op: 'personal-snippets.create', path: {}, body: newSnippet },
    restored: () => world.snippets.all().map(writableOf),
  }),
  'personal-snippets.edit': [
    editedSnippet('personal-snippets.edit', ({ id }) => ({ id }), 'Secret notes'),
    (bench) => {
      const snippet = must(snippetCalled(bench, 'Say hello'));
      const body = { content: 'echo bye\n', file_name: 'bye.sh' };
      return {
        write: { op: 'personal-snippets.edit', path: { id: snippet.id }, body },
        restored: () => writableOf(snippet),
      };
    },
  ],
  'personal-snippets.remove': (bench) => {
    const snippet = must(snippetCalled(bench, 'Colleagues only'));
    snippet.expires_at = bench.platform.clock.now() + 90_000_000;
    const now = () => snippetCalled(bench, 'Colleagues only');
    return {
      write: { op: 'personal-snippets.remove', path: { id: snippet.id } },
      restored: () => writableOf(now()),
      lost: {
        ...{ id: () => now()?.id, author: () => now()?.author_id, created_at: () => now()?.created_at },
        ...{ expires_at: () => now()?.expires_at, [history]: () => now()?.versions.length },
      },
    };
  },
  'project-snippets.create': ({ world, at }) => ({
    write: { op: 'project-snippets.create', path: { id: at.project }, body: newSnippet },
    restored: () => world.snippets.all().map(writableOf),
  }),
  'project-snippets.edit': [
    editedSnippet('project-snippets.edit', ({ id }, { at }) => ({ id: at.project, snippet_id: id }), 'For the team'),
    (bench) => {
      const snippet = must(snippetCalled(bench, 'For the team'));
      const [first = '', second = ''] = pathsOf(snippet);
      const files = [first, second].map((file_path) => ({ action: 'update', file_path, content: 'other' }));
      return {
        write: { op: 'project-snippets.edit', path: { id: bench.at.project, snippet_id: snippet.id }, body: { files } },
        restored: () => filesOf(snippet)[0],
        lost: { [others]: () => filesOf(snippet)[1] },
      };
    },
    (bench) => {
      const snippet = must(snippetCalled(bench, 'For the team'));
      const files = [{ action: 'update', file_path: pathsOf(snippet)[1], content: 'other' }];
      const path = { id: bench.at.project, snippet_id: snippet.id };
      return { write: { op: 'project-snippets.edit', path, body: { files } }, isIrreversible: true };
    },
  ],
  'project-snippets.remove': (bench) => {
    const snippet = must(snippetCalled(bench, 'For the team'));
    snippet.expires_at = bench.platform.clock.now() + 90_000_000;
    snippet.versions = [...snippet.versions, must(snippet.versions.at(-1))];
    const now = () => snippetCalled(bench, 'For the team');
    const { world } = bench;
    return {
      write: { op: 'project-snippets.remove', path: { id: bench.at.project, snippet_id: snippet.id } },
      restored: () => [now()?.title, now()?.description, now()?.visibility, filesOf(now() ?? snippet)[0]],
      lost: {
        ...{ id: () => now()?.id, author: () => now()?.author_id, created_at: () => now()?.created_at },
        ...{
          expires_at: () => now()?.expires_at,
          [history]: () => now()?.versions.length,
          [others]: () => filesIn(now()).slice(1),
        },
        notes: () => world.notes.on('Snippet', now()?.id ?? 0).length,
      },
    };
  },
  'wikis.create': ({ world, project, at }) => ({
    write: { op: 'wikis.create', path: { id: at.project }, body: { title: 'guides/Größe v1.2', content: '# Größe' } },
    restored: () => [...world.wikis.of(project).pages().keys()],
  }),
  'wikis.edit': [
    wikiCase('docs/setup-guide', { content: 'Other', format: 'org' }),
    wikiCase('docs/setup-guide', { title: 'Set up' }),
    wikiCase('docs/api/error-codes', { title: '/Error codes', content: 'Other' }),
    wikiCase('home', { title: 'inner/home' }),
  ],
  'wikis.remove': ({ world, project, at }) => ({
    write: { op: 'wikis.remove', path: { id: at.project, slug: 'docs/api/error-codes' } },
    restored: () => [...world.wikis.of(project).pages().values()].map((page) => [page.slug, page.format, page.content]),
    lost: { 'the history of the page': () => world.wikis.of(project).commits.length },
  }),
  'wikis.attach': ({ at }) => {
    const file = { fileName: 'plan.txt', base64: Buffer.from('The plan').toString('base64') };
    return { write: { op: 'wikis.attach', path: { id: at.project }, body: { file } } };
  },
};

async function contextCase({ world, project, at }: CaseContext, verb: 'add' | 'remove'): Promise<UndoCase> {
  const row = must(
    world.mergeRequests.find(
      ({ project_id, context_commits }) => project_id === project.id && context_commits.length > 1,
    ),
  );
  const log = await world.repositories.of(project).log({ revisions: ['main'], count: 20 });
  const free = log.map(({ id }) => id).filter((id) => !row.context_commits.includes(id));
  const path = { id: at.project, merge_request_iid: row.iid };
  const some = verb === 'add' ? free.slice(0, 2) : row.context_commits.slice(0, 1);
  return {
    write: { op: `context-commits.${verb}`, path, body: { commits: some } },
    restored: () => (verb === 'add' ? [...row.context_commits] : row.context_commits.toSorted()),
    ...(verb === 'remove' ? { lost: { 'the order of the commits': () => [...row.context_commits] } } : {}),
  };
}
