const moving = ['Tab', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'];
let isMoving = false;

document.addEventListener('keydown', ({ key }) => (isMoving = moving.includes(key)), { capture: true });
document.addEventListener('pointerdown', () => (isMoving = false), { capture: true });

/** Whether the last input was a key that moves the focus. It was not if the focus returns after an action. */
export function isMovedByKey(): boolean {
  return isMoving;
}
