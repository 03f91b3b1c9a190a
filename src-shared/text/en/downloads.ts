import { size } from './moments.ts';

/** Words about files that are being downloaded. */
export const downloads = {
  title: 'Downloads',
  progress: (received: number, total: number | null): string =>
    total === null ? `${size(received)} received` : `${size(received)} of ${size(total)}`,
  progressOf: (name: string): string => `Download of ${name}`,
  cancel: 'Cancel',
  cancelOf: (name: string): string => `Cancel the download of ${name}`,
  cancelFailed: 'Couldn’t cancel the download',
};
