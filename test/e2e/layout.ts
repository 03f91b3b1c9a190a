import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Elements that overflow the window or their container, controls of the headers that overlap, and text beside its cell.
 * `within`: a selector of the part to check, such as a side panel that covers the page. Default: the window.
 */
export function faultsOfLayout(window: Page, within?: string): Promise<string[]> {
  return window.evaluate((part) => {
    const problems: string[] = [];
    const name = (element: Element): string =>
      `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 30)}”`;
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 1;

    // A grid scrolls sideways itself; nothing around it scrolls.
    const content = part ?? '#main';
    for (const element of [document.documentElement, ...document.querySelectorAll(`${content}, ${content} *`)]) {
      const isScroller = ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
      if (element !== document.documentElement && !isScroller) continue;
      if (element.closest('[role="grid"], pre, textarea') !== null) continue;
      if (element.scrollWidth > element.clientWidth + 1) problems.push(`scrolls sideways: ${element.className}`);
    }

    for (const cell of document.querySelectorAll(`${content} :is(td, th)`)) {
      if (getComputedStyle(cell).overflowX !== 'visible' || cell.scrollWidth <= cell.clientWidth + 1) continue;
      problems.push(`beside its cell: ${name(cell)}`);
    }

    const controls = [
      ...document.querySelectorAll(
        `${part ?? ''} header :is(h1, button, a, input), ${content} [role="toolbar"] :is(button, input)`,
      ),
    ].filter(isShown);
    for (const [at, one] of controls.entries()) {
      const a = one.getBoundingClientRect();
      if (a.left < 0 || a.right > innerWidth + 1) problems.push(`outside of the window: ${name(one)}`);
      for (const other of controls.slice(at + 1)) {
        if (one.contains(other)) continue;
        const b = other.getBoundingClientRect();
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 1 && high > 1) problems.push(`over each other: ${name(one)} and ${name(other)}`);
      }
    }
    return problems;
  }, within);
}

/** Assert that a control is completely visible, can be reached with the Tab key, and is not covered. */
export async function expectInReach(control: Locator, what: string): Promise<void> {
  await expect(control, what).toBeInViewport({ ratio: 1 });
  const fault = await control.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (!element.contains(over)) return `covered by ${over?.outerHTML.slice(0, 100)}`;
    return (element as HTMLElement).tabIndex < 0 ? 'not reached with Tab' : null;
  });
  expect(fault, what).toBeNull();
}

/** The controls of the headers and toolbars that are not shown whole after scrolling to them, or that something covers. */
export function outOfReach(window: Page): Promise<string[]> {
  return window.evaluate(() => {
    const problems: string[] = [];
    const controls = document.querySelectorAll<HTMLElement>(
      '#main :is(header, nav, [role="toolbar"]) :is(button, input, select, a[href])',
    );
    for (const control of controls) {
      if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('[role="grid"]') !== null) continue;
      control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const { left, right, top, bottom, width } = control.getBoundingClientRect();
      if (width <= 1) continue;
      const name = (control.getAttribute('aria-label') ?? control.textContent).trim().slice(0, 30);
      if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) problems.push(`cut: ${name}`);
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const isOwn = over !== null && (control.contains(over) || over.contains(control));
      if (!isOwn) problems.push(`covered: ${name} by ${over?.outerHTML.slice(0, 80) ?? 'nothing'}`);
    }
    return problems;
  });
}
