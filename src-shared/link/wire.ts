/**
 * What a host brings: a way to carry text to the other side, in order, until it closes.
 * A MessagePort in Electron, a WebSocket in the node host. `onText` and `onClose` take one listener each.
 */
export interface Wire {
  send(text: string): void;
  onText(listener: (text: string) => void): void;
  onClose(listener: () => void): void;
}
