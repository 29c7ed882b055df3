/** Crockford's base 32: without I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;
const BITS = 5;
const REFERENCE = /^[0-9A-HJKMNP-TV-Z]{8}$/;

/** The last 40 bits of an id are random. */
export function referenceOf(id: string): string {
  const random = Number.parseInt(id.slice((-LENGTH * BITS) / 4), 16);
  return Array.from({ length: LENGTH }, (_, place) => ALPHABET[digitOf(random, LENGTH - 1 - place)]).join('');
}

/** Of a number beyond 32 bits, which the operators of bits would cut. */
function digitOf(random: number, place: number): number {
  return Math.floor(random / 2 ** (BITS * place)) % ALPHABET.length;
}

/** In any case, with or without hyphens; Crockford reads O as 0, and I and L as 1. Undefined: it is no reference. */
export function readReference(text: string): string | undefined {
  const read = text.replaceAll(/[-\s]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return REFERENCE.test(read) ? read : undefined;
}
