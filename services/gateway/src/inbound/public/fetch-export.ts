import { exportGuest, readGuestExport } from '@lodging/contract-reservations';
import type { Bus, Forwarded } from '@lodging/kit-messaging';
import type { RequestContext } from '@lodging/kit-runtime';

/** A longer document is not sent at once: the client fetches it. */
const MAX_BYTES = 5 * 1024 * 1024;

interface Sending {
  readonly bus: Pick<Bus, 'forward'>;
  readonly ctx: RequestContext;
  readonly timeoutMs: number;
}

type Failed = Extract<Forwarded, { readonly ok: false }>;

/** Has the export written, and fetches a stored one that is short enough to be sent at once. */
export async function writeExport(sending: Sending, guestId: string): Promise<Forwarded> {
  const { bus, ctx, timeoutMs } = sending;
  const written = await bus.forward(exportGuest, { guestId }, ctx, { timeoutMs });
  if (!written.ok) return written;
  const { exportId, bytes } = parse<{ exportId: string | null; bytes: number }>(written.body);
  return exportId === null || bytes > MAX_BYTES ? written : fetchExport(sending, guestId, exportId);
}

/** All parts of a stored export, as one content. */
export async function fetchExport(sending: Sending, guestId: string, exportId: string): Promise<Forwarded> {
  const first = await fetchPart(sending, { guestId, exportId, part: 0 });
  if ('ok' in first) return first;
  const contents = [first.content];
  for (let part = 1; part < first.parts; part += 1) {
    const next = await fetchPart(sending, { guestId, exportId, part });
    if ('ok' in next) return next;
    contents.push(next.content);
  }
  const body = Buffer.from(JSON.stringify({ exportId, content: contents.join('') }));
  return { ok: true, body, replayed: false };
}

async function fetchPart(
  { bus, ctx, timeoutMs }: Sending,
  part: { readonly guestId: string; readonly exportId: string; readonly part: number },
): Promise<{ readonly parts: number; readonly content: string } | Failed> {
  const answer = await bus.forward(readGuestExport, part, ctx, { timeoutMs });
  return answer.ok ? parse(answer.body) : answer;
}

function parse<T>(body: Uint8Array): T {
  return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'));
}
