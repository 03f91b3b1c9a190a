const named = new WeakSet<HTMLElement>();
/** A text is at most this many elements deep in the element that cuts it off. */
const mostLevels = 4;

/** Gives a text below the pointer that is cut off a tooltip with the whole text, unless it has one. */
export function nameCutText({ target }: Event): void {
  let element = target instanceof HTMLElement ? target : null;
  for (let level = 0; element !== null && level < mostLevels; level += 1) {
    if (named.delete(element)) element.removeAttribute('title');
    if (element.title !== '' || element.dataset['tooltip'] !== undefined) return;
    if (isCut(element)) {
      if (element.closest('[title]') !== null) return;
      element.title = element.textContent.trim();
      named.add(element);
      return;
    }
    element = element.parentElement;
  }
}

function isCut(element: HTMLElement): boolean {
  return element.scrollWidth > element.clientWidth && getComputedStyle(element).textOverflow === 'ellipsis';
}
