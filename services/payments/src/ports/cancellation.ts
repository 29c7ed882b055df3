/** Money that is still here after its reservation has ended. */
export interface UnclaimedMoneyRepository {
  /** Publishes a report for each ledger that is due, and returns how many they are. Each is reported a few times. */
  report(limit: number): Promise<number>;
}
