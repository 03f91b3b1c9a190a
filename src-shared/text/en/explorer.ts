import type { EndpointRow } from '#shared/contract/explorer.ts';
import { fieldInSentence } from './fields.ts';

type Undo = EndpointRow['undo'];

/** Words of the API explorer. */
export const explorer = {
  title: 'API explorer',
  offline: 'Offline: requests cannot be sent.',
  filterLabel: 'Filter endpoints',
  filterPlaceholder: 'Filter by path, role or tier',
  toolbar: 'Filter',
  kinds: { all: 'All', reads: 'Reads', writes: 'Writes' },
  count: (n: number) => (n === 1 ? '1 endpoint' : `${n} endpoints`),
  table: 'Endpoints',
  columns: {
    method: 'Method',
    path: 'Path',
    role: 'Role',
    tier: 'Tier',
    paging: 'Paging',
    undo: 'Undo',
  },
  none: 'No endpoint matches.',
  clear: 'Clear the filter',
  notInApi: 'Not in this API',
  notInApiWhy: 'The documents mention these without saying where they are, so nothing in Reeve can offer them.',
  panel: ({ method, path }: Pick<EndpointRow, 'method' | 'path'>) => `Endpoint ${method} ${path}`,
  facts: {
    role: 'Role',
    tier: 'Tier',
    paging: 'Paging',
    repeat: 'Sent again after a lost answer',
    undo: 'Undo',
    exclusive: 'Not together',
  },
  notSaid: 'not said',
  repeat: { same: 'yes, it does no harm', never: 'never' },
  undo: (undo: Undo): string => {
    if (undo === null) return 'nothing to undo, it only reads';
    if (undo.kind === 'exact') return 'restores everything';
    return undo.kind === 'lossy'
      ? `restores all but ${undo.what.map(fieldInSentence).join(', ')}`
      : `cannot be undone: ${undo.why}`;
  },
  undoShort: (undo: Undo): string => (undo === null ? '' : { exact: 'exact', lossy: 'lossy', none: 'none' }[undo.kind]),
  places: { path: 'Path', query: 'Query', body: 'Body' },
  required: 'required',
  secret: 'secret, shown nowhere',
  deprecated: (instead: string) => `deprecated: ${instead}`,
  listHelp: 'One value a line, objects as JSON, or a whole JSON array',
  hashHelp: 'One key=value a line',
  any: 'not sent',
  yes: 'true',
  no: 'false',
  missing: 'Needed to send the request',
  notNumber: 'A number is needed',
  notJson: (line: number) => `Line ${line} is no whole JSON`,
  notDocumented: (said: string) => `Not as the documents have it. ${said}`,
  notPairs: 'Each line needs key=value',
  send: 'Send',
  copyCurl: 'Copy as curl',
  copied: 'Copied. The token is left out: set REEVE_TOKEN in your shell.',
  plan: 'Show the plan',
  planWhy: 'Nothing is sent before you have seen what changes.',
  consequence: (name: string) => `${name}, as you entered it in the explorer.`,
  result: 'Result',
  file: 'Choose a file',
  fileTooLarge: 'Files up to 10 MB can be sent from here',
  reply: 'Reply',
  request: 'Request',
  headers: 'Headers',
  body: 'Body',
  noBody: 'No body.',
  notText: (sizeBytes: number) => `${sizeBytes.toLocaleString('en')} bytes that are no text.`,
  truncated: 'Only the first megabyte is shown.',
  status: (status: number, ms: number, sizeBytes: number) =>
    `${status} in ${Math.round(ms)} ms, ${sizeBytes.toLocaleString('en')} bytes`,
};
