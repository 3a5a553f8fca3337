import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from './engine';
import { findCommand } from './findCommand';
import { startCommand } from './startCommand';

/** So that a new profile opens no page but ours, asks no server, and lets a page work for as long as it takes. */
const preferences = {
  'browser.aboutwelcome.enabled': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'app.normandy.enabled': false,
  'dom.max_script_run_time': 0,
};

/** An installed Firefox; an error that says what to do where there is none. */
export function findFirefox(): Engine {
  const command = findCommand('firefox-esr', 'firefox');
  if (command === undefined) {
    throw new Error(
      'There is no Firefox: neither firefox-esr nor firefox is on the PATH (Debian: apt-get install firefox-esr)',
    );
  }
  return {
    name: 'Firefox',
    open: (address) => {
      const profile = mkdtempSync(join(tmpdir(), 'slabtree-firefox-'));
      const lines = Object.entries(preferences).map(
        ([name, value]) => `user_pref('${name}', ${JSON.stringify(value)});\n`,
      );
      writeFileSync(join(profile, 'user.js'), lines.join(''));
      const firefox = startCommand([command, '--headless', '--no-remote', '--profile', profile, address], {
        // It does not start as root in somebody else's.
        HOME: profile,
      });
      return Promise.resolve({
        ended: firefox.ended,
        close: async () => {
          await firefox.end();
          rmSync(profile, { recursive: true, maxRetries: 5 });
        },
      });
    },
  };
}
