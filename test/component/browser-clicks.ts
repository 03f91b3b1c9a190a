import { onTestFinished } from 'vitest';

/** For each click on the document: whether it was left to the browser. No click opens another window. */
export function clicksLeftToBrowser(): boolean[] {
  const isLeft: boolean[] = [];
  const note = (event: MouseEvent): void => {
    isLeft.push(!event.defaultPrevented);
    event.preventDefault();
  };
  document.addEventListener('click', note);
  onTestFinished(() => document.removeEventListener('click', note));
  return isLeft;
}
