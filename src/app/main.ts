import './model/policy.ts'; // before anything can connect
import './model/returnCode.ts';
import './tokens.css';
import './base.css';
import { mount } from 'svelte';
import App from './App.svelte';

const target = document.querySelector('#app');
if (target) mount(App, { target });
