import { constants, rmSync, type Stats, writeSync } from 'node:fs';
import { access, open, readlink, realpath, rename, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { InputError, isSystemError, naming } from '../text/errors';
import { descriptorStats } from './descriptorStats';
import { type Chunks, descriptorStream, STANDARD_OUTPUT, streamOf, untilError, writeOut } from './standardOutput';
import { keepOwnerAndMode, modeBefore, partialPath, removeStalePartials } from './replacement';
import { interruptible } from './interruptible';

/** The file, device or descriptor to which the option `-o` refers. */
export interface Target {
  /** The target as the user wrote it. */
  name: string;
  /** The path of the target with all links resolved, or the number of a file descriptor of the process. */
  place: string | number;
  /** The stats of the file that is at the target now. Null if there is none. */
  present: Stats | null;
}

/** The folder of this process's file descriptors, on Linux and on other systems. */
const DESCRIPTORS = new RegExp(String.raw`^(/proc/${process.pid}(/task/\d+)?|/dev)/fd$`);
/** The bits of a file's mode that allow its owner, its group and others to write to it. */
const MAY_BE_WRITTEN = 0o222;
/** The bit of a folder's mode, such as `/tmp`'s, that allows only root and the owners of folder and file to replace a file. */
const STICKY = 0o1000;
const ROOT = 0;

/**
 * Returns the target to which a path refers. Checks that it can be written to, before any work is done.
 *
 * @param path `-` is the standard output.
 * @throws InputError, or an error of the operating system, if the target cannot be written to.
 */
export async function findTarget(path: string): Promise<Target> {
  if (path === '-') return { name: 'stdout', place: STANDARD_OUTPUT, present: statOfOpen(STANDARD_OUTPUT, 'stdout') };
  return await naming(path, async () => {
    const present = await orNull(stat(path), 'ENOENT');
    if (present?.isDirectory() === true) throw new InputError(`${path}: this is a folder: give the name of a file`);
    const place = await followLinks(path);
    if (typeof place === 'number') return { name: path, place, present: statOfOpen(place, path) };
    if (present === null) await checkMayCreate(path, place);
    else if (present.isFile()) await checkMayReplace(path, place, present);
    else if (present.isSocket()) throw new InputError(`${path}: this is a socket: give a file, a FIFO or a device`);
    else await access(path, constants.W_OK);
    return { name: path, place, present };
  });
}

/** Whether the target is the file with these stats. False for a character device: a terminal can be both read and written. */
export function isTarget({ present }: Target, { dev, ino }: Stats): boolean {
  return present !== null && !present.isCharacterDevice() && present.dev === dev && present.ino === ino;
}

/**
 * Writes chunks to a target. A file is replaced as a whole, or stays as it was if an error occurs, also an error of `chunks`.
 * Devices, FIFOs and descriptors are written to directly.
 */
export async function writeTarget({ name, place, present }: Target, chunks: Chunks): Promise<void> {
  if (place === STANDARD_OUTPUT) {
    await writeOut(chunks);
    return;
  }
  if (typeof place === 'string' && (present === null || present.isFile())) {
    await replaceFile(name, place, present, chunks);
    return;
  }
  const stream =
    typeof place === 'number'
      ? descriptorStream(place)
      : (await naming(name, () => open(name, constants.O_WRONLY))).createWriteStream();
  // An error of `chunks` is about what is read, so it does not get the name of the target.
  const errors: unknown[] = [];
  // The stream of the standard error is not ended, as Node itself writes to it.
  const end = stream !== process.stderr;
  await naming(name, () => pipeline(streamOf(untilError(chunks, errors)), stream, { end }));
  if (errors.length > 0) throw errors[0];
}

/**
 * Returns the path with all links resolved, of a file that exists or can be created. Returns the number of a file descriptor if a
 * link refers to one: a descriptor may have no path, or a position in the middle of a file.
 *
 * @param name the path as the user wrote it.
 * @throws InputError if its folder does not exist.
 */
export async function followLinks(path: string, name = path): Promise<string | number> {
  if (path === '' || path.endsWith('/') || path.endsWith(sep)) {
    throw new InputError(`'${name}' is not the name of a file`);
  }
  const folder = await orNull(realpath(dirname(path)), 'ENOENT');
  if (folder === null) throw new InputError(`${name}: the folder '${dirname(path)}' does not exist`);
  const file = basename(path);
  if (DESCRIPTORS.test(folder) && /^\d+$/.test(file)) return Number(file);
  const link = await orNull(readlink(path), 'ENOENT', 'EINVAL', 'UNKNOWN');
  if (link === null) return join(folder, file);
  // The paths are not joined by `join`, which drops a folder and the `..` after it: the folder may be a link.
  return await followLinks(isAbsolute(link) ? link : `${folder}/${link}`, name);
}

/** Returns the stats of a file descriptor. Throws unless the descriptor is open for writing. */
function statOfOpen(fd: number, name: string): Stats {
  const kind = descriptorStats(fd);
  const isKnown = [kind.isFile(), kind.isFIFO(), kind.isCharacterDevice(), kind.isBlockDevice(), kind.isSocket()];
  // A descriptor of another kind may be part of Node's event loop. A write to it would end the process.
  if (!isKnown.includes(true))
    throw new InputError(`${name}: this belongs to Node itself: give a descriptor you opened`);
  // A write of 0 bytes fails if the descriptor is open for reading only. For a socket, 0 bytes may be a message, so none is sent.
  if (!kind.isSocket()) writeSync(fd, new Uint8Array(0));
  return kind;
}

async function checkMayReplace(name: string, place: string, { mode, nlink, uid }: Stats): Promise<void> {
  await access(place, constants.W_OK);
  // For root, `access` always succeeds, so the bits of the file's mode are tested, too.
  if ((mode & MAY_BE_WRITTEN) === 0) {
    throw new InputError(`${name}: this file is write-protected: make it writable, or give another file`);
  }
  if (nlink > 1) {
    throw new InputError(
      `${name}: this file has ${nlink} names (hard links), and the new file would replace it under this one only: ` +
        'remove it first, or give another file',
    );
  }
  await checkMayCreate(name, place);
  if (!(await mayRemove(place, uid))) {
    throw new InputError(
      `${name}: this file belongs to somebody else, and only they may replace it in its folder: give another file`,
    );
  }
}

/** Throws unless files can be created in the folder of the target: the output is always written to a new file there first. */
async function checkMayCreate(name: string, place: string): Promise<void> {
  try {
    await access(dirname(place), constants.W_OK | constants.X_OK);
  } catch {
    throw new InputError(
      `${name}: its folder is write-protected, and the new file is first written there: give another file`,
    );
  }
}

/** Whether this user may replace the file `place` of `owner`, if the folder has the sticky bit. */
async function mayRemove(place: string, owner: number): Promise<boolean> {
  const me = process.geteuid?.() ?? ROOT;
  const folder = await stat(dirname(place));
  return (folder.mode & STICKY) === 0 || [ROOT, owner, folder.uid].includes(me);
}

/** Returns the value of a promise, or null if it rejects with an error of the operating system with one of these codes. */
async function orNull<Value>(promise: Promise<Value>, ...codes: string[]): Promise<Value | null> {
  try {
    return await promise;
  } catch (thrown) {
    if (isSystemError(thrown) && codes.includes(thrown.code)) return null;
    throw thrown;
  }
}

/**
 * Writes a file atomically: first under another name in the same folder, then renamed.
 *
 * @param name the path as the user wrote it.
 * @param path the path of the file. It must not be a link.
 * @param replaced the stats of the file to replace, or null. The new file gets its mode, and its owner and group if this user may
 * set them.
 * @throws InterruptedError if a signal arrives before the file is complete. The old file has then not changed.
 */
async function replaceFile(name: string, path: string, replaced: Stats | null, chunks: Chunks): Promise<void> {
  const partial = partialPath(path);
  const removePartial = () => {
    rmSync(partial, { force: true });
  };
  await removeStalePartials(path);
  // The process may exit while the file is written, when an interrupt takes too long.
  process.once('exit', removePartial);
  await interruptible(async (signal) => {
    try {
      const file = await naming(name, () => open(partial, 'wx', modeBefore(replaced)));
      try {
        for await (const chunk of chunks) await naming(name, () => file.writeFile(chunk, { signal }));
        await naming(name, async () => {
          if (replaced !== null) await keepOwnerAndMode(file, replaced);
          await file.sync();
        });
      } finally {
        await file.close();
      }
      signal.throwIfAborted();
      await naming(name, () => rename(partial, path));
    } catch (thrown) {
      removePartial();
      signal.throwIfAborted();
      throw thrown;
    } finally {
      process.off('exit', removePartial);
    }
  });
}
