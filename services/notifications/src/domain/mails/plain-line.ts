const MAX_LENGTH = 100;
/** The most characters of a subject; beyond them it ends with an ellipsis. */
export const MAX_SUBJECT = 250;

/**
 * One line of a header: without control characters and marks of direction, so that a name adds no line of its own; nor what
 * a mail program would decode (RFC 2047), which could hold them.
 */
export function plainLine(text: string, maxLength = MAX_LENGTH): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim();
  const characters = Array.from(line);
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
