import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Forbids imports from the folders named, so that imports point one way: primitives <- bvh <- scene <- entry points. */
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

/** The rooms of src/bvh: each imports from those before it alone. */
export const rooms = [
  ...['layout', 'memory', 'boxes', 'margins', 'tree', 'slots', 'build', 'query', 'change', 'file', 'share', 'backend'],
];

/** The rooms of src/primitives, likewise. */
export const roomsOfPrimitives = ['shapes', 'flat', 'query', 'camera'];

/** The rooms of src/three, likewise. */
export const roomsOfThree = ['sources', 'boxes', 'rays', 'visible'];

/** The rooms of src/command, likewise. */
const roomsOfCommand = ['text', 'output', 'input', 'boxes', 'gltf', 'rays', 'commands'];

/** A rule for each room, which forbids imports from the folders named and from all rooms after it. */
const inOrder = (folder, rooms, ...others) =>
  rooms.map((room, i) => ({
    files: [`src/${folder}/${room}/**`],
    rules: noImportsFrom(...others, ...rooms.slice(i + 1)),
  }));

/** What of Math the language leaves to each engine. The rest is exact. */
const inexactMath =
  'acos acosh asin asinh atan atan2 atanh cbrt cos cosh exp expm1 hypot log log10 log1p log2 pow random sin sinh tan tanh';

const reason = 'Engines round it differently, and answers must be the same bits in all of them.';

/** A whole number as a literal, of either sign: build/foldPowersOfTwo.ts puts 2 to its power into the bundles as a number. */
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
      message: `${reason} Only powers of two with a literal exponent, 2 ** -49 say, are put into the bundles as numbers.`,
    },
  ],
};

export default defineConfig(
  { ignores: ['dist/', 'dist-examples/', 'coverage/', 'src/kernel/'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  { files: ['src/**'], rules: sameBitsInAllEngines },
  ...inOrder('primitives', roomsOfPrimitives, 'kernel', 'bvh', 'threads', 'scene', 'three', 'workers'),
  ...inOrder('bvh', rooms, 'threads', 'scene', 'three', 'workers'),
  { files: ['src/threads/**'], rules: noImportsFrom('primitives', 'kernel', 'bvh', 'scene', 'three', 'workers') },
  { files: ['src/scene/**'], rules: noImportsFrom('kernel', 'three', 'workers') },
  // By the name of the package, as its users do: the bundle must not hold a second core. Checks are small, and it has its own.
  { files: ['src/three/**'], rules: noImportsFrom('kernel', 'bvh', 'scene') },
  ...inOrder('three', roomsOfThree, 'kernel', 'bvh', 'scene', 'indexedGraph', 'sceneIndex.*'),
  // What checks and asks is there twice; the core is not.
  { files: ['src/workers/**'], rules: noImportsFrom('kernel', 'bvh', 'three', 'scene/boxScene') },
  { files: ['src/command/**'], rules: noImportsFrom('primitives', 'kernel', 'bvh', 'scene', 'three', 'workers') },
  ...inOrder('command', roomsOfCommand, 'primitives', 'kernel', 'bvh', 'scene', 'three', 'workers'),
);
