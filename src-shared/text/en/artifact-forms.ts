import { ago, plural } from './moments.ts';

const storedStay = (n: number): string =>
  n === 0 ? '' : ` ${plural(n, 'file')} stored on this computer ${n === 1 ? 'isn’t' : 'aren’t'} deleted.`;

/** Actions on the artifacts of jobs: keep and delete. */
export const artifactForms = {
  keep: {
    label: 'Prevent expiry…',
    palette: (job: number): string => `Prevent the expiry of the artifacts of job ${job}…`,
    title: (job: number): string => `Prevent the expiry of the artifacts of job ${job}`,
    done: (job: number): string => `The artifacts of job ${job} no longer expire`,
    consequence: 'The instance keeps these artifacts after their expiry date.',
    note: (at: number, now: number): string =>
      `These artifacts no longer expire: Reeve prevented their expiry ${ago(at, now)}.`,
  },
  remove: {
    label: 'Delete artifacts…',
    palette: (job: number): string => `Delete the artifacts of job ${job}…`,
    title: (job: number): string => `Delete the artifacts of job ${job}`,
    done: (job: number): string => `Deleted the artifacts of job ${job}`,
    consequence: (stored: number): string =>
      `The instance deletes the archive with all of its files.${storedStay(stored)}`,
    note: (at: number, now: number, stored: number): string =>
      `Deleted on the instance ${ago(at, now)} with Reeve. The files below are from the last sync.${storedStay(stored)}`,
    gone: 'These artifacts were deleted.',
  },
  removeAll: {
    label: 'Delete all artifacts of the project…',
    title: (project: string): string => `Delete all artifacts of ${project}`,
    done: (project: string): string => `Requested the deletion of all artifacts of ${project}`,
    consequence:
      'All artifacts that can be deleted expire now, and the next regular cleanup of the instance deletes them. By default, the artifacts of the most recent successful pipeline of each branch and tag are kept. The API doesn’t document the status code of this response, so Reeve treats every 2xx status as a success. Files stored on this computer aren’t deleted.',
    note: (at: number, now: number): string =>
      `The deletion of all artifacts of this project was requested ${ago(at, now)} with Reeve. The instance deletes them with its next regular cleanup. By default, it keeps the artifacts of the most recent successful pipeline of each branch and tag.`,
  },
};
