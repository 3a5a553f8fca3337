import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { LaunchOptions } from 'playwright-core';

const npmPackage = resolve(import.meta.dirname, '../../../node_modules/@sparticuz/chromium');

/** In the package's own folder: so it disappears when npm replaces or removes the package. */
const unpacked = join(npmPackage, 'unpacked');

/** Unpacks the Chromium of @sparticuz/chromium, for Linux on x64, once. Returns the options that start it. */
export function unpackChromium(): LaunchOptions {
  if (!existsSync(unpacked)) unpack();
  return {
    executablePath: join(unpacked, 'chromium'),
    env: {
      ...process.env,
      // A bare Debian or Ubuntu has no nspr, nss and expat, which the package contains, and no fonts.
      LD_LIBRARY_PATH: [join(unpacked, 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      FONTCONFIG_FILE: join(unpacked, 'fonts.conf'),
    },
  };
}

/** Unpacks into another folder and then renames it, so no other process sees half a browser. */
function unpack(): void {
  const folder = mkdtempSync(`${unpacked}-`);
  try {
    writeFileSync(join(folder, 'chromium'), decompress('chromium.br'));
    chmodSync(join(folder, 'chromium'), 0o755);
    for (const archive of ['swiftshader.tar.br', 'fonts.tar.br', 'al2023.tar.br']) {
      execFileSync('tar', ['-x', '--no-same-owner', '-C', folder], { input: decompress(archive) });
    }
    writeFileSync(join(folder, 'fonts.conf'), fontsConfiguration);
    renameSync(folder, unpacked);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    if (!existsSync(unpacked)) throw error;
  }
}

function decompress(file: string): Buffer {
  return brotliDecompressSync(readFileSync(join(npmPackage, 'bin', file)));
}

/** Prefers the package's Open Sans, so text takes the same room on every machine. */
const fontsConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(unpacked, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(unpacked, 'fontcache')}</cachedir>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>system-ui</family><prefer><family>Open Sans</family></prefer></alias>
</fontconfig>
`;
