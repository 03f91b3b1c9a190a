import axe from 'axe-core';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

// Findings name the element by its selector, so axe need not copy the markup of all elements, which is slow.
axe.configure({ noHtml: true });

/** The axe findings of the document in its theme, one line each, after animations have ended. Empty: none. */
export function violations(): Promise<string[]> {
  return findings(rules, []);
}

interface Part {
  /** Leave out the sidebar, the top bar and the status bar, which are the same on all pages. */
  isWithoutFrame?: boolean;
}

/**
 * The findings of `violations` in the light theme, and those of contrast in the dark theme: everything else is the same
 * in both. The document keeps the theme that it had.
 */
export async function violationsInBothThemes({ isWithoutFrame = false }: Part = {}): Promise<string[]> {
  const without = isWithoutFrame ? [['.shell > :not(#main)']] : [];
  const root = document.documentElement;
  const theme = root.getAttribute('data-theme');
  try {
    root.dataset['theme'] = 'light';
    const light = await findings(rules, without);
    root.dataset['theme'] = 'dark';
    const dark = await findings(['color-contrast'], without);
    return [...light, ...dark.map((finding) => `dark: ${finding}`)];
  } finally {
    if (theme === null) root.removeAttribute('data-theme');
    else root.dataset['theme'] = theme;
  }
}

async function findings(runOnly: string[], without: string[][]): Promise<string[]> {
  // While elements fade in, their colors are mixed.
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  // The same component renders all rows of a list: the first seven are enough
  const context = { include: [['html']], exclude: [['[role="row"]:nth-child(n+8)'], ...without] };
  const { violations: found } = await axe.run(context, {
    resultTypes: ['violations'],
    // The rule about orientation is the only one that reads all style sheets, which is slow. every-page.spec.ts runs it
    preload: false,
    runOnly,
    // Belongs to the page of the test runner, not to the window.
    rules: { 'page-has-heading-one': { enabled: false } },
  });
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
  );
}
