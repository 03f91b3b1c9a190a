/**
 * For `onOpenAutoFocus` of an overlay whose content is loaded when it is opened: the overlay itself takes the focus at once.
 * The library moves the focus one frame later, to a control if one is already loaded. Letters that are typed before that
 * would be shortcuts of the page.
 */
export function takeFocus(content: () => HTMLElement | null): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    content()?.focus();
  };
}
