const DAYS_AFTER_STAY = 30;
/** The public keys of tokens are kept for so long, see `signing-key-rotation.ts`. */
export const MAX_TOKEN_DAYS = 3 * 366;

/** 30 days after the stay. A stay that begins in years gets a link that ends before it; its later mails have a newer one. */
export function linkExpiry(
  { stay }: { readonly stay: { readonly window: { readonly to: Temporal.Instant } } },
  at: Temporal.Instant,
): Temporal.Instant {
  const after = stay.window.to.add({ hours: 24 * DAYS_AFTER_STAY });
  const longest = at.add({ hours: 24 * MAX_TOKEN_DAYS });
  const expiry = Temporal.Instant.compare(after, longest) < 0 ? after : longest;
  return expiry.round({ smallestUnit: 'second', roundingMode: 'floor' });
}

export function isExpiredBy(expiry: Temporal.Instant, at: Temporal.Instant): boolean {
  return Temporal.Instant.compare(expiry, at) <= 0;
}
