/**
 * The policy of the frame: it loads nothing from anywhere. `wasm-unsafe-eval` is for the kernel of slabtree, and blob: for the
 * modules and the script of the threads. style-src is for what three.js sets on its canvas.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:",
  'worker-src blob:',
  "style-src 'unsafe-inline'",
  'img-src blob: data:',
  'connect-src blob: data:',
].join('; ');

/** The page in the frame: a canvas that fills it, and the script that waits for a program. */
export function frameDocument(script: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Picture</title>
<style>
:root { color-scheme: light dark; --background: #eef1f5; --ink: #1b2430; --grid: #d3dae3; --hit: #d92626; --miss: #2457d6; --accent: #0d8a6f; --shape: #93a1b5; }
@media (prefers-color-scheme: dark) {
  :root { --background: #12161c; --ink: #e8edf4; --grid: #2c3541; --hit: #ff4d4d; --miss: #5c8dff; --accent: #34d3a8; --shape: #66758a; }
}
body { margin: 0; overflow: hidden; background: var(--background); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
canvas { display: block; width: 100vw; height: 100vh; touch-action: none; }
canvas:focus-visible { outline: 3px solid var(--accent); outline-offset: -3px; }
</style>
</head>
<body>
<canvas tabindex="0" aria-label="What the code draws"></canvas>
<script>${script}</script>
</body>
</html>`;
}
