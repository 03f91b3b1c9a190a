/**
 * The attribute of an element that shows a tooltip while it is hovered or focused. `text`: without one, there is no tooltip.
 * `SharedTooltip.svelte` shows it.
 */
export function tooltip(text: string | null | undefined): { 'data-tooltip': string | undefined } {
  return { 'data-tooltip': text === null || text === '' ? undefined : text };
}

/** The element with a tooltip that contains the target of an event. */
export function withTooltip(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null;
}
