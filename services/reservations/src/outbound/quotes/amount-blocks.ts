/**
 * A block holds amounts in as many bits as the largest takes: fifteen digits take 50, and random ones cannot be compressed
 * any further. It is its number of amounts (two bytes), the bits of each (one), and the amounts.
 */
export function packBlock(amounts: readonly bigint[]): Buffer {
  const width = Math.max(0, ...amounts.map(bitsOf));
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(amounts.length);
  header.writeUInt8(width, 2);
  const digits = sizeOf(amounts.length, width) * 2;
  const bits = amounts.reduce((before, amount) => (before << BigInt(width)) | amount, 0n);
  return Buffer.concat([header, Buffer.from(digits === 0 ? '' : hex(bits, digits), 'hex')]);
}

export interface ReadBlock {
  readonly amounts: readonly bigint[];
  /** The position of the next one. */
  readonly end: number;
}

export function readBlock(bytes: Buffer, start: number): ReadBlock {
  const count = bytes.readUInt16BE(start);
  const width = bytes.readUInt8(start + 2);
  const from = start + HEADER_BYTES;
  const end = from + sizeOf(count, width);
  const bits = BigInt(`0x0${bytes.toString('hex', from, end)}`);
  const mask = (1n << BigInt(width)) - 1n;
  const amounts = Array.from(
    { length: count },
    (_, index) => (bits >> BigInt((count - 1 - index) * width)) & mask,
  );
  return { amounts, end };
}

const HEADER_BYTES = 3;

function bitsOf(amount: bigint): number {
  return amount === 0n ? 0 : amount.toString(2).length;
}

function sizeOf(count: number, width: number): number {
  return Math.ceil((count * width) / 8);
}

function hex(bits: bigint, digits: number): string {
  return bits.toString(16).padStart(digits, '0');
}
