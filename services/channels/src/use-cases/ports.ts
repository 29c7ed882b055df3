// Owns what the use cases need from outside, in their own words.

/** One consumer's name for one event, so that its effect is committed once. */
export interface Seen {
  readonly consumer: string;
  readonly eventId: string;
}

/** An imported block that lies over a stay, so that more units are taken than there are. */
export interface Conflict {
  readonly id: string;
  readonly connectionId: string;
  readonly listingId: string;
  readonly reservationId: string;
  readonly resourceId: string;
  readonly inboundEvent: string;
  readonly startsAt: string;
  readonly endsAt: string;
}

export interface ConflictStore {
  /** Opens one conflict per event and reservation, however often it is told. */
  open(tenantId: string, conflict: Conflict, seen: Seen): Promise<void>;
}
