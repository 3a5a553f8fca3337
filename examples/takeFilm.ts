/**
 * Films the page front/ of the built examples, for the README: docs/front.webp. Needs ffmpeg with WebP.
 *
 *   npm run build:examples && npx tsx --tsconfig build/tsconfig.run.json examples/takeFilm.ts
 *
 * The page gets a frame when the script wants one, as on a machine that draws 60 a second. So the film looks the same on
 * every machine, however long a frame takes.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '../test/browser/support/findBrowser';
import { launchBrowser } from '../test/browser/support/launchBrowser';
import { serveFiles } from '../test/browser/support/serveFiles';

const root = join(import.meta.dirname, '..');
const viewport = { width: 960, height: 540 };
const width = 640;
/** Frames of the page before the first picture, until all dots are there. */
const BEFORE = 120;
/** Every so many frames of the page a picture is taken. */
const EVERY = 5;
const PICTURES = 60;
/** From 0 to 100: see the encoder libwebp_anim of ffmpeg. */
const QUALITY = '23';

declare global {
  interface Window {
    /** Runs what has been requested for the next frame. */
    nextFrame(): void;
  }
}

const folder = mkdtempSync(join(tmpdir(), 'slabtree-film-'));
const site = await serveFiles({ '/': join(root, 'dist-examples') });
const browser = await launchBrowser(await findBrowser());
const page = await browser.newPage({ viewport, colorScheme: 'dark' });
page.setDefaultTimeout(300_000);
await page.addInitScript(() => {
  let now = 0;
  let requested: FrameRequestCallback[] = [];
  window.requestAnimationFrame = (callback) => requested.push(callback);
  window.nextFrame = () => {
    now += 1000 / 60;
    const due = requested;
    requested = [];
    for (const callback of due) callback(now);
  };
  // The page does not wait for a slow graphics card.
  WebGL2RenderingContext.prototype.getSyncParameter = () => WebGL2RenderingContext.SIGNALED;
});
await page.goto(`${site.url}front/`);
// Without the panel, as on the first screen.
await page.addStyleTag({ content: '.example { display: block } .picture { height: 100vh } .panel { display: none }' });
await page.locator('#backend:not(:empty)').waitFor({ state: 'attached' });
await runFrames(BEFORE);
for (let picture = 0; picture < PICTURES; picture++) {
  await runFrames(EVERY);
  await page.screenshot({ path: join(folder, `${String(picture).padStart(3, '0')}.png`) });
}
await browser.close();
await site.close();
const film = join(root, 'docs/front.webp');
const input = ['-framerate', String(60 / EVERY), '-i', join(folder, '%03d.png')];
const output = ['-vf', `scale=${width}:-1`, '-c:v', 'libwebp_anim', '-quality', QUALITY, '-compression_level', '4'];
execFileSync('ffmpeg', ['-y', '-loglevel', 'error', ...input, ...output, '-loop', '0', film]);
rmSync(folder, { recursive: true });

/** Lets the page draw frames, one after the other, each when the one before has been drawn. */
async function runFrames(count: number): Promise<void> {
  for (let frame = 0; frame < count; frame++) {
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          window.nextFrame();
          setTimeout(resolve);
        }),
    );
  }
}
