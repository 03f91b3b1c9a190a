import axe from 'axe-core';

/**
 * The axe findings of the document, one line each, after animations have ended; `[]` without findings. In the dark
 * theme only contrast is checked: everything else is the same as in the light theme, where all rules are checked.
 */
export async function violations(): Promise<string[]> {
  // While elements fade in, their colors are mixed.
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  const isDark = document.documentElement.dataset['theme'] === 'dark';
  // The same component renders all rows of a list: the first seven are enough
  const context = { include: [['html']], exclude: [['[role="row"]:nth-child(n+8)']] };
  const { violations: found } = await axe.run(context, {
    resultTypes: ['violations'],
    runOnly: isDark ? ['color-contrast'] : ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    // Belongs to the page of the test runner, not to the window.
    rules: { 'page-has-heading-one': { enabled: false } },
  });
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
  );
}
