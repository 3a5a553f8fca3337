import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from './engine';
import { findCommand } from './findCommand';
import { startCommand } from './startCommand';

/** WebKitGTK's own small browser, on a virtual screen. If there is none, throws an error that says what to do. */
export function findWebKit(): Engine {
  const miniBrowser = findMiniBrowser();
  const xvfb = findCommand('Xvfb');
  if (miniBrowser === undefined || xvfb === undefined) {
    const lacking = miniBrowser === undefined ? 'MiniBrowser of WebKitGTK' : 'Xvfb';
    throw new Error(`there is no WebKit: ${lacking} is missing (Debian: apt-get install libwebkit2gtk-4.1-0 xvfb)`);
  }
  return {
    name: 'WebKit',
    open: async (address) => {
      const home = mkdtempSync(join(tmpdir(), 'slabtree-webkit-'));
      const screen = startCommand([xvfb, '-displayfd', '1', '-nolisten', 'tcp']);
      // Xvfb prints the number of its display when it is ready.
      const [number] = (await Promise.race([once(screen.stdout, 'data'), screen.ended])) as [string];
      const browser = startCommand([miniBrowser, address], {
        DISPLAY: `:${number.trim()}`,
        GDK_BACKEND: 'x11',
        HOME: home,
        XDG_CACHE_HOME: home,
        XDG_CONFIG_HOME: home,
        XDG_DATA_HOME: home,
      });
      return {
        ended: Promise.race([browser.ended, screen.ended]),
        close: async () => {
          await browser.end();
          await screen.end();
          rmSync(home, { recursive: true, maxRetries: 5 });
        },
      };
    },
  };
}

/** It is not on the PATH but beside the library. On Debian, that is /usr/lib/x86_64-linux-gnu/webkit2gtk-4.1. */
function findMiniBrowser(): string | undefined {
  const folders = ['/usr/libexec', '/usr/lib'].filter((folder) => existsSync(folder));
  const below = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  return [...folders, ...below]
    .map((folder) => join(folder, 'webkit2gtk-4.1', 'MiniBrowser'))
    .find((path) => existsSync(path));
}
