/** Six requested syncs of a connection begin at once, and one every ten seconds after that. */
const SPACING = `interval '10 seconds'`;
const BURST = `interval '1 minute'`;

/** After one more request. It never lies further ahead than one request beyond the burst. */
export const MOVED_ALLOWANCE = `
  least(greatest(coalesce(sync_allowance_at, now()), now()) + ${SPACING}, now() + ${BURST} + ${SPACING})`;

/** When a sync may begin that was requested with this allowance. */
export const startOf = (allowance: string): string =>
  `greatest(now(), coalesce(${allowance}, now()) - ${BURST})`;
