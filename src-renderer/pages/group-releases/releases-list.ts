import { groupReleases as words } from '#shared/text/en/group-releases.ts';
import { plainList } from '../../console/plain-list.ts';

/** The releases of the projects of a group. The panel shows the description after the fields. */
export const releasesList = { ...plainList('groupReleases', words), shownElsewhere: ['description', 'release_key'] };
