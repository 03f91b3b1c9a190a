import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { profileColours } from '#shared/contract/profiles.ts';
import { contrast } from './color-contrast.ts';

/**
 * Contrast of text, from the colors of both themes. Each text color must have enough contrast on each background that
 * can have text, so it does not matter which component contains which.
 */
const root = join(import.meta.dirname, '../../src-renderer');

/** Text colors. A text can be on each of `backgrounds`. */
const texts = [
  ...['fg', 'fg-2', 'fg-3', 'accent', 'ok-fg', 'warn-fg', 'bad-fg', 'info-fg', 'muted-fg'],
  ...['scope-instance', 'scope-group', 'scope-project'],
];
/** Backgrounds that can have text. */
const backgrounds = [
  ...['bg-canvas', 'bg-surface', 'bg-raised', 'bg-overlay', 'bg-inset', 'bg-hover', 'bg-press', 'bg-select'],
  ...[
    'bg-select-hover',
    'accent-soft',
    'ok-soft',
    'warn-soft',
    'bad-soft',
    'info-soft',
    'muted-soft',
    'line-1',
    'line-2',
  ],
];
/** The only texts on these backgrounds. */
const filled = {
  'on-accent': ['accent-fill', 'accent-fill-hover', 'bad-fill', 'bad-fill-hover'],
  'on-fill': profileColours.map((color) => `fill-${color}`),
};
/** Components with text on a filled background. */
const withFilledText = [
  ...['AccountMenu.svelte', 'Button.svelte', 'GridHead.svelte', 'GridRow.svelte', 'InstanceBand.svelte'],
  ...['AsOfBand.svelte', 'MomentPicker.svelte'],
];
/** Components with text in the color of a filled background, on the color of its texts. The contrast is the same. */
const withInvertedText: Readonly<Record<string, readonly string[]>> = { 'AsOfBand.svelte': ['on-fill', 'fill-amber'] };
/** Components that draw bars, dots, boxes and lines without text in other colors. */
const withMarks = [
  ...['Cell.svelte', 'Check.svelte', 'Choice.svelte', 'ColourTag.svelte', 'EnabledTicks.svelte', 'ExportCell.svelte'],
  ...['GridHead.svelte', 'HeadCell.svelte', 'IconButton.svelte', 'InstanceBand.svelte', 'MirrorLegend.svelte'],
  ...['ChangesChart.svelte', 'CollectionTable.svelte'],
  ...['MirrorStrip.svelte', 'NoticeItem.svelte', 'PackageSearchPanel.svelte', 'Panel.svelte', 'ProgressBar.svelte'],
  ...['ReplayShares.svelte', 'SetupStrip.svelte', 'StatusDot.svelte', 'StatusMark.svelte', 'SyncTimeline.svelte'],
  ...['TopBar.svelte', 'VersionsView.svelte', 'WeekBars.svelte', 'code-theme.ts'],
];
/** Values that are not a color of a theme: the text or background is that of the element around it, or of the system. */
const noColor = ['inherit', 'none', 'transparent', 'currentColor', 'Canvas', 'CanvasText', 'GrayText', 'Highlight'];
/** Disabled controls need no contrast. */
const disabled = ['fg-disabled'];

interface Declaration {
  file: string;
  property: string;
  value: string;
}

/** The declarations of `color`, `background` and `opacity` in the styles of all components. */
function declarations(): Declaration[] {
  const files = globSync('**/*.{svelte,css,ts}', { cwd: root }).filter(
    (file) => !/(tokens\.css|\.test\.ts)$/.test(file),
  );
  return files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
    const styles = file.endsWith('.svelte') ? (/<style>(.*)<\/style>/s.exec(source)?.[1] ?? '') : source;
    const found = file.endsWith('.ts')
      ? styles.matchAll(/\b(color|background|backgroundColor|opacity): '([^']*(?:var|light-dark|#)[^']*)'/g)
      : styles.matchAll(/(?<![\w-])(color|background|background-color|background-image|opacity)\s*:\s*([^;}]+)/g);
    return [...found].map(([, property = '', value = '']) => ({
      file: basename(file),
      property: property === 'color' || property === 'opacity' ? property : 'background',
      value: value.replace('!important', '').replaceAll(/\s+/g, ' ').trim(),
    }));
  });
}
const all = declarations();
const lineOf = ({ file, property, value }: Declaration): string => `${file}: ${property}: ${value}`;
/** The token of a value such as `var(--fg)` or `var(--row-bg, var(--fg))`; otherwise the value. */
const tokenOf = (value: string): string => /^var\((?:--row-bg, var\()?--([\w-]+)\)?\)$/.exec(value)?.[1] ?? value;

const tokens = readFileSync(join(root, 'styles/tokens.css'), 'utf8');
/** The color of a token in the light and in the dark theme. */
function colorsOf(token: string): [string, string] {
  const value = new RegExp(`--${token}: ([^;]+);`).exec(tokens)?.[1] ?? '';
  const [light, dark = light] = value.match(/#[\da-f]{6}/g) ?? [];
  if (light === undefined || dark === undefined) throw new Error(`there is no color --${token}`);
  return [light, dark];
}

/** The pairs of colors with too little contrast in one of the themes. */
function unreadable(text: readonly [string, string], background: readonly [string, string], name: string): string[] {
  return ['light', 'dark'].flatMap((theme, at) => {
    const ratio = contrast(text[at] ?? '', background[at] ?? '');
    return ratio < 4.5 ? [`${name}, ${theme}: ${ratio.toFixed(2)}`] : [];
  });
}

test('each color of a text has enough contrast on each background in both themes', () => {
  const pairs = texts.flatMap((text) => backgrounds.map((background) => [text, background] as const));
  const filledPairs = Object.entries(filled).flatMap(([text, fills]) => fills.map((fill) => [text, fill] as const));
  const found = [...pairs, ...filledPairs].flatMap(([text, background]) =>
    unreadable(colorsOf(text), colorsOf(background), `${text} on ${background}`),
  );
  expect(found).toEqual([]);
});

test('the letters of an avatar have enough contrast in both themes', () => {
  const source = readFileSync(join(root, 'components/display/initials.ts'), 'utf8');
  const pairs = [...source.matchAll(/\['light-dark\((#\w+), (#\w+)\)', 'light-dark\((#\w+), (#\w+)\)'\]/g)];
  expect(pairs.length).toBeGreaterThan(7);
  const found = pairs.flatMap(([, softLight = '', softDark = '', inkLight = '', inkDark = ''], at) =>
    unreadable([inkLight, inkDark], [softLight, softDark], `avatar ${at}`),
  );
  expect(found).toEqual([]);
});

test('components use only colors of texts whose contrast is tested', () => {
  const isTested = ({ file, value }: Declaration): boolean =>
    [...texts, ...disabled, ...noColor].includes(tokenOf(value)) ||
    withInvertedText[file]?.includes(tokenOf(value)) === true ||
    (withFilledText.includes(file) && [...Object.keys(filled), '#fff'].includes(tokenOf(value)));
  const colors = all.filter(({ property }) => property === 'color');
  expect(colors.length).toBeGreaterThan(160);
  expect(colors.filter((one) => !isTested(one)).map(lineOf)).toEqual([]);
});

test('components have text only on backgrounds whose contrast is tested', () => {
  const isTested = ({ file, value }: Declaration): boolean =>
    [...backgrounds, ...noColor].includes(tokenOf(value)) ||
    withMarks.includes(file) ||
    withInvertedText[file]?.includes(tokenOf(value)) === true ||
    (withFilledText.includes(file) && [...filled['on-accent'], 'fill'].includes(tokenOf(value))) ||
    // The shadow at the edges of the sidebar, which is drawn on a tested background
    (file === 'Sidebar.svelte' && /^(linear-gradient\([^)]*var\(--(bg-canvas|edge)\))/.test(value)) ||
    // The area behind a dialog, and selected text
    ['bg-scrim', 'light-dark(#cdd5fb, #36437f)'].includes(tokenOf(value));
  const shown = all.filter(({ property }) => property === 'background');
  expect(shown.length).toBeGreaterThan(185);
  expect(shown.filter((one) => !isTested(one)).map(lineOf)).toEqual([]);
  const inMarkup = globSync('**/*.svelte', { cwd: root }).filter((file) =>
    /style:(color|background|opacity)|style="/.test(readFileSync(join(root, file), 'utf8')),
  );
  // The colors of an avatar are tested above. The others draw bars without text
  expect(inMarkup.map((file) => basename(file)).toSorted()).toEqual([
    'Avatar.svelte',
    'ProgressBar.svelte',
    'WeekBars.svelte',
  ]);
});

test('text is not made paler by opacity', () => {
  const transparent = all.filter(({ property, value }) => property === 'opacity' && !['0', '1'].includes(value));
  // A disabled button, bars outside of the chosen span, a progress bar without a known share, a dragged column, and
  // figures that are being counted again
  expect(transparent.map(lineOf).toSorted()).toEqual([
    'AsOfBand.svelte: opacity: 0.7',
    'ChangesChart.svelte: opacity: 0.35',
    'Figures.svelte: opacity: 0.7',
    'HeadCell.svelte: opacity: 0.5',
    'ProgressBar.svelte: opacity: 0.35',
  ]);
});
