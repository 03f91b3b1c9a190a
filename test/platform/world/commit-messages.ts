import type { Settings } from '../settings.ts';

type DialectSetting = Pick<Settings, 'dialect'>;

/** The message of a new commit. On real installations it ends with a line ending. */
export const messageInDialect = ({ dialect }: DialectSetting, message: string): string =>
  dialect === 'gitlab' && !message.endsWith('\n') ? `${message}\n` : message;
