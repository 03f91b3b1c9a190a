import { Release, ReleaseFilter } from '#shared/contract/group-releases.ts';
import { endpoint, paged, table } from '../endpoint.ts';

export const groupReleases = table('group-releases', {
  list: endpoint('GET /groups/:id/releases', { ...paged(Release, ReleaseFilter), doc: '2:83' }),
});
