import { safeFileName } from '#main/api/client/wire/file-name.ts';
import { wikis as api } from '#main/api/endpoints/wikis.ts';
import type { Clock } from '#main/ports.ts';
import { wholeList } from '#shared/contract/collection.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { mostTreePages, mostWikiContent, type RequestedText } from '#shared/contract/wikis.ts';
import { saveFile, type FileExports } from './exports/file-exports.ts';
import type { Instance } from './instances/instance.ts';

/** The extensions of the documented formats (document 2:20). */
const extensions: Readonly<Record<string, string>> = { markdown: 'md', rdoc: 'rdoc', asciidoc: 'adoc', org: 'org' };

/** The verbs of wiki pages besides those of every list. */
export function wikis(open: () => Instance, clock: Clock, fileExports: FileExports) {
  const pathOf = (scope: Scope, slug: string) => ({ id: readScope(scope)?.ref ?? '', slug });
  const requested = (content: string | null | undefined): RequestedText => {
    const text = content ?? '';
    return { text: text.slice(0, mostWikiContent), length: text.length, at: clock.now() };
  };
  return {
    tree: async ({ scope, search }, signal) => {
      const query = wholeList(scope, { search, sort: { by: 'slug', direction: 'asc' } });
      const wanted = { query, from: 0, count: mostTreePages, fields: ['slug', 'title', 'format'] as const };
      const { rows, total } = await open().reader.lists('wikis').fields(wanted, signal);
      return {
        pages: rows.flatMap(({ slug, title = slug, format }) =>
          slug === undefined || title === undefined ? [] : [{ slug, title, format }],
        ),
        total,
      };
    },
    save: async ({ scope, slug }, signal) => {
      const instance = open();
      const cached = (await instance.reader.lists('wikis').detail({ scope, id: slug }, signal))?.row;
      const isWhole = typeof cached?.content === 'string' && (cached.content_length ?? null) === null;
      const page = isWhole ? cached : await instance.send(api.get, { path: pathOf(scope, slug) }, signal);
      const format = page.format ?? '';
      const extension = Object.hasOwn(extensions, format) ? extensions[format] : 'txt';
      const name = safeFileName(`${slug}.${extension}`, `wiki-page.${extension}`);
      return saveFile(fileExports, name, page.content ?? '', { signal });
    },
    html: async ({ scope, slug }, signal) => {
      const input = { path: pathOf(scope, slug), query: { render_html: true } };
      return requested((await open().send(api.get, input, signal)).content);
    },
    version: async ({ scope, slug, sha }, signal) => {
      const input = { path: pathOf(scope, slug), query: { version: sha } };
      const { title, format, content } = await open().send(api.get, input, signal);
      return { ...requested(content), title, format: format ?? null };
    },
  } satisfies Partial<Services<ReeveContract>['wikis']>;
}
