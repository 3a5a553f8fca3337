import type { ByteSource } from './byteSource';
import { readBody } from './readBody';
import { rangeOf, reasonOf, TileSourceError } from './tileSourceError';

/** The headers of a host's answer that identify a version of the file. A header that is missing is null. */
interface FileVersion {
  readonly tag: string | null;
  readonly modified: string | null;
}

const REOPEN = 'open the file again';
const RANGES = 'put the file on a host that serves ranges (RFC 9110), as most static hosts and object stores do';
/** HTTP statuses of transient failures: the request timed out, was too early, or was one of too many. */
const TEMPORARY = [408, 425, 429];

/**
 * A file on a host that serves ranges. Every answer of the host is checked: its status, its range, its length, and that the file
 * has not changed.
 */
export class UrlSource implements ByteSource {
  readonly name: string;
  #fileBytes: number | null = null;
  #version: FileVersion | null = null;

  constructor(url: string) {
    this.name = url;
  }

  get fileBytes(): number | null {
    return this.#fileBytes;
  }

  async read(offset: number, length: number, signal: AbortSignal): Promise<Uint8Array> {
    const range = rangeOf(this.name, offset, length);
    const last = offset + length - 1;
    let response: Response;
    try {
      response = await fetch(this.name, { headers: { Range: `bytes=${offset}-${last}` }, signal });
    } catch (error) {
      const what = `cannot be fetched (${reasonOf(error)})`;
      if (isPermanent(error)) throw new TileSourceError(`${range}: ${what}: check the address`, { cause: error });
      throw temporary(range, `${what}: check the address and the connection`, error);
    }
    let came: number;
    let bytes: Uint8Array;
    try {
      this.#checkAnswer(response, range, offset, last);
      ({ bytes, came } = await readBody(response.body, length));
    } catch (error) {
      // The cancellation of the host's answer is not awaited, because the host may never end the answer.
      response.body?.cancel().catch(() => undefined);
      if (error instanceof TileSourceError) throw error;
      throw temporary(range, `broke off (${reasonOf(error)}): check the connection`, error);
    }
    if (came > length) throw new TileSourceError(`${range}: the host sent more than these ${length} bytes: ${RANGES}`);
    if (came < length) throw temporary(range, `the host sent only ${came} of ${length} bytes`);
    return bytes;
  }

  #checkAnswer({ status, statusText, headers, type }: Response, range: string, offset: number, last: number): void {
    if (status !== 206) throw badStatus(range, status, statusText, headers.get('retry-after'));
    const encoding = headers.get('content-encoding') ?? 'identity';
    if (encoding.trim().toLowerCase() !== 'identity') {
      // A range of the encoded bytes is not a range of the file, so encoded answers are refused.
      throw new TileSourceError(
        `${range}: the host sent them with the encoding ${encoding}: turn off its compression of this file`,
      );
    }
    const kind = headers.get('content-type') ?? '';
    if (/^\s*multipart\//i.test(kind)) throw new TileSourceError(`${range}: the host sent several parts: ${RANGES}`);
    this.#checkRange(headers.get('content-range'), range, offset, last, type);
    const length = headers.get('content-length');
    if (length !== null && Number(length) !== last - offset + 1) {
      throw new TileSourceError(`${range}: the host says that it sends ${length} bytes instead: ${RANGES}`);
    }
    this.#checkVersion({ tag: headers.get('etag'), modified: headers.get('last-modified') });
  }

  #checkRange(text: string | null, range: string, offset: number, last: number, type: string): void {
    if (text === null) {
      // Many hosts of another origin do not expose Content-Range to pages. Then only the length and the checksums are checked.
      if (type === 'cors') return;
      throw new TileSourceError(`${range}: the host does not say which bytes it sent (no Content-Range): ${RANGES}`);
    }
    const sent = readContentRange(text);
    if (sent === null || sent.first !== offset || sent.last !== last) {
      throw new TileSourceError(`${range}: the host sent other ones (Content-Range: ${text}): ${RANGES}`);
    }
    const { total } = sent;
    if (total === null) return;
    if (this.#fileBytes !== null && this.#fileBytes !== total) {
      throw changed(this.name, `it had ${this.#fileBytes} bytes, and has ${total} now`);
    }
    this.#fileBytes = total;
  }

  /** Throws if an answer is of another version of the file than the first. An answer may lack ETag or Last-Modified. */
  #checkVersion(version: FileVersion): void {
    const first = (this.#version ??= version);
    if (first.tag !== null && version.tag !== null) {
      if (first.tag !== version.tag) throw changed(this.name, `its ETag was ${first.tag}, and is ${version.tag} now`);
    } else if (first.modified !== null && version.modified !== null && first.modified !== version.modified) {
      throw changed(this.name, `it was modified on ${first.modified}, and then on ${version.modified}`);
    }
  }
}

/** The codes of errors of certificates and of TLS: the host has a wrong certificate, or does not speak TLS at this port. */
const TLS_CODES = /^(CERT_|ERR_SSL_|ERR_TLS_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_|UNABLE_TO_)/;

/**
 * Whether a fetch that failed would fail again: the address is no URL, has a scheme or a port that `fetch` refuses, or its
 * redirects do not end, or the certificate of the host is not valid. Node gives errors of the network a code, and its refusals none.
 * The errors of pages have no cause, so they always count as temporary.
 */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === 'AbortError') return false;
  const { cause } = error;
  if (!(cause instanceof Error)) return false;
  const { code } = cause as { code?: unknown };
  return typeof code !== 'string' || code === 'ERR_INVALID_URL' || TLS_CODES.test(code);
}

/** Returns the error for a file that has changed since it was opened. */
export function changed(name: string, how: string): TileSourceError {
  return new TileSourceError(`${name} has changed since it was opened: ${how}: ${REOPEN}`);
}

function temporary(range: string, what: string, cause?: unknown): TileSourceError {
  return new TileSourceError(`${range}: ${what}`, { isTemporary: true, ...(cause !== undefined && { cause }) });
}

function badStatus(range: string, status: number, statusText: string, retryAfter: string | null): TileSourceError {
  const answer = `${range}: the host answered ${status}${statusText === '' ? '' : ` ${statusText}`}`;
  if (status === 200) return new TileSourceError(`${answer}, which is the whole file: ${RANGES}`);
  if (status === 416) {
    return new TileSourceError(`${answer}: the file is shorter. It is not whole, or has changed: ${REOPEN}`);
  }
  if (status >= 500 || TEMPORARY.includes(status)) {
    return new TileSourceError(`${answer}: try again later`, { isTemporary: true, pause: pauseOf(retryAfter) });
  }
  return new TileSourceError(`${answer}: check the address and who may read it`);
}

/** Returns the pause in milliseconds that a Retry-After header requires. The header has a number of seconds or a date. */
function pauseOf(retryAfter: string | null): number {
  if (retryAfter === null) return 0;
  const milliseconds = /^\s*\d+\s*$/.test(retryAfter) ? 1000 * Number(retryAfter) : Date.parse(retryAfter) - Date.now();
  return milliseconds > 0 ? milliseconds : 0;
}

interface ContentRange {
  first: number;
  last: number;
  /** The length of the whole file in bytes. Null if the host does not send the length. */
  total: number | null;
}

/** Returns the numbers of a Content-Range header (RFC 9110). Null if the unit of the header is not bytes. */
function readContentRange(text: string): ContentRange | null {
  const found = /^\s*bytes\s+(\d{1,16})-(\d{1,16})\/(\d{1,16}|\*)\s*$/i.exec(text);
  if (found === null) return null;
  const [, first, last, total] = found;
  return { first: Number(first), last: Number(last), total: total === '*' ? null : Number(total) };
}
