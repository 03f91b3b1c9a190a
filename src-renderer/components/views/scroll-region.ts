/** Attributes of an area that scrolls. The area can get the focus, so that people can scroll it with the keyboard. */
export const scrollRegion = (label: string) => ({ role: 'region', 'aria-label': label, tabindex: 0 }) as const;
