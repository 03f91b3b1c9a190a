/** The longest message of a window, in characters. It can contain 16 million characters that double when escaped. */
export const mostMessageChars = 40_000_000;

/**
 * A connection that transports texts in order, until it closes: a MessagePort in Electron, a WebSocket in the node host.
 * `onText` and `onClose` accept one listener each.
 */
export interface Wire {
  send(text: string): void;
  onText(listener: (text: string) => void): void;
  onClose(listener: () => void): void;
}
