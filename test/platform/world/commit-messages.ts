import type { Settings } from '../settings.ts';

type DialectSetting = Pick<Settings, 'dialect'>;

/** The message of a new commit. On real installations it ends with a line ending. */
export const messageInDialect = ({ dialect }: DialectSetting, message: string): string =>
  dialect === 'gitlab' && !message.endsWith('\n') ? `${message}\n` : message;

/** A push rule's pattern for messages. On real installations `^` and `$` match at each line, unless it begins with `(?-m)`. */
export const patternInDialect = ({ dialect }: DialectSetting, pattern: string): string =>
  dialect === 'gitlab' ? `(?m)${pattern}` : pattern;

/** The text in which the forbidden pattern of a push rule is searched: real installations leave out the final line ending. */
export const textForForbiddenPattern = ({ dialect }: DialectSetting, message: string): string =>
  dialect === 'gitlab' ? message.replace(/\r?\n$/, '') : message;
