import type { EndpointRow } from '#shared/contract/explorer.ts';
import { fieldsInSentence } from './fields.ts';
import { labels } from './collections.ts';

type Undo = EndpointRow['undo'];

/** Words of the API explorer. */
export const explorer = {
  title: 'API explorer',
  offline: 'Offline: requests can’t be sent.',
  filterLabel: 'Filter endpoints',
  filterPlaceholder: 'Filter by path, role, or tier',
  toolbar: 'Filter',
  kinds: { all: 'All', reads: 'Reads', writes: 'Writes' },
  count: (n: number) => (n === 1 ? '1 endpoint' : `${n} endpoints`),
  table: 'Endpoints',
  columns: labels('method', 'path', 'role', 'tier', 'paging', 'undo'),
  none: 'No endpoints match.',
  clear: 'Clear filter',
  notInApi: 'Not available in this API',
  notInApiWhy: 'The documentation mentions these endpoints without their paths, so Reeve can’t offer them.',
  panel: ({ method, path }: Pick<EndpointRow, 'method' | 'path'>) => `Endpoint ${method} ${path}`,
  facts: {
    ...labels('role', 'tier', 'paging', 'undo'),
    repeat: 'Safe to retry',
    exclusive: 'Can’t be combined',
  },
  undocumented: 'not documented',
  repeat: { same: 'yes', never: 'no' },
  undo: (undo: Undo): string => {
    if (undo === null) return 'nothing to undo (read-only)';
    if (undo.kind === 'exact') return 'can be undone';
    return undo.kind === 'lossy' ? `may not restore ${fieldsInSentence(undo.what)}` : `can’t be undone: ${undo.why}`;
  },
  undoShort: (undo: Undo): string =>
    undo === null ? '' : { exact: 'full', lossy: 'with limits', none: 'none' }[undo.kind],
  places: { path: 'Path', query: 'Query', body: 'Body' },
  required: 'required',
  secret: 'secret, always hidden',
  deprecated: (instead: string) => `deprecated: ${instead}`,
  listHelp: 'One value per line, objects as JSON, or a complete JSON array',
  hashHelp: 'One key=value per line',
  any: 'not sent',
  yes: 'true',
  no: 'false',
  missing: 'This field is required.',
  notNumber: 'Enter a number',
  notJson: (line: number) => `Line ${line} isn’t valid JSON`,
  notDocumented: (message: string) => `Doesn’t match the documentation. ${message}`,
  notPairs: 'Enter key=value in each line',
  send: 'Send',
  copyCurl: 'Copy as curl',
  copied: 'Copied without the token. Set REEVE_TOKEN in your shell.',
  plan: 'Send request…',
  planWhy: 'Nothing is sent until you apply the plan.',
  consequence: (name: string) => `${name}, as entered in the explorer.`,
  result: 'Result',
  file: 'Choose a file',
  fileTooLarge: 'Choose a file of at most 10 MB',
  reply: 'Response',
  request: 'Request',
  headers: 'Headers',
  body: 'Body',
  emptyBody: 'The response has no body.',
  notText: (sizeBytes: number) => `${sizeBytes.toLocaleString('en')} bytes of binary data.`,
  truncated: 'Only the first megabyte is shown.',
  status: (status: number, ms: number, sizeBytes: number) =>
    `${status} in ${Math.round(ms)} ms, ${sizeBytes.toLocaleString('en')} bytes`,
};
