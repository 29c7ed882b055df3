import { createHash } from 'node:crypto';
import type * as contract from '@lodging/contract-inventory';
import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { z } from 'zod';
import type { SearchPosition } from '../../use-cases/search-stays.ts';

type Request = contract.SearchStaysRequest;

/** A position is good for one search, and for this long. */
const LIFETIME = { minutes: 15 };

const written = z.object({
  search: z.string(),
  at: z.int(),
  created: z.tuple([z.string(), z.string()]).optional(),
  place: z
    .object({
      rank: z.union([z.literal(0), z.literal(1), z.literal(2)]),
      amount: z.string().regex(/^\d+$/),
      nights: z.int().positive(),
      name: z.string(),
      id: z.string(),
    })
    .optional(),
});

export function writePosition(request: Request, next: SearchPosition, now: Temporal.Instant): string {
  const issued = { search: fingerprintOf(request), at: now.epochMilliseconds };
  if (next.kind === 'created') return JSON.stringify({ ...issued, created: [next.at.createdAt, next.at.id] });
  const { amountMinorUnits, ...place } = next.at;
  return JSON.stringify({ ...issued, place: { ...place, amount: String(amountMinorUnits) } });
}

/** Null for the first page. */
export function readPosition(
  request: Request,
  now: Temporal.Instant,
): Result<SearchPosition | null, Refusal<'invalid_cursor'>> {
  if (request.after === null) return ok(null);
  const position = parse(request.after);
  if (position === undefined || position.search !== fingerprintOf(request))
    return refuse('invalid_cursor', 'The cursor was made for another search.');
  if (now.epochMilliseconds > position.at + Temporal.Duration.from(LIFETIME).total('milliseconds'))
    return refuse('invalid_cursor', 'The cursor is older than 15 minutes.');
  const { created, place } = position;
  if (created !== undefined) return ok({ kind: 'created', at: { createdAt: created[0], id: created[1] } });
  if (place === undefined) return refuse('invalid_cursor', 'The cursor has no place.');
  const { amount, ...rest } = place;
  return ok({ kind: 'place', at: { ...rest, amountMinorUnits: BigInt(amount) } });
}

function parse(text: string): z.infer<typeof written> | undefined {
  try {
    return written.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The request is parsed, so its fields have one order. */
function fingerprintOf({ after: _after, limit: _limit, ...search }: Request): string {
  return createHash('sha256').update(JSON.stringify(search)).digest('base64url');
}
