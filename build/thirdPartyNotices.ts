import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Options } from 'tsup';

interface Manifest {
  name: string;
  version: string;
  license: string;
}

/** The folders of the packages that some bundle contains, of all that are built together. */
const folders = new Set<string>();

/** Writes the licences of all packages that bundles contain into a file, as those licences want. */
export function thirdPartyNotices(path: string): NonNullable<Options['esbuildPlugins']>[number] {
  return {
    name: 'third-party notices',
    setup(build) {
      build.onEnd(({ metafile }) => {
        for (const { inputs } of Object.values(metafile?.outputs ?? {})) {
          for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
            // The innermost package: one may have others in it.
            const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
            if (folder !== undefined && bytesInOutput > 0) folders.add(folder);
          }
        }
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(
          path,
          [...folders]
            .sort()
            .map(noticeOf)
            .join(`\n${'-'.repeat(80)}\n\n`),
        );
      });
    },
  };
}

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined) throw new Error(`${name} is bundled, and has no file with its licence (${license})`);
  return `${name} ${version}, ${license}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}
