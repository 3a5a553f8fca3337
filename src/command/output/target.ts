import { constants, fstatSync, type Stats, writeSync } from 'node:fs';
import { access, open, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { descriptorStream, STANDARD_OUTPUT } from './descriptorStream';
import { InputError, isSystemError } from '../text/errors';
import { replaceFile } from './replaceFile';
import { writeOut } from './standardOutput';

/** Where something is written. */
export interface Target {
  /** What the person calls it. */
  name: string;
  /** Where that is after all links; or the number of what the process has open, where it leads there. */
  place: string | number;
  /** What is there now; null where there is nothing. */
  present: Stats | null;
}

/** The folder of what the process has open, on Linux and elsewhere. */
const DESCRIPTORS = new RegExp(String.raw`^(/proc/${process.pid}(/task/\d+)?|/dev)/fd$`);
const ANYBODYS_WRITING = 0o222;
const STICKY = 0o1000;
const ROOT = 0;

/**
 * Finds what a path leads to, and whether it can be written to: before any work is done for it.
 *
 * @param path `-` is the standard output.
 * @throws InputError, or an error of the operating system, where it cannot be written to.
 */
export async function findTarget(path: string): Promise<Target> {
  if (path === '-') return { name: 'stdout', place: STANDARD_OUTPUT, present: statOfOpen(STANDARD_OUTPUT, 'stdout') };
  return await naming(path, async () => {
    const present = await orNull(stat(path), 'ENOENT');
    if (present?.isDirectory() === true) throw new InputError(`${path}: this is a folder: give the name of a file`);
    const place = await followLinks(path, path);
    if (typeof place === 'number') return { name: path, place, present: statOfOpen(place, path) };
    if (present === null) await checkMayMake(path, place);
    else if (present.isFile()) await checkMayReplace(path, place, present);
    else if (present.isSocket()) throw new InputError(`${path}: this is a socket: give a file, a FIFO or a device`);
    else await access(path, constants.W_OK);
    return { name: path, place, present };
  });
}

/** Whether a target is what these are of. To a terminal one may write what one reads there. */
export function isTarget({ present }: Target, { dev, ino }: Stats): boolean {
  return present !== null && !present.isCharacterDevice() && present.dev === dev && present.ino === ino;
}

/** Writes bytes: a file becomes another at once, or stays as it was; a device, a FIFO and the like take them as they come. */
export async function writeTarget({ name, place, present }: Target, chunks: Uint8Array[]): Promise<void> {
  if (place === STANDARD_OUTPUT) {
    await writeOut(chunks);
    return;
  }
  await naming(name, async () => {
    if (typeof place === 'string' && (present === null || present.isFile())) {
      await replaceFile(place, present, chunks);
      return;
    }
    const stream =
      typeof place === 'number' ? descriptorStream(place) : (await open(name, constants.O_WRONLY)).createWriteStream();
    // Node has more to say on its own standard error.
    await pipeline(Readable.from(chunks, { objectMode: false }), stream, { end: stream !== process.stderr });
  });
}

/**
 * Where a file is, or would be made, after all links. A link to what the process has open gives its number: that may have no
 * path, or be somewhere in the middle of a file.
 *
 * @param name what the person calls it.
 */
async function followLinks(path: string, name: string): Promise<string | number> {
  if (path === '' || path.endsWith('/') || path.endsWith(sep)) {
    throw new InputError(`'${name}' is not the name of a file`);
  }
  const folder = await orNull(realpath(dirname(path)), 'ENOENT');
  if (folder === null) throw new InputError(`${name}: there is no folder '${dirname(path)}' to write it in`);
  const file = basename(path);
  if (DESCRIPTORS.test(folder) && /^\d+$/.test(file)) return Number(file);
  const link = await orNull(readlink(path), 'ENOENT', 'EINVAL', 'UNKNOWN');
  if (link === null) return join(folder, file);
  // Not by join: it leaves out a folder and the `..` after it, though the folder may be a link.
  return await followLinks(isAbsolute(link) ? link : `${folder}/${link}`, name);
}

/** What the process has open under a number, which must be open for writing. */
function statOfOpen(fd: number, name: string): Stats {
  const kind = fstatSync(fd);
  const isKnown = [kind.isFile(), kind.isFIFO(), kind.isCharacterDevice(), kind.isBlockDevice(), kind.isSocket()];
  // Such as what Node waits for events by: it ends where anything is written to that.
  if (!isKnown.includes(true)) throw new InputError(`${name}: this belongs to Node itself: give what you have opened`);
  // Of no bytes: it fails where this is open for reading only. To a socket they might be a message.
  if (!kind.isSocket()) writeSync(fd, new Uint8Array(0));
  return kind;
}

async function checkMayReplace(name: string, place: string, { mode, nlink, uid }: Stats): Promise<void> {
  await access(place, constants.W_OK);
  // Root may write to any file.
  if ((mode & ANYBODYS_WRITING) === 0) {
    throw new InputError(`${name}: this file is write-protected: make it writable, or give another`);
  }
  if (nlink > 1) {
    throw new InputError(
      `${name}: this file has ${nlink} names (hard links), and only this one would lead to the scene: ` +
        'remove it first, or give another',
    );
  }
  await checkMayMake(name, place);
  if (!(await mayRemove(place, uid))) {
    throw new InputError(
      `${name}: this file is somebody else's, in a folder where nobody else may replace it: give another`,
    );
  }
}

/** A scene is always made as a new file. */
async function checkMayMake(name: string, place: string): Promise<void> {
  try {
    await access(dirname(place), constants.W_OK | constants.X_OK);
  } catch {
    throw new InputError(`${name}: its folder is write-protected, and the scene is made there: give another`);
  }
}

/** Whether what belongs to a user may be replaced as far as the sticky bit of its folder goes, which `/tmp` has. */
async function mayRemove(place: string, owner: number): Promise<boolean> {
  const me = process.geteuid?.() ?? ROOT;
  const folder = await stat(dirname(place));
  return (folder.mode & STICKY) === 0 || [ROOT, owner, folder.uid].includes(me);
}

/** Does something with a file whose errors are to tell it by the name that the person knows. */
async function naming<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (thrown) {
    throw isSystemError(thrown) ? Object.assign(thrown, { path: name }) : thrown;
  }
}

/** What a promise gives, or null where it rejects with one of these codes. */
async function orNull<Value>(promise: Promise<Value>, ...codes: string[]): Promise<Value | null> {
  try {
    return await promise;
  } catch (thrown) {
    if (isSystemError(thrown) && codes.includes(thrown.code)) return null;
    throw thrown;
  }
}
