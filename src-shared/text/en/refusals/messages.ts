import { branchName } from '../branch-name.ts';

const statuses =
  'Bad [Rr]equest|Unauthorized|Forbidden|Not [Ff]ound|Conflict|Unprocessable(?: Entity)?|Internal Server Error';

/** The status at the start of a message. */
export const statusText = new RegExp(`^[45]\\d\\d (?:(?:${statuses})(?: - |$)|(?=[A-Z]))`);

/** Messages that say no more than their status. */
export const vague = /^(?:One or more commits are not valid|Bad request|Internal Server Error)\.?$/i;

/** Known messages about a value: the text after the name of the field, and its words in the window. */
export const aboutField: readonly (readonly [RegExp, string])[] = [
  [/has already been taken/, 'is already in use'],
  [/(?:can['’]t be blank|(?:is|are) missing|is empty)/, 'is required'],
  [/is too long \(maximum is ([\d,]+) characters?\)/, 'is too long. The maximum is $1 characters'],
  [/is too short \(minimum is ([\d,]+) characters?\)/, 'is too short. The minimum is $1 characters'],
  [/(?:is invalid|does not have a valid value|is not included in the list)/, 'has a value that isn’t allowed'],
  [/is not a number/, 'must be a number'],
];

/** Other known messages, and their words in the window. */
export const known: readonly (readonly [RegExp, string])[] = [
  [/^(?:Branch|A branch called .+) already exists\b.*$/, `${branchName.exists} Enter another name.`],
  [/^Invalid reference name: (.+)$/, 'No branch, tag or commit has the name “$1”.'],
  [/^Expires at must be before ([\d-]+)$/, 'The expiry date must be before $1.'],
];
