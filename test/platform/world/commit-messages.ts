import type { Settings } from '../settings.ts';

type Spoken = Pick<Settings, 'dialect'>;

/** The message of a new commit. On real installations it ends with a line end. */
export const messageInDialect = ({ dialect }: Spoken, message: string): string =>
  dialect === 'gitlab' && !message.endsWith('\n') ? `${message}\n` : message;

/** A push rule's pattern for messages. On real installations `^` and `$` match at each line, unless it begins with `(?-m)`. */
export const patternInDialect = ({ dialect }: Spoken, pattern: string): string =>
  dialect === 'gitlab' ? `(?m)${pattern}` : pattern;

/** The text that the forbidden pattern of a push rule is searched in. */
export const searchedForForbidden = ({ dialect }: Spoken, message: string): string =>
  dialect === 'gitlab' ? message.replace(/\r?\n$/, '') : message;
