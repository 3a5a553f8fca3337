import { chromium, type Browser, type LaunchOptions } from 'playwright-core';

const drawOnCpu = [
  // WebGL on the CPU, so that every machine draws the same pixels, whatever graphics card it has.
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--ignore-gpu-blocklist',
  // Reads each frame back before the next: otherwise a moving page draws dozens ahead, and a screenshot waits for them all.
  '--disable-gpu-compositing',
  '--font-render-hinting=none',
];

/** Starts the browser that findBrowser has found. */
export function launchBrowser(found: LaunchOptions, moreFlags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ ...found, args: [...drawOnCpu, ...moreFlags] });
}
