/** The least share of the rate of the bare path, by connections. */
export const GOALS: Readonly<
  Record<'availability' | 'quotes' | 'holds' | 'offlineBookings' | 'stays', Readonly<Record<number, number>>>
> = {
  availability: { 1: 0.8, 8: 0.85, 32: 0.95 },
  quotes: { 1: 0.6, 8: 0.65, 32: 0.65 },
  holds: { 1: 0.6, 8: 0.65, 32: 0.7 },
  offlineBookings: { 1: 0.6, 8: 0.65, 32: 0.7 },
  stays: { 1: 0.55, 8: 0.55 },
};
