import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { importOrder } from './build/importOrder.js';
import { typeErrors } from './build/typeErrors.js';

/**
 * The folders of src, and what each may import from the others (build/importOrder.js). Imports point one way:
 * primitives <- bvh <- scene <- index <- entry points.
 *
 * A program must contain only one core. So entry points import what has a part in a scene's state from 'slabtree', as users
 * do, or reach it through INTERNALS (scene/internals). Each bundle may have a copy of the other code that is listed.
 */
export const folders = {
  primitives: {
    imports: [],
    rooms: ['check', 'optionNames', 'inspected', 'exponents', 'reusable', 'shapes', 'flat', 'query', 'camera'],
  },
  kernel: { imports: ['primitives', 'bvh/layout'] },
  bvh: {
    imports: ['primitives', 'kernel/binary'],
    rooms: [
      'layout',
      'memory',
      'boxes',
      'margins',
      'tree',
      'slots',
      'build',
      'meshes',
      'query',
      'change',
      'file',
      'share',
      'backend',
      'parallel',
      'tiles',
    ],
  },
  threads: { imports: [] },
  scene: {
    imports: ['primitives', 'bvh', 'threads'],
    rooms: [
      'mesh',
      'answers',
      'arguments',
      'longWork',
      'files',
      'sharing',
      'sceneTree',
      'queries',
      'batches',
      'internals',
      'threads',
    ],
  },
  version: { imports: ['../package.json'] },
  index: { imports: ['primitives', 'bvh', 'scene', 'version'] },

  workers: {
    imports: [
      'slabtree',
      'primitives',
      'threads',
      ...['internals', 'arguments', 'longWork', 'sharing', 'batches', 'threads', 'startWorker'].map(
        (room) => `scene/${room}`,
      ),
    ],
    types: ['bvh', 'scene'],
  },
  tiles: {
    imports: [
      'slabtree',
      'primitives',
      'threads',
      ...['layout', 'margins', 'tree', 'file/checksum', 'file/magic', 'file/reservedBytes', 'tiles'].map(
        (room) => `bvh/${room}`,
      ),
      ...['internals', 'arguments', 'longWork', 'sharing', 'batches', 'threads', 'startWorker'].map(
        (room) => `scene/${room}`,
      ),
    ],
    types: ['bvh', 'scene'],
    rooms: ['sources', 'format', 'resident', 'absent', 'store', 'casting', 'queries'],
  },
  tileWriter: {
    imports: [
      'slabtree',
      'primitives',
      'threads',
      'tiles',
      ...['layout', 'memory', 'boxes', 'margins', 'meshes'].map((room) => `bvh/${room}`),
      ...['internals', 'arguments', 'longWork', 'threads'].map((room) => `scene/${room}`),
    ],
    types: ['bvh', 'scene'],
    rooms: ['files', 'cut', 'spill', 'jobs', 'build', 'output'],
  },
  character: { imports: ['slabtree', 'primitives', 'scene/internals', 'scene/arguments'], types: ['bvh', 'scene'] },
  three: {
    imports: ['slabtree', 'primitives', 'scene/internals', 'bvh/meshes/meshSources'],
    types: ['bvh', 'scene'],
    rooms: [
      'math',
      'check',
      'meshes',
      'elements',
      'poses',
      'sources',
      'boxes',
      'rays',
      'triangles',
      'nearby',
      'camera',
      'selection',
      'snapping',
      'visible',
    ],
  },
  react: { imports: ['slabtree', 'slabtree/three', 'primitives'] },
  babylon: {
    imports: ['slabtree', 'primitives', 'scene/internals', 'bvh/meshes/meshSources'],
    types: ['bvh', 'scene'],
    rooms: ['boxes', 'meshes', 'rays'],
  },
};

/** The same for cli/src, the package slabtree-cli, which imports slabtree as its users do. */
export const cliFolders = {
  mapInOrder: { imports: [] },
  // The caller, the worker and the operator share nothing but the protocol.
  cluster: {
    imports: ['mapInOrder', 'slabtree', 'slabtree/tiles', 'slabtree/workers'],
    rooms: ['protocol', 'caller', 'worker', 'operator'],
  },
  command: {
    imports: [
      'mapInOrder',
      ...['slabtree', 'slabtree/workers', 'slabtree/tiles', 'slabtree/tile-writer', 'slabtree-cli/cluster'],
    ],
    rooms: ['text', 'output', 'input', 'boxes', 'gltf', 'threads', 'rays', 'queries', 'verify', 'operator', 'commands'],
  },
};

/** The functions of Math that each engine may round in its own way. All others are exact. */
const inexactMath =
  'acos acosh asin asinh atan atan2 atanh cbrt cos cosh exp expm1 hypot log log10 log1p log2 pow random sin sinh tan tanh';

const reason = 'Engines round this differently, and answers must have the same bits in all of them.';

/** Matches 2 ** with a literal integer as the exponent. build/foldPowersOfTwo.ts replaces these by their values. */
const powerOfTwo = ['[right.raw=/^\\d+$/]', "[right.operator='-'][right.argument.raw=/^\\d+$/]"]
  .map((exponent) => `[left.raw='2']${exponent}`)
  .join(', ');

const powers = {
  selector: `AssignmentExpression[operator='**='], BinaryExpression[operator='**']:not(${powerOfTwo})`,
  message: `${reason} Only powers of two with a literal exponent, such as 2 ** -49, are computed by the build.`,
};

const sameBitsInAllEngines = {
  'no-restricted-properties': [
    'error',
    ...inexactMath.split(' ').map((property) => ({ object: 'Math', property, message: reason })),
  ],
  'no-restricted-syntax': ['error', powers],
};

/** An answer is what a function returns, or an output argument, and working space is an object that the caller owns. */
const noVariablesOfModules = {
  'no-restricted-syntax': [
    'error',
    powers,
    {
      selector: "Program > VariableDeclaration[kind='let'], Program > ExportNamedDeclaration > [kind='let']",
      message: 'Queries may be nested. Return the value, or make it a field of an object that the caller owns.',
    },
  ],
};

export default defineConfig(
  {
    ignores: [
      'dist/',
      'cli/dist/',
      'dist-examples/',
      'dist-site/',
      'dist-types/',
      'coverage/',
      'src/kernel/',
      'docs/.vitepress/cache/',
      'docs/.vitepress/written/',
    ],
  },
  js.configs.recommended,
  // Off unless asked for, as it checks every file: see `npm run lint:types`.
  { plugins: { types: { rules: { errors: typeErrors } } } },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      // The projects of `npm run typecheck`. projectService would read the examples once more for test/browser.
      parserOptions: {
        project: ['tsconfig.json', 'build/tsconfig.json', 'examples/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  // They run on a page, and the names of a page are known to no import. A test runs each.
  { files: ['examples/playground/starts/**'], rules: { 'no-undef': 'off' } },
  // Their packages need not be installed, so they are linted without types. `npm run test:site` checks the types.
  { files: ['docs/.vitepress/**', 'test/site/**'], extends: [tseslint.configs.disableTypeChecked] },
  { files: ['src/**', 'cli/src/**'], rules: sameBitsInAllEngines },
  { files: ['src/primitives/**', 'src/bvh/**'], rules: noVariablesOfModules },
  { plugins: { imports: { rules: { order: importOrder } } } },
  { files: ['src/**'], rules: { 'imports/order': ['error', { root: 'src', folders }] } },
  { files: ['cli/src/**'], rules: { 'imports/order': ['error', { root: 'cli/src', folders: cliFolders }] } },
);
