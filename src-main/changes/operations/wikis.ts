import { wikis as api } from '#main/api/endpoints/wikis.ts';
import { operationText as words } from '#shared/text/en/operation-text.ts';
import type { State, OperationsOf, ReadContext } from '../operation-kit/operation.ts';
import type { Write } from '../operation-kit/write.ts';
import { resourcePathOf } from '../operation-kit/resources.ts';
import { readOne } from '../operation-kit/read-resource.ts';
import { formerFields, recreate } from '../operation-kit/inverse.ts';
import { editProbe, deletionProbe, creationProbe, nameIn, textOf } from '../operation-kit/probes.ts';

const maxCharacters = 1_000_000;

/** The key of a page is its slug, which is unique only within its project. */
const caches = { kind: 'row', collection: 'wikis', id: 'slug', scope: 'project' } as const;

export const wikis: OperationsOf<typeof api> = {
  'wikis.create': {
    caches: { kind: 'new', collection: 'wikis', scope: 'project' },
    resources: (write) => [[...resourcePathOf(write), slugOf(nameIn(write.body, 'title') ?? '')]],
    read: (write, reading) => readPage(write, slugOf(nameIn(write.body, 'title') ?? ''), reading),
    readRequests: 1,
    inverse: ({ write, before, reply }) => {
      const slug = textOf(reply as State, 'slug');
      return before !== null || slug === null ? null : [{ op: 'wikis.remove', path: { ...write.path, slug } }];
    },
    probe: creationProbe(
      (write, reading) => readPage(write, slugOf(nameIn(write.body, 'title') ?? ''), reading),
      ['content'],
    ),
  },
  'wikis.edit': {
    caches,
    // Another title may give the page another slug
    resources: (write) => [
      nameIn(write.body, 'title') === null ? resourcePathOf(write) : resourcePathOf(write, 'wikis'),
    ],
    read,
    readRequests: 1,
    resetIfAbsent: ['format'],
    comparable: (state, { body }) => ({ ...state, title: titleInFormOf(state, nameIn(body, 'title') ?? '') }),
    inverse: (applied) => {
      const { write, before, reply } = applied;
      const former = formerFields(applied);
      const slug = textOf(reply as State, 'slug');
      if (before === null || former === null || slug === null || isContentOmitted(before)) return null;
      const was = String(before['slug']);
      if (Object.keys(former).length === 0 && slug === was) return [];
      // The content is always sent, because the platform ignores a change of the format alone
      const isMoved = folderOf(slug) !== folderOf(was);
      const title = isMoved
        ? `/${titleWithFolder(before)}`
        : slug !== was || 'title' in former
          ? before['title']
          : undefined;
      const body = {
        content: before['content'],
        ...('format' in former ? { format: before['format'] } : {}),
        title,
      };
      return [{ op: write.op, path: { ...write.path, slug }, body }];
    },
    irreversible: (_, before) => (before === null || isContentOmitted(before) ? words.irreversible.content : null),
    probe: async (write, before, reading) => {
      const now = await read(write, reading);
      const place = slugAfter(write, before);
      if (now !== null && place !== now['slug']) return 'not-applied';
      if (now !== null) return editProbe(read, ['content', 'format'])(write, before, reading);
      const moved = await readPage(write, place, reading);
      return moved === null ? 'unknown' : 'applied';
    },
  },
  'wikis.remove': {
    caches,
    read,
    readRequests: 1,
    inverse: recreate('wikis.create', ['slug'], (before) =>
      isContentOmitted(before) || textOf(before, 'content') === null
        ? null
        : { title: titleWithFolder(before), content: before['content'], format: before['format'] ?? undefined },
    ),
    irreversible: (_, before) => (before === null || isContentOmitted(before) ? words.irreversible.content : null),
    probe: deletionProbe(read),
  },
  'wikis.attach': {
    replySummary: ({ link }) => textOf(link as State | null, 'markdown'),
    names: { label: ({ body }) => nameIn(body?.['file'] as State | undefined, 'fileName') },
  },
};

function read(write: Write, reading: ReadContext): Promise<State | null> {
  return readPage(write, String(write.path['slug']), reading);
}

async function readPage({ path }: Write, slug: string, reading: ReadContext): Promise<State | null> {
  const page = await readOne(api.get, { path: { ...path, slug } }, reading);
  if (page === null || (textOf(page, 'content') ?? '').length <= maxCharacters) return page;
  return Object.fromEntries(Object.entries(page).filter(([field]) => field !== 'content'));
}

/** Whether the content was too long to be stored completely: it is missing, or cut in the cache. */
const isContentOmitted = (before: State | null) =>
  before !== null && (before['content'] === undefined || typeof before['content_length'] === 'number');

/** The title with its folders, as in the request that creates a page. */
const titleWithFolder = (page: State) => folderOf(String(page['slug'])) + String(page['title']);
/** The title in the form of another one: with or without folders and the leading slash. */
function titleInFormOf(page: State, title: string): string {
  if (!title.includes('/')) return String(page['title']);
  return (title.startsWith('/') ? '/' : '') + titleWithFolder(page);
}
/** The folder of a slug with its trailing slash; empty at the top level. */
const folderOf = (slug: string) => slug.slice(0, slug.lastIndexOf('/') + 1);
const slugOf = (title: string) =>
  title
    .split('/')
    .map((step) => step.trim().replace(/\s+/g, '-'))
    .join('/');

/**
 * The slug after an edit. With a title without a folder, the page stays in its folder; a leading `/` is the top level.
 */
function slugAfter({ path, body }: Write, before: State | null): string {
  const was = textOf(before, 'slug') ?? String(path['slug']);
  const title = nameIn(body, 'title');
  if (title === null) return was;
  if (title.startsWith('/')) return slugOf(title.slice(1));
  return slugOf(title.includes('/') ? title : folderOf(was) + title);
}
