import type { StayWindow } from '@lodging/kernel';

/** The request with the instants `from` and `to` as a window. */
export function windowFromWire<Request extends { readonly from: string; readonly to: string }>({
  from,
  to,
  ...rest
}: Request): Omit<Request, 'from' | 'to'> & { readonly window: StayWindow } {
  return { ...rest, window: { from: Temporal.Instant.from(from), to: Temporal.Instant.from(to) } };
}
