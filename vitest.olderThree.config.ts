import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { resolve, server } from './vitest.built.config.ts';
import { test } from './vitest.config.ts';

/** Returns a project whose tests import three.js from `three-<revision>`, which package.json installs. */
function withThree(revision: string): TestProjectInlineConfiguration {
  const name = `three-${revision}`;
  return {
    resolve: {
      alias: [
        ...resolve.alias,
        { find: /^three$/, replacement: name },
        { find: /^three\/addons\//, replacement: `${name}/addons/` },
      ],
    },
    test: {
      ...test,
      name,
      include: [
        'test/three/copyOfThree.test.ts',
        'test/three/indexRaycaster.equality.test.ts',
        'test/three/rays/*.test.ts',
      ],
      exclude: [
        // Tests without a Raycaster's answers.
        'test/three/rays/{askingFilter,boxIntersection.*,released}.test.ts',
        // three-mesh-bvh imports the newest three.js.
        'test/three/rays/closestIntersection.accelerated.test.ts',
        'test/three/rays/staleScene.test.ts',
        // Up to 0.180 at least, Raycaster.setFromCamera misplaces the ray of an orthographic camera for WebGPU or reversed depth.
        'test/three/rays/inView.test.ts',
      ],
      setupFiles: [...test.setupFiles, './test/support/three/olderThree.ts'],
      // Node would resolve `three` in these files to the newest three.js. vitest applies the aliases to inlined files.
      server: { deps: { ...server.deps, inline: [/\/dist\/three\.js$/, /\/node_modules\/three-\d+\/examples\//] } },
      // A third of the usual inputs.
      env: { ...test.env, SLABTREE_RUNS: '10', SLABTREE_THREE_REVISION: revision },
    },
  };
}

/** Rays in older versions of three.js equal the Raycaster of the same version. Their arithmetic differs in the last bits. */
export default defineConfig({
  test: { maxWorkers: test.maxWorkers, projects: [withThree('171'), withThree('180')] },
});
