import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Options } from 'tsup';

interface Manifest {
  name: string;
  version: string;
  license: string;
}

/** The folders of all packages that end up in any bundle of this build. */
const folders = new Set<string>();

/** Writes the licences of all bundled packages into a file, as the licences demand. */
export function thirdPartyNotices(path: string): NonNullable<Options['esbuildPlugins']>[number] {
  return {
    name: 'third-party notices',
    setup(build) {
      build.onEnd(({ metafile }) => {
        for (const { inputs } of Object.values(metafile?.outputs ?? {})) {
          for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
            // The innermost package, as packages may contain others.
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
  if (file === undefined) throw new Error(`${name} is bundled, but has no file with its licence (${license})`);
  return `${name} ${version}, ${license}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}
