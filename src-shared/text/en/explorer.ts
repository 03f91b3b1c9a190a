import type { EndpointRow } from '#shared/contract/explorer.ts';

type Undo = EndpointRow['undo'];

/** Words of the API explorer. */
export const explorer = {
  title: 'API explorer',
  filterLabel: 'Filter endpoints',
  filterPlaceholder: 'Filter by path, role or tier',
  toolbar: 'Filter',
  kinds: { all: 'All', reads: 'Reads', writes: 'Writes' },
  count: (n: number) => (n === 1 ? '1 endpoint' : `${n} endpoints`),
  table: 'Endpoints',
  columns: {
    method: 'Method',
    path: 'Path',
    doc: 'Document',
    role: 'Role',
    tier: 'Tier',
    paging: 'Paging',
    undo: 'Undo',
  },
  none: 'No endpoint matches.',
  clear: 'Clear the filter',
  notInApi: 'Not in this API',
  notInApiWhy: 'The documents mention these without saying where they are, so nothing in Reeve can offer them.',
  panel: (name: string) => `Endpoint ${name}`,
  facts: {
    doc: 'Document and line',
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
    return undo.kind === 'lossy' ? `restores all but ${undo.what.join(', ')}` : `cannot be undone: ${undo.why}`;
  },
  undoShort: (undo: Undo): string => (undo === null ? '' : { exact: 'exact', lossy: 'lossy', none: 'none' }[undo.kind]),
  places: { path: 'Path', query: 'Query', body: 'Body' },
  required: 'required',
  secret: 'secret, shown nowhere',
  deprecated: (instead: string) => `deprecated: ${instead}`,
  listHelp: 'One value a line',
  hashHelp: 'One key=value a line',
  any: 'not sent',
  yes: 'true',
  no: 'false',
  missing: 'Needed to send the request',
  notNumber: 'A number is needed',
  notPairs: 'Each line needs key=value',
  send: 'Send',
  copyCurl: 'Copy as curl',
  copied: 'Copied. The token is left out: set REEVE_TOKEN in your shell.',
  writesWait: 'Writes are not sent from here: they go through a plan that can be read before and undone after.',
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
