import { uploads as words } from '#shared/text/en/uploads.ts';
import { plainList } from '../../console/plain-list.ts';

/** The files that were uploaded to a project. */
export const uploadsList = plainList('uploads', words);
