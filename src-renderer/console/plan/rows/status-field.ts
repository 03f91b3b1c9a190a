import type { FieldChange } from '#shared/contract/changes.ts';
import { readStatus } from '../../../components/display/http-status.ts';

/** Whether a field is the status of a receiver, which is shown as a chip. */
export const isStatus = ({ field }: Pick<FieldChange, 'field'>): boolean => field === 'response_status';

/** The width of a chip in letters. */
export const chipLetters = (status: unknown): number =>
  typeof status === 'string' && readStatus(status).code === null ? 13 : 6;
