const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * A UUIDv7 (RFC 9562 §5.7) of a time and at least 10 random bytes. Callers pass both, so that tests are deterministic.
 */
export function uuidV7(epochMilliseconds: number, random: Uint8Array): string {
  const time = epochMilliseconds.toString(16).padStart(12, '0');
  const version = 0x70 | ((random[0] ?? 0) & 0x0f);
  const variant = 0x80 | ((random[2] ?? 0) & 0x3f);
  const high = `${hexOf(version)}${hexOf(random[1])}-${hexOf(variant)}${hexOf(random[3])}`;
  const low = `${hexOf(random[4])}${hexOf(random[5])}${hexOf(random[6])}${hexOf(random[7])}${hexOf(random[8])}${hexOf(random[9])}`;
  return `${time.slice(0, 8)}-${time.slice(8)}-${high}-${low}`;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hexOf(byte = 0): string {
  return HEX[byte] ?? '';
}
