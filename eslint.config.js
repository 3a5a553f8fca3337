import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { typeErrors } from './build/typeErrors.js';

/** Forbids imports from these folders. Imports point one way: primitives <- bvh <- scene <- entry points. */
const noImportsFrom = (...folders) => ({
  'no-restricted-imports': [
    'error',
    {
      patterns: folders.map((folder) => ({
        regex: `^(\\.\\.?/)+${folder}(/|$)`,
        message: 'Imports point one way: primitives <- bvh <- scene <- entry points.',
      })),
    },
  ],
});

/** The rooms of src/bvh. Each may import only from the rooms before it. */
export const rooms = [
  ...[
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
];

/** The rooms of src/primitives, in the same order. */
export const roomsOfPrimitives = ['shapes', 'flat', 'query', 'camera'];

/** The rooms of src/three, in the same order. */
export const roomsOfThree = [
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
];

/** The rooms of src/babylon, in the same order. */
const roomsOfBabylon = ['boxes', 'meshes', 'rays'];

/** The rooms of src/cluster: the caller, the worker and the operator share nothing but the protocol. */
const roomsOfCluster = ['protocol', 'caller', 'worker', 'operator'];

/** The rooms of src/command, in the same order. */
const roomsOfCommand = [
  'text',
  'output',
  'input',
  'boxes',
  'gltf',
  'rays',
  'queries',
  'verify',
  'operator',
  'commands',
];

/** The rooms of src/tiles, in the same order. */
const roomsOfTiles = ['sources', 'format', 'resident', 'absent', 'store', 'casting', 'queries'];

/** The rooms of src/tileWriter, in the same order. */
const roomsOfTileWriter = ['files', 'cut', 'spill', 'jobs', 'build', 'output'];

/** A rule for each room. It forbids imports from the rooms after it, and from the other folders. */
const inOrder = (folder, rooms, ...others) =>
  rooms.map((room, i) => ({
    files: [`src/${folder}/${room}/**`],
    rules: noImportsFrom(...others, ...rooms.slice(i + 1)),
  }));

/**
 * What entry points may import from src/bvh and src/scene besides types: code without the state of a scene, of which each
 * bundle may have a copy. They reach everything else through INTERNALS (src/scene/internals.ts), or import it from
 * 'slabtree', which is the only core.
 */
const copiedInto = {
  three: { bvh: [], scene: [] },
  react: { bvh: [], scene: [] },
  workers: { bvh: [], scene: ['arguments', 'threads'] },
  tiles: { bvh: ['layout', 'margins', 'file', 'tree', 'tiles'], scene: ['arguments', 'threads', 'tiles'] },
  tileWriter: { bvh: ['layout', 'memory', 'boxes', 'margins', 'meshes'], scene: ['arguments', 'threads'] },
  cluster: { bvh: [], scene: ['arguments'] },
  command: { bvh: [], scene: [] },
  babylon: { bvh: [], scene: [] },
  character: { bvh: [], scene: ['arguments'] },
};

/** A rule for each entry point. It forbids imports from src/bvh and src/scene but for types and what is listed above. */
const entryPointsShareOneCore = Object.entries(copiedInto).map(([entryPoint, { bvh, scene }]) => ({
  files: [`src/${entryPoint}/**`],
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      {
        patterns: [
          ...Object.entries({ bvh, scene: ['internals', ...scene] }).map(([folder, allowed]) => ({
            regex: `^(\\.\\.?/)+${folder}/(?!(${allowed.join('|')})(/|$))`,
            allowTypeImports: true,
            message: `Import it from 'slabtree', or reach it through INTERNALS: see copiedInto in eslint.config.js.`,
          })),
          { regex: '/slabtreeFormatError$', message: "Import it from 'slabtree': users catch this class." },
        ],
      },
    ],
  },
}));

/** The functions of Math that each engine may round in its own way. All others are exact. */
const inexactMath =
  'acos acosh asin asinh atan atan2 atanh cbrt cos cosh exp expm1 hypot log log10 log1p log2 pow random sin sinh tan tanh';

const reason = 'Engines round this differently, and answers must have the same bits in all of them.';

/** Matches 2 ** with a literal integer as the exponent. build/foldPowersOfTwo.ts replaces these by their values. */
const powerOfTwo = ['[right.raw=/^\\d+$/]', "[right.operator='-'][right.argument.raw=/^\\d+$/]"]
  .map((exponent) => `[left.raw='2']${exponent}`)
  .join(', ');

const sameBitsInAllEngines = {
  'no-restricted-properties': [
    'error',
    ...inexactMath.split(' ').map((property) => ({ object: 'Math', property, message: reason })),
  ],
  'no-restricted-syntax': [
    'error',
    {
      selector: `AssignmentExpression[operator='**='], BinaryExpression[operator='**']:not(${powerOfTwo})`,
      message: `${reason} Only powers of two with a literal exponent, such as 2 ** -49, are computed by the build.`,
    },
  ],
};

export default defineConfig(
  {
    ignores: [
      'dist/',
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
  // Their packages need not be installed, so they are linted without types. `npm run test:site` checks the types.
  { files: ['docs/.vitepress/**', 'test/site/**'], extends: [tseslint.configs.disableTypeChecked] },
  { files: ['src/**'], rules: sameBitsInAllEngines },
  ...inOrder('primitives', roomsOfPrimitives, 'kernel', 'bvh', 'threads', 'scene', 'three', 'workers', 'cluster'),
  ...inOrder('bvh', rooms, 'threads', 'scene', 'three', 'workers', 'cluster'),
  {
    files: ['src/threads/**'],
    rules: noImportsFrom('primitives', 'kernel', 'bvh', 'scene', 'three', 'workers', 'cluster'),
  },
  { files: ['src/scene/**'], rules: noImportsFrom('kernel', 'three', 'workers', 'cluster') },
  ...entryPointsShareOneCore,
  // Each entry point imports the core by the package's name, as users do: a program must not contain a second core.
  { files: ['src/three/**'], rules: noImportsFrom('kernel') },
  ...inOrder('three', roomsOfThree, 'kernel', 'indexedGraph', 'sceneIndex.*'),
  // It reaches three.js and the index by the names of their packages.
  { files: ['src/react/**'], rules: noImportsFrom('kernel', 'bvh', 'scene', 'three', 'workers', 'cluster') },
  { files: ['src/babylon/**'], rules: noImportsFrom('kernel', 'three', 'workers', 'cluster') },
  ...inOrder('babylon', roomsOfBabylon, 'kernel', 'three', 'workers', 'cluster', 'sceneIndex'),
  { files: ['src/workers/**'], rules: noImportsFrom('kernel', 'three') },
  { files: ['src/tiles/**'], rules: noImportsFrom('kernel', 'three', 'workers', 'tileWriter', 'command') },
  ...inOrder('tiles', roomsOfTiles, 'kernel', 'three', 'workers', 'tileWriter', 'command'),
  { files: ['src/tileWriter/**'], rules: noImportsFrom('kernel', 'three', 'workers', 'command') },
  ...inOrder('tileWriter', roomsOfTileWriter, 'kernel', 'three', 'workers', 'command'),
  ...inOrder('cluster', roomsOfCluster, 'kernel', 'three', 'workers'),
  { files: ['src/command/**'], rules: noImportsFrom('kernel', 'three', 'workers', 'cluster') },
  ...inOrder('command', roomsOfCommand, 'kernel', 'three', 'workers', 'cluster'),
);
