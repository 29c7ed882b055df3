export interface SearchBackfillRepository {
  /** Makes a limited number of older bookings findable, all tenants in turn. True: there may be more. */
  fillBatch(): Promise<boolean>;
}
