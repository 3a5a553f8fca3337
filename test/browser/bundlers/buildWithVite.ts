import { build } from 'vite';
import { warningsLogger } from './warningsLogger';

/**
 * Builds a page with Vite, without options for the package. Returns the warnings.
 *
 * @param isExternal whether the bundle leaves out a module.
 */
export async function buildWithVite(
  page: string,
  out: string,
  isExternal: (request: string) => boolean = () => false,
): Promise<string[]> {
  const { warnings, logger } = warningsLogger();
  await build({
    configFile: false,
    root: page,
    base: './',
    // Vite warns of slow plugins, which depends on how busy the machine is.
    build: {
      outDir: out,
      emptyOutDir: true,
      // The page has all of several entry points in one chunk. Sizes have tests of their own: test/publish/sizes.test.ts.
      chunkSizeWarningLimit: 1000,
      rolldownOptions: { external: isExternal, checks: { bundlerTimings: false } },
    },
    customLogger: logger,
  });
  return warnings;
}
