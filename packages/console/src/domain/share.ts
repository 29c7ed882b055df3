/** By how much an amount has changed, in basis points; null where there was nothing before. */
export function changeBps(before: bigint, now: bigint): number | null {
  if (before === 0n) return null;
  const size = before < 0n ? -before : before;
  return Number(((now - before) * 10_000n) / size);
}
