const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RADIX = BigInt(ALPHABET.length);

export function base62(bytes: Uint8Array, width: number): string {
  let rest = bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);
  let text = '';
  while (rest > 0n) {
    text = ALPHABET.charAt(Number(rest % RADIX)) + text;
    rest /= RADIX;
  }
  if (text.length > width)
    throw new RangeError(`${bytes.length} bytes do not fit ${width} base62 characters`);
  return text.padStart(width, '0');
}
