/** The value of a text field; empty if it is not set. */
export const typedText = (value: unknown): string => (typeof value === 'string' ? value : '');
