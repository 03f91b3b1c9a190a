import { uploads as words } from '#shared/text/en/uploads.ts';
import { declaredList } from '../../console/declared-list.ts';

/** The files that were uploaded to a project. */
export const uploadsList = declaredList('uploads', words);
