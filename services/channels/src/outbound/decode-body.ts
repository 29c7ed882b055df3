import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { FeedError } from './feed-words.ts';

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
    // Counted as it comes out: what is packed small may be huge.
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
  const unpack = await unpackerOf(encoding, message);
  message.on('error', (error) => unpack.destroy(error));
  message.pipe(unpack);
  try {
    yield* unpack;
  } finally {
    unpack.destroy();
    message.destroy();
  }
}

async function unpackerOf(
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
      throw new FeedError('The calendar is packed in a way that was not asked for.');
  }
}

/** `deflate` means zlib; some servers send it without zlib's own head. */
async function startsLikeZlib(message: IncomingMessage): Promise<boolean> {
  for await (const chunk of message.iterator({ destroyOnReturn: false })) {
    message.unshift(chunk);
    return (chunk[0] & 0x0f) === 8;
  }
  return true;
}
