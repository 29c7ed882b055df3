/** RFC 3339. `local` is a wall-clock time without a zone, or with an unknown one: it is read in the zone of the resource. */
export type FeedTime = { readonly instant: string } | { readonly local: string };

/** `to` is exclusive. Dates have no zone. */
export type FeedWhen =
  | { readonly kind: 'date'; readonly from: string; readonly to: string }
  | { readonly kind: 'time'; readonly from: FeedTime; readonly to: FeedTime };

/** An event that occupies time: not cancelled, transparent or empty. */
export interface FeedEvent {
  /** Unique in its feed, and the same when its dates change; at most 300 characters. */
  readonly key: string;
  /** Its UID, or one derived from its dates where it has none; at most 200 characters. */
  readonly uid: string;
  /** Its original start in a series; null for a single event. */
  readonly recurrenceId: string | null;
  readonly when: FeedWhen;
}

/** The events of a valid calendar, and how many others were left out. */
export interface ParsedFeed {
  readonly events: readonly FeedEvent[];
  readonly leftOut: {
    /** Invalid or unsupported. */
    readonly broken: number;
    /** With the tag of the tenant: exported by this service. */
    readonly own: number;
    /** Cancelled, transparent, or without length. */
    readonly blockNothing: number;
  };
}
