import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Forbids imports from the folders named, so that imports point one way: primitives <- bvh <- scene <- entry points. */
const noImportsFrom = (...folders) => ({
  'no-restricted-imports': [
    'error',
    {
      patterns: folders.map((folder) => ({
        group: [`**/${folder}/**`, `**/${folder}`],
        message: 'Imports point one way: primitives <- bvh <- scene <- entry points.',
      })),
    },
  ],
});

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
  { files: ['src/primitives/**'], rules: noImportsFrom('kernel', 'bvh', 'threads', 'scene', 'three', 'workers') },
  { files: ['src/bvh/**'], rules: noImportsFrom('threads', 'scene', 'three', 'workers') },
  { files: ['src/threads/**'], rules: noImportsFrom('primitives', 'kernel', 'bvh', 'scene', 'three', 'workers') },
  { files: ['src/scene/**'], rules: noImportsFrom('kernel', 'three', 'workers') },
  // By the name of the package, as its users do: the bundle must not hold a second core. Checks are small, and it has its own.
  { files: ['src/three/**'], rules: noImportsFrom('kernel', 'bvh', 'scene') },
  // What checks and asks is there twice; the core is not.
  { files: ['src/workers/**'], rules: noImportsFrom('kernel', 'bvh', 'three', 'boxScene') },
  { files: ['src/command/**'], rules: noImportsFrom('primitives', 'kernel', 'bvh', 'scene', 'three', 'workers') },
);
