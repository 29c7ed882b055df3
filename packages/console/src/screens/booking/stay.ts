import type { OneBooking, ResourceRecord } from '../../api/records.ts';

/** What each part of the page is given. */
export interface Stay {
  readonly booking: OneBooking;
  /** Undefined until the resources are read. */
  readonly resource: ResourceRecord | undefined;
  /** Of the resource: all times of the page are in it. */
  readonly timeZone: string;
}
