/** A resource on which the events of a connection block. */
export interface Listing {
  readonly id: string;
  readonly connectionId: string;
  readonly resourceId: string;
  readonly externalListingId: string | null;
  readonly createdAt: Temporal.Instant;
}
