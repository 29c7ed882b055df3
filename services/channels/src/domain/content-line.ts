const CRLF = '\r\n';
const MOST_OCTETS = 75;
/** No UTF-16 unit takes more. */
const OCTETS_OF_A_UNIT = 3;

/** Characters that no text may hold become spaces; a tab and a line break are none of them. */
const FORBIDDEN = /[\p{Cc}]/gu;

export function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
    .replaceAll(FORBIDDEN, (character) => (character === '\t' ? character : ' '));
}

/** With its end. A line longer than 75 octets goes on behind a break and a space, and no character is broken. */
export function contentLine(line: string): string {
  if (line.length * OCTETS_OF_A_UNIT <= MOST_OCTETS || (line.length <= MOST_OCTETS && isAscii(line)))
    return line + CRLF;
  let written = '';
  let octets = 0;
  for (const character of line) {
    const more = octetsOf(character);
    if (octets + more > MOST_OCTETS) {
      written += `${CRLF} `;
      octets = 1;
    }
    written += character;
    octets += more;
  }
  return written + CRLF;
}

function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

function octetsOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80) return 1;
  if (point < 0x8_00) return 2;
  return point < 0x1_00_00 ? 3 : 4;
}
