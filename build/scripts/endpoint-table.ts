import { endpoints } from '../../src-main/api/endpoints/index.ts';
import { notInApi } from '../../src-main/api/endpoints/not-in-api.ts';
import type { Endpoint, Undo } from '../../src-main/api/types.ts';

const begin = '<!-- endpoints: written by `npm run docs` -->';
const end = '<!-- /endpoints -->';

/** The README with its endpoint table made anew from the data. Fails when the README has no place for it. */
export function withEndpointTable(readme: string): string {
  const from = readme.indexOf(begin);
  const to = readme.indexOf(end);
  if (from < 0 || to < from) throw new Error(`the README has no ${begin} … ${end}`);
  return `${readme.slice(0, from + begin.length)}\n\n${table()}\n\n${readme.slice(to)}`;
}

function table(): string {
  return [
    '| endpoint | document | role | tier | paging | undo |',
    '|---|---|---|---|---|---|',
    ...[...endpoints.values()].map(row),
    '',
    'Mentioned in the documents without a path, and so not in this API:',
    '',
    ...notInApi.map(({ doc, what }) => `- ${what} (${doc})`),
  ].join('\n');
}

function row({ method, path, doc, role, tier, paging, undo }: Endpoint): string {
  const pages = paging === 'none' ? '' : paging;
  return `| \`${method} ${path}\` | ${doc} | ${role ?? ''} | ${tier ?? ''} | ${pages} | ${undoWords(undo)} |`;
}

function undoWords(undo: Undo | null): string {
  switch (undo?.kind) {
    case undefined:
      return '';
    case 'exact':
      return 'exact';
    case 'lossy':
      return `all but ${undo.what.join(', ')}`;
    case 'none':
      return `no: ${undo.why}`;
  }
}
