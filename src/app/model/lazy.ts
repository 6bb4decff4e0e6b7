/** What the page loads once a model or a recording is to drive. */
export { ModelDesk } from './modelDesk.svelte.ts';
export { default as ModelPanel } from './ModelPanel.svelte';
export { default as RecordingPanel } from './RecordingPanel.svelte';
