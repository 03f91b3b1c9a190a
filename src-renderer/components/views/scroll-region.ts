/** Attributes of an area that scrolls. It takes the focus, so that the keyboard can scroll it. */
export const scrollRegion = (label: string) => ({ role: 'region', 'aria-label': label, tabindex: 0 }) as const;
