/** The row and the column in which an event happened. */
export function hit(event: Event): { index: number; columnId: string | undefined } | undefined {
  const target = event.target instanceof Element ? event.target : undefined;
  const row = target?.closest<HTMLElement>('[data-index]');
  if (row === null || row === undefined) return undefined;
  return {
    index: Number(row.dataset['index']),
    columnId: target?.closest<HTMLElement>('[data-column]')?.dataset['column'],
  };
}
