import { encodePayload } from '../bus/outgoing.ts';

/** Of the body of a request or a reply whose operation declares no other limit. */
const MAX_MESSAGE_BYTES = 2 * 1024 * 1024;

/** Declared by an operation: the size limits of its bodies. */
export interface MessageLimits {
  readonly maxRequestBytes?: number | undefined;
  readonly maxReplyBytes?: number | undefined;
}

export function requestLimit({ maxRequestBytes = MAX_MESSAGE_BYTES }: MessageLimits): number {
  return maxRequestBytes;
}

export function replyLimit({ maxReplyBytes = MAX_MESSAGE_BYTES }: MessageLimits): number {
  return maxReplyBytes;
}

/** The body of a message is longer than its operation declares. */
export class MessageTooLarge extends Error {
  override readonly name = 'MessageTooLarge';

  constructor(subject: string, bytes: number, most: number) {
    super(`a body of ${subject} has ${bytes} bytes; ${most} are declared`);
  }
}

/** Throws MessageTooLarge. */
export function checkLength(subject: string, body: string, most: number): void {
  // A unit of a string has three bytes at the most.
  if (body.length * 3 <= most) return;
  const bytes = Buffer.byteLength(body);
  if (bytes > most) throw new MessageTooLarge(subject, bytes, most);
}

/** The same for a body that is sent at once. */
export function encodeWithin(subject: string, body: string, most: number): Uint8Array {
  const bytes = encodePayload(body);
  if (bytes.length > most) throw new MessageTooLarge(subject, bytes.length, most);
  return bytes;
}
