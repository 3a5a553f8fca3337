/**
 * Runs in the frame of the picture, which belongs to no site: it has no storage, no cookies and no way to the page but messages,
 * and its policy lets it load nothing. So it may run code from a link.
 */
import type { Program } from '../run/messages.ts';
import { describe } from './describe.ts';
import { lineIn } from './lineIn.ts';
import { watchLoops } from './loopWatch.ts';
import { note, send } from './notes.ts';

addEventListener('message', receive);
send({ kind: 'ready' });

function receive({ source, data }: MessageEvent<Program>): void {
  if (source !== parent) return;
  removeEventListener('message', receive);
  start(data);
}

function start({ modules, code }: Program): void {
  const address = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  noteErrors(address);
  noteConsole();
  watchLoops(() => {
    send({ kind: 'ended' });
  });
  const imports = Object.fromEntries(Object.entries(modules).map(([name, text]) => [name, URL.createObjectURL(text)]));
  addScript('importmap').textContent = JSON.stringify({ imports });
  addScript('module').src = address;
  // A loop in the program delays this frame.
  requestAnimationFrame(() => {
    send({ kind: 'started' });
  });
}

function addScript(type: string): HTMLScriptElement {
  const script = document.createElement('script');
  script.type = type;
  document.head.append(script);
  return script;
}

/** Notes each error that nobody catches: of the module, of callbacks and of promises. */
function noteErrors(address: string): void {
  addEventListener('error', ({ error, message, filename, lineno }) => {
    const line = lineIn(address, error) ?? (filename === address && lineno > 0 ? lineno : null);
    note({ kind: 'error', text: error === null ? message : describe(error), line });
  });
  addEventListener('unhandledrejection', ({ reason }) => {
    note({ kind: 'error', text: describe(reason), line: lineIn(address, reason) });
  });
}

/** Notes what is written to the console, which the browser's own tools show as well. */
function noteConsole(): void {
  for (const [method, kind] of [
    ['log', 'log'],
    ['info', 'log'],
    ['debug', 'log'],
    ['warn', 'warn'],
    ['error', 'error'],
  ] as const) {
    const write = console[method].bind(console);
    console[method] = (...values: unknown[]) => {
      write(...values);
      note({ kind, text: values.map(describe).join(' '), line: null });
    };
  }
}
