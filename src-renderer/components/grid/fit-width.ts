const paddingPx = 24;

/** The width at which the title and all loaded values of a column are shown completely. */
export function fittingWidthPx(table: HTMLElement, columnId: string): number {
  const name = CSS.escape(columnId);
  const parts = table.querySelectorAll<HTMLElement>(`[data-column="${name}"], [data-head="${name}"] .title`);
  return Math.max(0, ...[...parts].map(contentWidthPx)) + paddingPx;
}

function contentWidthPx(part: HTMLElement): number {
  const { left, right } = part.getBoundingClientRect();
  const hidden = [...part.querySelectorAll<HTMLElement>('*')].map(
    ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
  );
  const range = document.createRange();
  range.selectNodeContents(part);
  return Math.min(range.getBoundingClientRect().width, right - left) + Math.max(0, ...hidden);
}
