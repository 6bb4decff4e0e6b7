import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { serviceWorker } from './vite/serviceWorker.ts';

// The page carries the same policy in a meta tag; frame-ancestors counts only in a header.
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "worker-src 'self'",
  // The page narrows this to the endpoints that its user has set up.
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** sql.js requires node:fs and node:crypto where it finds itself in Node; a browser never gets there, so it gets nothing. */
function sqlJsWithoutNode(): Plugin {
  const nothing = '\0nothing';
  return {
    name: 'sql-js-without-node',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source.startsWith('node:') && importer?.includes('/sql.js/') ? nothing : null,
    load: (id) => (id === nothing ? 'export {}' : null),
  };
}

const page = {
  outDir: 'dist/page',
  target: 'es2022',
  // Every browser that runs ES2022 preloads modules by itself.
  modulePreload: { polyfill: false },
  // The engine with its database is one big worker, by intent.
  chunkSizeWarningLimit: 2000,
  rolldownOptions: { checks: { bundlerTimings: false } },
} as const;

// One file with everything in it, so that the packed package needs no dependencies.
const cli = {
  outDir: 'dist/cli',
  target: 'node20',
  ssr: 'src/cli/main.ts',
  rolldownOptions: {
    output: {
      entryFileNames: 'longrun.js',
      codeSplitting: false,
      // Without its white space the database is a third of the size; names stay, for readable stack traces.
      minify: { compress: false, mangle: false, codegen: true },
    },
  },
} as const;

export default defineConfig(({ mode }) => {
  const forNode = mode === 'cli';
  return {
    base: './',
    publicDir: false,
    plugins: [svelte({ configFile: false }), !forNode && [sqlJsWithoutNode(), serviceWorker()]],
    // The licences of what is bundled ask to be passed on with it.
    build: { emptyOutDir: true, license: { fileName: 'LICENSES.md' }, ...(forNode ? cli : page) },
    worker: { format: 'es', plugins: () => [sqlJsWithoutNode()] },
    ...(forNode && { ssr: { noExternal: true, target: 'node' } }),
    preview: {
      headers: {
        'Content-Security-Policy': contentSecurityPolicy,
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'no-referrer',
      },
    },
    test: {
      // A test may play a world for years.
      testTimeout: 60_000,
      projects: ['unit', 'conformance'].map((name) => ({
        extends: true as const,
        test: { name, include: [`tests/${name}/**/*.test.ts`], environment: 'node' as const },
      })),
    },
  };
});
