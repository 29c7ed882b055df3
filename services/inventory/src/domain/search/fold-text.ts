/** Without case and accents. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

export function searchedWords(text: string): string[] {
  return foldText(text)
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Each word is contained in one of the texts. */
export function containsWords(texts: readonly (string | null)[], words: readonly string[]): boolean {
  const folded = texts.flatMap((text) => (text === null ? [] : foldText(text)));
  return words.every((word) => folded.some((text) => text.includes(word)));
}

/** By code points; the order of strings is that of UTF-16 units, which differs beyond U+FFFF. */
export function compareCodePoints(one: string, other: string): number {
  const [left, right] = [Array.from(one), Array.from(other)];
  for (const [index, character] of left.entries()) {
    const difference = (character.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? -1);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
