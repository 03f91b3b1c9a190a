import './app/jitless.ts';
import './styles/index.css';
import { mount } from 'svelte';
import Root from './app/Root.svelte';
import { connect } from './link/connect.ts';
import { Session } from './link/session.svelte.ts';

const target = document.querySelector('#app');
if (target === null) throw new Error('the page has no #app');
const session = new Session(connect);
session.start();
mount(Root, { target, props: { session } });
