import '../styles/index.css';
import { mount } from 'svelte';
import type { Wire } from '#shared/link/wire.ts';
import { Session } from '../link/session.svelte.ts';
import Root from './Root.svelte';

/** Render the window and connect it to its core. */
export function start(connect: () => Promise<Wire>): void {
  const target = document.querySelector('#app');
  if (target === null) throw new Error('the page has no #app');
  const session = new Session(connect);
  session.start();
  mount(Root, { target, props: { session } });
}
