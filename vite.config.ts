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
  // Small as they are: a part loaded later then comes with its styles or not at all.
  cssCodeSplit: false,
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

const pageTests = ['tests/unit/app/**/*.test.ts', 'tests/unit/workers/**/*.test.ts'];

/** `isolate`: each file has its modules and globals for itself, and pays for loading them. */
function project(name: string, include: string[], exclude: string[], isolate: boolean) {
  return { extends: true as const, test: { name, include, exclude, isolate, environment: 'node' as const } };
}

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
      // A test may play a world for years, on a machine that is busy.
      testTimeout: 180_000,
      hookTimeout: 180_000,
      // By default one processor is kept free, which of two is half.
      maxWorkers: '100%',
      projects: [
        // Modules of the page and of its workers keep state, and their tests put others in place of a browser's globals.
        project('unit-page', pageTests, [], true),
        project('unit', ['tests/unit/**/*.test.ts'], pageTests, false),
        project('conformance', ['tests/conformance/**/*.test.ts'], [], false),
      ],
    },
  };
});
