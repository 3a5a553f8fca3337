import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from './engine';
import { findCommand } from './findCommand';
import { startCommand } from './startCommand';

/** With these, a new profile opens only our page, contacts no server, and does not stop a page that takes long. */
const preferences = {
  'browser.aboutwelcome.enabled': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'app.normandy.enabled': false,
  'dom.max_script_run_time': 0,
};

/** An installed Firefox. If there is none, throws an error that says what to do. */
export function findFirefox(): Engine {
  const command = findCommand('firefox-esr', 'firefox');
  if (command === undefined) {
    throw new Error(
      'there is no Firefox: neither firefox-esr nor firefox is on the PATH (Debian: apt-get install firefox-esr)',
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
        // Firefox does not start as root in the home folder of another user.
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
