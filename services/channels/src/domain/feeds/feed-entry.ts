interface Span {
  readonly from: string;
  readonly to: string;
}

/** A stay or block as a feed shows it. Exactly one of `dates` (local, `to` exclusive) and `instants` is set. */
export interface FeedEntry {
  readonly id: string;
  readonly kind: 'reservation' | 'external_block';
  readonly dates: Span | null;
  readonly instants: Span | null;
  readonly changedAt: string;
  readonly sequence: number;
}
