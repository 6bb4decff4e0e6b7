import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import boundaries from 'eslint-plugin-boundaries';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import tseslint from 'typescript-eslint';

// ARCHITECTURE.md's arrows: who may import whom. A room may always import from itself.
const arenas = ['startup', 'service', 'deliverables'];
const foundations = ['db', 'core'];
const everything = ['agents', 'rollout', ...arenas, 'models', ...foundations];
const mayImport = {
  app: everything,
  cli: everything,
  workers: everything,
  agents: ['rollout', ...arenas, 'models', ...foundations],
  rollout: [...arenas, 'models', ...foundations],
  startup: foundations,
  service: ['models', ...foundations],
  deliverables: ['models', ...foundations],
  models: foundations,
  db: ['core'],
  core: [],
};
const rooms = Object.keys(mayImport);

const importPolicies = [
  ...rooms.map((room) => ({
    from: { element: { type: room } },
    allow: { to: { element: { types: { anyOf: [room, ...mayImport[room]] } } } },
  })),
  // A page class names the type of the worker it owns; code crosses only by message.
  {
    from: { element: { type: 'app' } },
    allow: { to: { element: { type: 'workers' } }, dependency: { kind: 'type' } },
  },
];

const browserOnly = (allowed) =>
  Object.keys(globals.browser)
    .filter((name) => !(name in allowed))
    .map((name) => ({ name, message: 'Only src/app touches the DOM.' }));
const noWebAssembly = { name: 'WebAssembly', message: 'The product runs without WebAssembly.' };

const nodeModules = { regex: '^node:', message: 'Only src/cli and tests use Node.' };
const sqlJs = { regex: '^sql\\.js', message: 'Only src/db knows sql.js.' };
const pageLibraries = {
  regex: '^(svelte|chart\\.js|bits-ui|comlink|commander)(/|$)',
  message: 'Page, worker and terminal libraries stay in their own rooms.',
};
const tests = { regex: '^(\\.\\./)+tests/', message: 'The product does not lean on its tests.' };
const restrictedImports = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns: [tests, ...patterns] }] });

const notDeterministic = [
  {
    selector: ":matches(NewExpression[arguments.length=0], CallExpression)[callee.name='Date']",
    message: 'The clock of a world is its own.',
  },
  {
    selector: ":matches(MemberExpression[property.name=/^(toLocale|localeCompare$)/], Identifier[name='Intl'])",
    message: 'Answers do not depend on the locale.',
  },
];
// Engines may differ in the last bit of these.
const transcendental = [
  {
    selector:
      "MemberExpression[object.name='Math'][property.name=/^(a?(sin|cos|tan)h?|atan2|exp|expm1|log|log10|log1p|log2|pow|cbrt|hypot)$/]",
    message: 'Transcendental functions come from src/core/transcendental.ts.',
  },
  {
    selector: "BinaryExpression[operator='**'][left.type!='Literal']",
    message: 'Powers come from src/core/transcendental.ts.',
  },
];

const untyped = {
  extends: [tseslint.configs.disableTypeChecked],
  rules: { '@typescript-eslint/switch-exhaustiveness-check': 'off' },
};

const rulesOfTheHouse = {
  eqeqeq: 'error',
  'no-eval': 'error',
  'no-new-func': 'error',
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
  '@typescript-eslint/switch-exhaustiveness-check': 'error',
  // An interface that some implement with waiting and some without is normal here.
  '@typescript-eslint/require-await': 'off',
};

export default defineConfig(
  { ignores: ['dist/', 'node_modules/', 'test-results/', 'playwright-report/'] },
  js.configs.recommended,
  tseslint.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname, extraFileExtensions: ['.svelte'] },
    },
    rules: rulesOfTheHouse,
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { globals: globals.browser, parserOptions: { parser: tseslint.parser } },
    rules: {
      'svelte/no-at-html-tags': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: "SvelteAttribute[key.name='style'][value.length=1] > SvelteLiteral",
          message: 'The content security policy drops a fixed style attribute: use a class or a style: directive.',
        },
      ],
      // Vite finds a worker by the words new URL(…, import.meta.url).
      'svelte/prefer-svelte-reactivity': 'off',
      // The type checker knows better which names exist.
      'no-undef': 'off',
    },
  },
  {
    // Outside svelte-check a component is untyped; svelte-check has the types.
    files: ['**/*.svelte'],
    ...untyped,
  },
  {
    files: ['src/**/*.{ts,svelte}', 'workers/**/*.ts'],
    plugins: { boundaries },
    settings: {
      'boundaries/elements': rooms.map((type) => ({ type, pattern: type === 'workers' ? type : `src/${type}` })),
      'boundaries/additional-dependency-nodes': [
        { selector: 'TSImportType > Literal', kind: 'type', name: 'import-type' },
      ],
      'import/resolver': { node: { extensions: ['.ts', '.svelte.ts', '.js'] } },
    },
    rules: {
      'boundaries/dependencies': ['error', { default: 'disallow', policies: importPolicies }],
      'no-console': 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/app/**', 'src/cli/**'],
    rules: {
      'no-restricted-globals': ['error', ...browserOnly(globals.nodeBuiltin), noWebAssembly],
      ...restrictedImports(nodeModules, sqlJs, pageLibraries),
    },
  },
  { files: ['src/db/**/*.ts'], rules: restrictedImports(nodeModules, pageLibraries) },
  {
    files: ['src/app/**/*.{ts,svelte}'],
    rules: { 'no-restricted-globals': ['error', noWebAssembly], ...restrictedImports(nodeModules, sqlJs) },
  },
  {
    files: ['workers/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', ...browserOnly(globals.worker), noWebAssembly],
      ...restrictedImports(nodeModules, sqlJs),
    },
  },
  {
    files: ['src/cli/**/*.ts'],
    rules: {
      'no-console': 'off',
      'no-restricted-globals': ['error', ...browserOnly(globals.node), noWebAssembly],
      ...restrictedImports(sqlJs),
    },
  },
  {
    // The same preset, seed and commands must give the same answers everywhere and at any time.
    files: ['src/{core,startup,service}/**/*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Use a named random stream.' },
        { object: 'Date', property: 'now', message: 'The clock of a world is its own.' },
      ],
      'no-restricted-syntax': ['error', ...notDeterministic, ...transcendental],
    },
  },
  { files: ['src/core/transcendental.ts'], rules: { 'no-restricted-syntax': ['error', ...notDeterministic] } },
  {
    // What tests and scripts read is JSON of any shape.
    files: ['tests/**', '**/*.mjs', '*.js'],
    languageOptions: { globals: globals.node },
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  { files: ['eslint.config.js'], ...untyped },
);
