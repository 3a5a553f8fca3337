/** The bytes in a data URI (RFC 2397); null where it has none, or characters that do not stand for bytes. */
export function decodeDataUri(uri: string): Uint8Array | null {
  const comma = uri.indexOf(',');
  if (comma < 0) return null;
  const data = uri
    .slice(comma + 1)
    .replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
  if (/;base64$/i.test(uri.slice(0, comma))) {
    return /^[a-z0-9+/]*={0,2}$/i.test(data) ? Buffer.from(data, 'base64') : null;
  }
  return /^[\0-\xff]*$/.test(data) ? Buffer.from(data, 'latin1') : null;
}
