import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { FeedError } from './feed-errors.ts';

export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

export async function readBody(message: IncomingMessage, limitBytes: number): Promise<Uint8Array> {
  const tooLarge = new FeedError(`The calendar is larger than ${Math.floor(limitBytes / 1024 / 1024)} MiB.`);
  if (Number(message.headers['content-length'] ?? 0) > limitBytes) {
    throw tooLarge;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decoded(message)) {
    size += chunk.length;
    // Counted after decompression: a small body may expand to a huge one.
    if (size > limitBytes) {
      throw tooLarge;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

async function* decoded(message: IncomingMessage): AsyncGenerator<Buffer> {
  const encoding = (message.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') {
    yield* message;
    return;
  }
  const decompress = await createDecompressor(encoding, message);
  message.on('error', (error) => decompress.destroy(error));
  message.pipe(decompress);
  try {
    yield* decompress;
  } finally {
    decompress.destroy();
    message.destroy();
  }
}

async function createDecompressor(
  encoding: string,
  message: IncomingMessage,
): Promise<Readable & NodeJS.WritableStream> {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      return (await startsLikeZlib(message)) ? createInflate() : createInflateRaw();
    default:
      throw new FeedError('The calendar has an unsupported content encoding.');
  }
}

/** `deflate` means the zlib format; some servers send raw deflate, without its header. */
async function startsLikeZlib(message: IncomingMessage): Promise<boolean> {
  for await (const chunk of message.iterator({ destroyOnReturn: false })) {
    message.unshift(chunk);
    return (chunk[0] & 0x0f) === 8;
  }
  return true;
}
