import { groupReleases as words } from '#shared/text/en/group-releases.ts';
import { declaredList } from '../../console/declared-list.ts';

/** The releases of the projects of a group. The panel shows the description after the fields. */
export const releasesList = declaredList('groupReleases', words, { shownElsewhere: ['description', 'release_key'] });
