import { modules } from 'virtual:packages';
import { element } from '../site/element';
import { packCode, unpackCode } from './code/link';
import { CodeError, readCode } from './code/readCode';
import { createEditor, setCode } from './editor/createEditor';
import { type LineError, setErrors } from './editor/errorLines';
import { Output } from './output';
import type { Entry } from './run/messages';
import { frameScript, loadModules } from './run/packages';
import { PictureFrame } from './run/pictureFrame';
import { unfinishedRun } from './run/unfinishedRun';
import { starts } from './starts';

/** The code runs by itself when nobody has typed for so long, in milliseconds. */
const PAUSE = 700;

const startList = element('start', HTMLSelectElement);
const stopButton = element('stop', HTMLButtonElement);
const status = element('status', HTMLOutputElement);
const picture = new PictureFrame(element('picture', HTMLElement));
const output = new Output(element('console', HTMLElement), goToLine);
const editor = createEditor(element('editor', HTMLElement), { changed: runSoon, run: () => void run() });

/** What Reset brings back. */
let opened = '';
/** The errors of this run, in their order. */
let errors: LineError[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
/** Counts the runs, as a later one may start while an earlier one loads modules. */
let runs = 0;

const ownCode = new Option('Code of your own', '');
ownCode.disabled = true;
startList.append(...starts.map(({ name, title }) => new Option(title, name)), ownCode);
startList.addEventListener('change', () => {
  // Makes an entry in the history, so that Back returns to the code before.
  location.hash = `start=${startList.value}`;
});
element('run', HTMLButtonElement).addEventListener('click', () => void run());
stopButton.addEventListener('click', stop);
element('reset', HTMLButtonElement).addEventListener('click', () => {
  setCode(editor, opened);
  void run();
});
element('link', HTMLButtonElement).addEventListener('click', () => void copyLink());
addEventListener('hashchange', () => void open());
void open();

/** Shows the code of the address and runs it: `#start=` a starting point, or `#code=` the code itself. */
async function open(): Promise<void> {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const packed = parameters.get('code');
  const start = starts.find(({ name }) => name === parameters.get('start')) ?? starts[0];
  try {
    opened = packed === null ? start.code : await unpackCode(packed);
  } catch {
    say('The code of this link is not whole. Copy the link again.');
    return;
  }
  showChoice();
  setCode(editor, opened);
  if (unfinishedRun.is(location.hash)) {
    clearTimeout(timer);
    say('This code did not answer when it ran last. Change it, or press Run to try again.');
  } else {
    await run();
  }
}

function runSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void run(), PAUSE);
}

/** Runs the code. Code with a mistake that shows before it runs leaves the picture as it is. */
async function run(): Promise<void> {
  clearTimeout(timer);
  const number = ++runs;
  const code = editor.state.doc.toString();
  await keepInAddress(code);
  try {
    const { text, needed } = readCode(code, modules);
    const [script, blobs] = await Promise.all([frameScript(), loadModules(needed)]);
    if (number !== runs) return;
    forgetErrors();
    say('Starting …');
    unfinishedRun.begin(location.hash);
    picture.run({ code: text, modules: blobs }, script, {
      started: () => {
        unfinishedRun.end();
        if (errors.length === 0) say('Running');
      },
      entries: (entries) => {
        entries.forEach(show);
      },
      ended: () => {
        unfinishedRun.end();
        showStopped();
      },
    });
    stopButton.disabled = false;
  } catch (error) {
    if (number !== runs) return;
    forgetErrors();
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    show({ kind: 'error', text: message, line: error instanceof CodeError ? error.line : null });
  }
}

function stop(): void {
  picture.stop();
  unfinishedRun.end();
  showStopped();
}

function showStopped(): void {
  stopButton.disabled = true;
  if (errors.length === 0) say('Stopped');
}

function forgetErrors(): void {
  output.clear();
  errors = [];
  setErrors(editor, errors);
}

/** Shows an entry on the console, and an error at its line as well. */
function show(entry: Entry): void {
  output.add(entry);
  const { kind, text, line } = entry;
  if (kind !== 'error' || line === null) return;
  // One error at a line is enough: it may come again in each frame.
  if (errors.some((error) => error.line === line)) return;
  errors.push({ line, message: text });
  setErrors(editor, errors);
  say(`Line ${errors[0].line}: ${errors[0].message}`);
}

/** Keeps the code in the address of the page, without an entry in the history. */
async function keepInAddress(code: string): Promise<void> {
  const start = starts.find((each) => each.code === code);
  const hash = start === undefined ? `#code=${await packCode(code)}` : `#start=${start.name}`;
  if (hash !== location.hash) history.replaceState(null, '', hash);
  showChoice();
}

/** The list shows the starting point, and for other code that there is none. */
function showChoice(): void {
  startList.value = new URLSearchParams(location.hash.slice(1)).get('start') ?? '';
}

async function copyLink(): Promise<void> {
  await keepInAddress(editor.state.doc.toString());
  try {
    await navigator.clipboard.writeText(location.href);
    say('The link is on the clipboard');
  } catch {
    say('The address of this page is the link: copy it from there');
  }
}

function goToLine(line: number): void {
  const { from } = editor.state.doc.line(Math.min(line, editor.state.doc.lines));
  editor.dispatch({ selection: { anchor: from }, scrollIntoView: true });
  editor.focus();
}

function say(text: string): void {
  status.value = text;
}
