const widths = new Map<string, number>();
const mostKept = 5_000;
let context: CanvasRenderingContext2D | null | undefined;

/** The width of a text in the font of the window, without a layout. `look`: weight and size, such as `500 11px`. */
export function textWidthPx(text: string, look: string): number {
  const name = `${look} ${text}`;
  const known = widths.get(name);
  if (known !== undefined) return known;
  context ??= document.createElement('canvas').getContext('2d');
  if (context === null) return 0;
  context.font = `${look} ${getComputedStyle(document.documentElement).getPropertyValue('--font-ui')}`;
  const { width } = context.measureText(text);
  // Another font may be used until the font of the window is loaded
  if (document.fonts.status === 'loaded' && widths.size < mostKept) widths.set(name, width);
  return width;
}
