import axe from 'axe-core';

/**
 * What axe finds wrong in the document, one line each, once nothing moves any more; equals `[]` when all is well.
 * In the dark theme it looks at contrast alone: nothing else differs from the light one, which every such test looks at whole.
 */
export async function violations(): Promise<string[]> {
  // Half faded in, nothing has its own colours.
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  const isDark = document.documentElement.dataset['theme'] === 'dark';
  const { violations: found } = await axe.run(document, {
    runOnly: isDark ? ['color-contrast'] : ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    // Belongs to the page of the test runner, not to the window.
    rules: { 'page-has-heading-one': { enabled: false } },
  });
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
  );
}
