/** The moves of a reservation. `expired` → `confirmed` is the way back for money that came too late. */
const MOVES: Readonly<Record<string, readonly string[]>> = {
  pending: ['held', 'confirmed', 'cancelled', 'expired'],
  held: ['confirmed', 'cancelled', 'expired'],
  expired: ['confirmed'],
  confirmed: ['checked_in', 'no_show', 'cancelled'],
  checked_in: ['checked_out'],
  cancelled: [],
  checked_out: [],
  no_show: [],
};

export function isReachable(from: string, to: string): boolean {
  return from === to || (MOVES[from] ?? []).some((next) => isReachable(next, to));
}
