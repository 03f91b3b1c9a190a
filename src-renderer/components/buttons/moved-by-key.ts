const moving = ['Tab', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'];
let isMoving = false;

document.addEventListener('keydown', ({ key }) => (isMoving = moving.includes(key)), { capture: true });
document.addEventListener('pointerdown', () => (isMoving = false), { capture: true });

/** Whether the focus was moved by a key. False when the focus returns after an action. */
export function isMovedByKey(): boolean {
  return isMoving;
}
