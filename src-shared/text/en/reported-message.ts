import { labelOf } from './fields.ts';

const statuses = 'Bad [Rr]equest|Unauthorized|Forbidden|Not [Ff]ound|Conflict|Unprocessable(?: Entity)?';
const status = new RegExp(`^[45]\\d\\d (?:(?:${statuses})(?: - |$)|(?=[A-Z]))`);

/** Known messages of the platform about a value: the text after the name of the field, and its words in the window. */
const known: readonly [RegExp, string][] = [
  [/has already been taken/, 'is already in use'],
  [/(?:can['’]t be blank|(?:is|are) missing|is empty)/, 'is required'],
  [/is too long \(maximum is ([\d,]+) characters?\)/, 'is too long. The maximum is $1 characters'],
  [/is too short \(minimum is ([\d,]+) characters?\)/, 'is too short. The minimum is $1 characters'],
  [/(?:is invalid|does not have a valid value|is not included in the list)/, 'has a value that isn’t allowed'],
  [/is not a number/, 'must be a number'],
];

/**
 * A message of the platform without its status, in the words of the window if it is known. Empty: it is only a status.
 */
export function readableMessage(reported: string): string {
  const message = reported.replace(status, '').replace(/^validation failed: /i, '');
  for (const [pattern, words] of known) {
    const [, subject, found] = new RegExp(`^([\\w ]{1,60}) (${pattern.source})\\.?$`).exec(message) ?? [];
    if (subject !== undefined && found !== undefined) {
      return `${labelOf(subject.toLowerCase().replaceAll(' ', '_'))} ${found.replace(pattern, words)}.`;
    }
  }
  return message;
}
