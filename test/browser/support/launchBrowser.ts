import { chromium, type Browser, type LaunchOptions } from 'playwright-core';

const drawOnCpu = [
  // WebGL on the CPU: so every machine draws the same pixels, with any graphics card.
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--ignore-gpu-blocklist',
  // Each frame is read back before the next. Otherwise a moving page draws dozens ahead, and a screenshot waits for all.
  '--disable-gpu-compositing',
  '--font-render-hinting=none',
];

/** Starts the browser that findBrowser has found. */
export function launchBrowser(found: LaunchOptions, moreFlags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ ...found, args: [...drawOnCpu, ...moreFlags] });
}
