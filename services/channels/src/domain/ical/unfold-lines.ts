const CARRIAGE_RETURN = 13;
const LINE_FEED = 10;
const SPACE = 32;
const TAB = 9;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * The content lines of a calendar (RFC 5545 §3.1). Bytes are unfolded before they are decoded, because some programs fold within
 * a character of several bytes.
 */
export function unfoldLines(bytes: Uint8Array): string[] {
  const unfolded = new Uint8Array(bytes.length);
  let written = 0;
  let at = BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte) ? BYTE_ORDER_MARK.length : 0;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (byte !== CARRIAGE_RETURN && byte !== LINE_FEED) {
      unfolded[written++] = byte;
      at += 1;
      continue;
    }
    at = afterLineEnd(bytes, at);
    if (bytes[at] === SPACE || bytes[at] === TAB) {
      at += 1;
    } else {
      unfolded[written++] = LINE_FEED;
    }
  }
  return new TextDecoder().decode(unfolded.subarray(0, written)).split('\n');
}

/** CRLF, LF alone, and the CR CR LF of programs that convert line ends twice. */
function afterLineEnd(bytes: Uint8Array, lineEnd: number): number {
  let at = lineEnd;
  while (bytes[at] === CARRIAGE_RETURN) {
    at += 1;
  }
  return bytes[at] === LINE_FEED ? at + 1 : at;
}
