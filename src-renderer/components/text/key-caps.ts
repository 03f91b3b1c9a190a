const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

const names: Record<string, string> = {
  mod: isMac ? '⌘' : 'Ctrl',
  shift: isMac ? '⇧' : 'Shift',
  alt: isMac ? '⌥' : 'Alt',
  enter: '↵',
  escape: 'Esc',
  arrowup: '↑',
  arrowdown: '↓',
  space: 'Space',
};

/** The labels of the keys in `g u` or `mod+shift+l`. */
export function keyCaps(keys: string): string[] {
  return keys.split(/[ +]/).map((key) => names[key.toLowerCase()] ?? (key.length === 1 ? key.toUpperCase() : key));
}
