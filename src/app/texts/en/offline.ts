/** The page without a network, and its updates. */
export const offline = {
  offlineReady: 'Works offline',
  offlineUpdate: 'A new version of this page is ready.',
  offlineUpdateHelp: 'Reloading ends a run that is under way.',
  offlineReload: 'Reload',
  offlineLater: 'Later',
} as const;
