/**
 * The reason in an error of the platform, for a narrow cell: without its number, and without the step that failed
 * (`13:get remote references: Permission denied`).
 */
export function reasonOf(error: string): string {
  const [first = ''] = error.split('\n');
  return first.replace(/^\d+:(?:[a-z ]+: )*/, '') || first;
}
