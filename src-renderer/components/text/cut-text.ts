const withTooltip = new WeakSet<HTMLElement>();
/** The element that cuts off a text is at most this many levels above it. */
const mostLevels = 4;

/** If the text below the pointer is cut off, adds a tooltip with the whole text. An existing tooltip is kept. */
export function addTooltipToCutText({ target }: Event): void {
  let element = target instanceof HTMLElement ? target : null;
  for (let level = 0; element !== null && level < mostLevels; level += 1) {
    if (withTooltip.delete(element)) element.removeAttribute('title');
    if (element.title !== '' || element.dataset['tooltip'] !== undefined) return;
    if (isCut(element)) {
      if (element.closest('[title]') !== null) return;
      element.title = element.textContent.trim();
      withTooltip.add(element);
      return;
    }
    element = element.parentElement;
  }
}

function isCut(element: HTMLElement): boolean {
  return element.scrollWidth > element.clientWidth && getComputedStyle(element).textOverflow === 'ellipsis';
}
