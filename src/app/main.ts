import './model/policy.ts'; // before anything can connect
import './model/returnCode.ts';
import './tokens.css';
import './base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { language } from './language.svelte.ts';

const target = document.querySelector('#app');
// Not awaited at the top: a chunk that needs this module would then wait for itself.
void language.start().then(() => target && mount(App, { target }));
