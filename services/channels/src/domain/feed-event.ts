/**
 * A moment of a foreign event. `local` is a wall-clock time without a zone of its own (floating, or of a zone nobody
 * knows): it is meant in the zone of the resource it lands on.
 */
export type FeedTime = { readonly instant: string } | { readonly local: string };

/** `to` is exclusive. Dates are the property's own and carry no zone. */
export type FeedWhen =
  | { readonly kind: 'date'; readonly from: string; readonly to: string }
  | { readonly kind: 'time'; readonly from: FeedTime; readonly to: FeedTime };

/** Something that takes the place for a while. Cancelled, transparent and empty events are not among them. */
export interface FeedEvent {
  /** Names the event within its feed, also after its dates moved; unique in a feed; at most 300 characters. */
  readonly key: string;
  /** The event's own UID, or one derived from its dates where it has none; at most 200 characters. */
  readonly uid: string;
  /** Which one of a series: its original start; null for an event that stands alone. */
  readonly recurrenceId: string | null;
  readonly when: FeedWhen;
}

/** What was in a valid calendar: the events, and how many others were left out and why. */
export interface ParsedFeed {
  readonly events: readonly FeedEvent[];
  readonly leftOut: {
    /** Could not be understood; the others are not the worse for it. */
    readonly broken: number;
    /** Our own, coming back. */
    readonly own: number;
    /** Cancelled, transparent, or over before they begin. */
    readonly blockNothing: number;
  };
}
