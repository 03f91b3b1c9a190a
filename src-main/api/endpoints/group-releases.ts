import { Release, ReleaseFilter } from '#shared/contract/group-releases.ts';
import { endpoint, rowsOf, table } from '../endpoint.ts';
import { offsetPaging } from '../client/wire/paging.ts';

export const groupReleases = table('group-releases', {
  list: endpoint('GET /groups/:id/releases', {
    query: ReleaseFilter.extend(offsetPaging),
    reply: rowsOf(Release),
    paging: 'offset',
    doc: '2:83',
  }),
});
