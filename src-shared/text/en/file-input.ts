import { size } from './moments.ts';

/** Texts of the field for a file from this computer. */
export const fileInput = {
  choose: 'Choose file…',
  chooseSeveral: 'Choose files…',
  orDrop: 'or drop it here',
  orDropSeveral: 'or drop them here',
  unreadable: 'Couldn’t read this file.',
  remove: (name: string) => `Remove ${name}`,
  /** The core receives the file. Nothing is sent to the instance yet. */
  reading: (name: string) => `Reading ${name}`,
  /** `mostBytes`: the largest file that the instance accepts. */
  tooLarge: (name: string, bytes: number, mostBytes: number) =>
    `${name} is ${size(bytes)}. The instance accepts files of up to ${size(mostBytes)} here.`,
};
