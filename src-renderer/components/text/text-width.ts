const widths = new Map<string, number>();
const mostCached = 5_000;
let context: CanvasRenderingContext2D | null | undefined;

/**
 * The width of a text in the font of the window, in CSS pixels, measured without a layout. `style`: weight and size,
 * such as `500 11px`.
 */
export function textWidthPx(text: string, style: string): number {
  const key = `${style} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  context ??= document.createElement('canvas').getContext('2d');
  if (context === null) return 0;
  context.font = `${style} ${getComputedStyle(document.documentElement).getPropertyValue('--font-ui')}`;
  const { width } = context.measureText(text);
  // Until the font of the window is loaded, the browser measures with another font
  if (document.fonts.status === 'loaded' && widths.size < mostCached) widths.set(key, width);
  return width;
}
