import { VERSION } from 'slabtree';
import { expect, it } from 'vitest';
import manifest from '../package.json';

it('VERSION is the version that npm installs', () => {
  expect(VERSION).toBe(manifest.version);
});
